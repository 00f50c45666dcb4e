"""The keys of a configuration and their defaults; `configs/touchmove.toml` explains each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Annotated, TypeAlias

import chess
from msgspec import Meta

from bridge.messages.places import Player
from bridge.rules.lights import Lights
from bridge.rules.position import Position, position_from_fen
from bridge.rules.setup import Patience, Setup, Tempo
from drivers import registry
from drivers.eboard import CodecOptions, Orientation
from drivers.lines import transport_of

Port: TypeAlias = Annotated[int, Meta(ge=1, le=65535)]
PortOrNone: TypeAlias = Annotated[int, Meta(ge=0, le=65535)]
Counted: TypeAlias = Annotated[int, Meta(ge=1)]
Uncounted: TypeAlias = Annotated[int, Meta(ge=0)]


EMBEDDED_MQTT311_PORT = 1884

NOBODY = Player("")
"""Whoever sits at a board that has no pairing."""


class LogLevel(Enum):
    """How much the service tells."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Language(Enum):
    """In which language people are addressed."""

    ENGLISH = "en"
    TURKISH = "tr"


class Variant(Enum):
    """The rules of castling and of the start position."""

    STANDARD = "standard"
    CHESS960 = "chess960"


class WhiteClock(Enum):
    """Which side of the clock, seen from its front, is White's."""

    AUTO = "auto"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class BridgeSection:
    """`[bridge]`: this program."""

    name: str = "touchmove"
    state_directory: str = ""
    log_level: LogLevel = LogLevel.INFO


@dataclass(frozen=True, slots=True)
class EventSection:
    """`[event]`: the tournament, and the Laws it is played by."""

    slug: str = "event"
    name: str = ""
    site: str = ""
    edition: str = "2023"
    tempo: Tempo = Tempo.STANDARD
    adequate_supervision: bool = False
    increment: Annotated[float, Meta(ge=0)] = 0.0
    illegal_move_minutes: Uncounted = 0
    time_control: str = ""
    patience: Patience = Patience.BALANCED
    lights: Lights = Lights.SETUP


@dataclass(frozen=True, slots=True)
class RoundSection:
    """`[round]`: what is played now."""

    number: Counted = 1
    date: str = ""
    variant: Variant = Variant.STANDARD
    start_fen: str = ""


@dataclass(frozen=True, slots=True)
class BrokerSection:
    """`[broker]`: where the messages go."""

    embedded: bool = True
    host: str = "127.0.0.1"
    port: Port = 1883
    mqtt311_port: PortOrNone = 0
    topic_root: str = "touchmove"
    requests: bool = False
    username: str = ""
    password_file: str = ""
    tls: bool = False
    ca_file: str = ""
    cert_file: str = ""
    key_file: str = ""

    @property
    def page_port(self) -> int:
        """Where the page finds MQTT 3.1.1. The embedded broker has a port of its own for it, other brokers have not."""
        return self.mqtt311_port or (EMBEDDED_MQTT311_PORT if self.embedded else self.port)


@dataclass(frozen=True, slots=True)
class WebSection:
    """`[web]`: the demonstration page."""

    enabled: bool = True
    host: str = "127.0.0.1"
    port: Port = 8080
    language: Language = Language.ENGLISH
    move_password_file: str = ""


@dataclass(frozen=True, slots=True)
class EBoardSection:
    """`[[eboard]]`: one e-board and how it is reached."""

    line: str
    kind: str = "dgt"
    serial: str = ""
    orientation: Orientation = Orientation.AUTO
    white_clock: WhiteClock = WhiteClock.AUTO
    calibration: str = ""
    developer_key_file: str = ""

    @property
    def codec_options(self) -> CodecOptions:
        """What the codec must be told, without secrets; see `bridge.config.codec_options`."""
        return CodecOptions(self.orientation, self.white_clock.value)

    @property
    def place(self) -> str:
        """Where it is, for people: its line, and which one it is where there may be several."""
        return f"{self.line} ({self.serial})" if self.may_share else self.line

    @property
    def may_share(self) -> bool:
        """Whether others of its kind may be on the same line: it is told apart from them by its serial number."""
        known = bool(self.serial) and self.kind in registry.names()
        return known and registry.eboard(self.kind).sharing is not None

    @property
    def moved_on_page(self) -> bool:
        """Whether it is a virtual e-board whose pieces a person moves on the page."""
        return self.line.startswith("page://")


@dataclass(frozen=True, slots=True)
class BoardSection:
    """`[[board]]`: a numbered board of the round. Number 0 and e-board "" mean "by its place in the list", and never
    occur in a `Config`.
    """

    number: Uncounted = 0
    eboard: str = ""
    white: Player = NOBODY
    black: Player = NOBODY
    start_fen: str = ""


@dataclass(frozen=True)  # Without slots, for what is worked out once.
class Config:
    """A whole configuration. Those made by `bridge.config.loading` are complete and free of contradictions."""

    bridge: BridgeSection = BridgeSection()
    event: EventSection = EventSection()
    round: RoundSection = RoundSection()
    broker: BrokerSection = BrokerSection()
    web: WebSection = WebSection()
    eboards: tuple[EBoardSection, ...] = field(default=(), metadata={"key": "eboard"})
    boards: tuple[BoardSection, ...] = field(default=(), metadata={"key": "board"})

    def eboards_named(self, name: str) -> tuple[EBoardSection, ...]:
        """The e-boards with this serial number or line."""
        return self._by_name.get(name, ())

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[EBoardSection, ...]]:
        """A hall has a thousand, and each is asked for several times."""
        named: dict[str, tuple[EBoardSection, ...]] = {}
        for eboard in self.eboards:
            for name in {eboard.serial, eboard.line} - {""}:
                named[name] = (*named.get(name, ()), eboard)
        return named

    def eboards_on(self, line: str) -> tuple[EBoardSection, ...]:
        """The e-boards on this line: several where they share it."""
        return tuple(eboard for eboard in self.eboards if eboard.line == line)

    def name_of(self, eboard: EBoardSection) -> str:
        """What tells an e-board from all others: its line, or where several share that, its serial number."""
        return eboard.serial if eboard.may_share and len(self.eboards_on(eboard.line)) > 1 else eboard.line

    def eboard_of(self, board: BoardSection) -> EBoardSection:
        """The e-board under a board."""
        (eboard,) = self.eboards_named(board.eboard)
        return eboard

    @property
    def moved_boards(self) -> tuple[BoardSection, ...]:
        """The boards whose pieces a person moves on the page."""
        return tuple(board for board in self.boards if self.eboard_of(board).moved_on_page)

    def start_of(self, board: BoardSection) -> Position:
        """The position from which a board's game starts. Raises ValueError when its FEN is none."""
        fen = board.start_fen or self.round.start_fen or chess.STARTING_FEN
        return position_from_fen(fen, chess960=self.round.variant is Variant.CHESS960)

    def setup_of(self, board: BoardSection) -> Setup:
        """Everything that the rules must know before the first move on a board."""
        eboard = self.eboard_of(board)
        family = registry.eboard(eboard.kind).over(transport_of(eboard.line))
        unread = family.unread_seconds(others=len(self.eboards_on(eboard.line)) - 1)
        return Setup(
            start=self.start_of(board),
            edition=self.event.edition,
            tempo=self.event.tempo,
            adequate_supervision=self.event.adequate_supervision,
            increment=self.event.increment,
            illegal_move_minutes=self.event.illegal_move_minutes or None,
            sensing=family.sensing,
            scan_period=family.scan_period + unread,
            shortest_lift=family.shortest_lift + unread,
            patience=self.event.patience,
        )
