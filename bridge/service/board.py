"""One board of the round: its e-board, its game, and the path of every event on it, which is `Board.receive`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import chess

from bridge.config import EBoardSection, codec_options, exchanged
from bridge.journal import Checkpoint, GameKey, Journal
from bridge.journal.course import Course, follow, game_id, key_of, records
from bridge.messages.envelope import Message, Stamp
from bridge.messages.infos import eboard_state
from bridge.messages.payloads import EBoardStateData
from bridge.messages.places import BoardPlace
from bridge.messages.publish import full_state, to_messages
from bridge.rules.correcting.corrections import Correction
from bridge.rules.game import new_game, wake_at
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.lights import Lights, squares_to_light
from bridge.rules.notices import Corrected, DumpWanted, Notice, Refused
from bridge.rules.recognition.sensors import NEVER
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from bridge.service.clock_ticks import Reading, is_news
from bridge.service.eboard_state import state_after
from bridge.service.lines import Lines
from bridge.virtual import table_of
from drivers import registry
from drivers.eboard import Feature
from drivers.placement import Placement, seen_by
from drivers.reports import Battery, ClockGone, ClockTimes, Dump, Garbled, Identified, LinkDown, LinkUp, Report, Trouble

LOG = logging.getLogger(__name__)

STOPPED = "touchmove was not running"
MOMENT_SECONDS = 0.001
"""The least time between two inputs of a game, as long as a byte takes at 9600 baud. After a radio link has stalled, or
this program was held up, much comes in one piece; it happened one after the other all the same, and for the rules what
happens at the same moment has no order.
"""
ABANDONED_SECONDS = 4 * 3600.0
"""A game of which nothing was heard for so long is not read on out of an e-board's memory, where analysis and other
games may stand by now; and when the start position stands then, a new game begins. So a round that is opened again by
mistake continues no old game, and one that was interrupted goes on all the same.
"""
CHECKPOINT_INPUTS = 30
"""So many inputs are folded anew after a crash at most: about six half-moves."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What all boards share: the journal, the session of this run, the game time, the process's environment, in which
    secrets may be, the lines to the e-boards, and what their lights are for.
    """

    journal: Journal
    session: str
    now: Callable[[], float]
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    lines: Lines = field(default_factory=Lines)
    lights: Lights = Lights.SETUP

    @property
    def stamp(self) -> Stamp:
        """For the messages that are written now."""
        return Stamp(self.journal.next_seq, self.session, datetime.now(UTC))


class Board:
    """Implements `bridge.serve.Listener` for the e-board under one board. `station` is where that is read; `virtual` is
    the e-board itself where there is no hardware, else None.
    """

    def __init__(self, place: BoardPlace, setup: Setup, eboard: EBoardSection, desk: Desk, past: Course | None) -> None:
        """Needs a running event loop. Nothing is told before `begin`. `past`: what was brought back out of the journal,
        to which nothing has been appended since.

        Raises ConfigError when the e-board's developer key cannot be read, and FormatError when the game that a virtual
        one is to play cannot.
        """
        turned = past.turned if past else None
        features = registry.eboard(eboard.kind).features
        self._abandoned = past is not None and desk.now() - past.until > ABANDONED_SECONDS
        remembers = past is not None and Feature.MEMORY in features and not self._abandoned
        told = desk.journal.told(key_of(place, past.game.number)) if past is not None and remembers else ()
        options = replace(
            codec_options(eboard, desk.environment), turned=turned, told=told, unordered=setup.scan_period
        )
        self._place = place
        self._setup = setup
        self._desk = desk
        self._goes_on = past is not None
        self._course = past or Course(new_game(setup, desk.now()), desk.now())
        self._clock: Reading | None = None
        self._garbled = 0
        self._not_kept = 0
        self._has_lights = Feature.LEDS in features
        self._lit: frozenset[chess.Square] | None = None
        self._section = eboard
        self._mistaken = ""
        self.eboard = EBoardStateData("init", eboard.kind, eboard.line, "", None, turned, place.board, "")
        self.virtual = table_of(eboard, past.game.placement if past else setup.start.placement, desk.now)
        self.station = desk.lines.seat(eboard, options, self, desk.now, self.virtual)

    @property
    def game(self) -> Game:
        """The game that is played, or was played last."""
        return self._course.game

    @property
    def key(self) -> GameKey:
        """What the journal calls the game."""
        return key_of(self._place, self.game.number)

    @property
    def number(self) -> int:
        """The board's number in the round."""
        return self._place.board

    def place_of(self, game: Game) -> BoardPlace:
        """Where this game is played; the games of one board are numbered."""
        return replace(self._place, game_id=game_id(self._place, game.number))

    def begin(self) -> None:
        """The first input of this run: the game begins, or it goes on after a time in which nobody watched it."""
        now = self._desk.now()
        if not self._goes_on:  # A game that is brought back began with its first input, so this one does.
            self._course = Course(new_game(self._setup, now), NEVER)
        self.receive(LinkDown(STOPPED) if self._goes_on else TimePassed(), now)

    def state(self, stamp: Stamp) -> list[Message]:
        """Every retained message about the board."""
        return full_state(self.place_of(self.game), self.game, stamp)

    def eboard_state(self, stamp: Stamp) -> list[Message]:
        """Every retained message about its e-board."""
        return [eboard_state(self._place.topics, self._place.eboard, self.eboard, stamp)]

    def keep(self) -> None:
        """Have the journal keep a checkpoint, if the newest one is not of now."""
        if self._not_kept:
            self._not_kept = 0
            self._desk.journal.keep(Checkpoint(self.key, self._setup, self._course))

    # ---- the path of every event ----

    def receive(self, received: Input, now: float) -> None:
        """Report → notices → messages → journal, and from there to the broker, when they are safe on the disk.

        `bridge.serve` brings the report; `bridge.broker.publisher` empties the journal's outbox. What raises here has
        changed nothing.
        """
        self._take(received, now)

    async def correct(self, correction: Correction) -> Corrected | Refused:
        """What became of an arbiter's correction, told when it is safe on the disk."""
        notices, durable = self._take(correction, self._desk.now())
        self.station.nudge()
        await asyncio.shield(durable)
        return next(notice for notice in notices if isinstance(notice, Corrected | Refused))

    def _take(self, received: Input, now: float) -> tuple[tuple[Notice, ...], asyncio.Future[None]]:
        before = self._course
        after, notices = follow(before, received, max(now, before.until + MOMENT_SECONDS))
        messages = to_messages(self.place_of(after.game), before.game, after.game, notices, self._desk.stamp)
        durable = self._desk.journal.append(records(self._place, before, after, received), messages)
        self._course = after
        self._not_kept += 1
        if self._not_kept == CHECKPOINT_INPUTS:
            self.keep()
        if DumpWanted() in notices:
            self.station.request_dump()
        if self._has_lights:
            self._light(anew=isinstance(received, LinkUp))
        return notices, durable

    # ---- bridge.serve.Listener ----

    def deliver(self, report: Report, now: float) -> None:
        """See `Listener`."""
        self._note_eboard(report)
        match report:
            case Identified() | Battery() | Trouble():
                pass  # nothing about the game
            case Garbled():
                self._count_garbled(report)
            case ClockTimes():
                self._receive_clock(report, now)
            case Dump(placement) if self._abandoned:
                self._abandoned = False
                self._begin_anew(placement, now)
                self.receive(report, now)
            case ClockGone() | LinkDown():
                self._clock = None  # Whatever the clock shows next is news.
                self.receive(report, now)
            case _:
                self.receive(report, now)

    def wake_at(self) -> float | None:
        """See `Listener`."""
        return wake_at(self.game)

    def wake(self, now: float) -> None:
        """See `Listener`."""
        self.receive(TimePassed(), now)

    # ---- inside ----

    def _light(self, *, anew: bool) -> None:
        """Have the squares shine that should; an e-board with a new link may still show others."""
        squares = squares_to_light(self.game, self._desk.lights)
        if anew or squares != self._lit:
            self._lit = squares
            self.station.light(squares)

    def _begin_anew(self, placement: Placement, now: float) -> None:
        """Begin the next game instead of an abandoned one, if its start position stands."""
        start, game = self._setup.start, self.game
        if (game.moves or game.result) and placement == seen_by(self._setup.sensing, start.placement):
            LOG.info("Board %d: a new game begins; the one before was left hours ago.", self._place.board)
            self.receive(StartGame(start), now)

    def _receive_clock(self, times: ClockTimes, now: float) -> None:
        if is_news(times, self._clock, now):
            self._clock = Reading(times, now)
            self.receive(times, now)

    def _note_eboard(self, report: Report) -> None:
        if isinstance(report, Identified) and report.serial:
            self._note_number(report.serial)
        state = state_after(self.eboard, report, self._mistaken)
        if state != self.eboard:
            self.eboard = state
            self._desk.journal.append((), self.eboard_state(self._desk.stamp))
        if isinstance(report, LinkUp):
            LOG.info("Board %d: the e-board at %s answers.", self._place.board, self._section.place)

    def _note_number(self, serial: str) -> None:
        """Whether it is the e-board that is meant; a game that is played on another one is recorded all the same."""
        before, self._mistaken = self._mistaken, str(exchanged(self._section, serial) or "")
        if self._mistaken not in {"", before}:
            LOG.warning("Board %d: %s", self._place.board, self._mistaken)

    def _count_garbled(self, report: Garbled) -> None:
        """Tell the first, the 10th, the 100th …: a bad cable makes many."""
        self._garbled += 1
        if set(str(self._garbled)[1:]) <= {"0"} and str(self._garbled)[0] == "1":
            LOG.warning(
                "Board %d: what the e-board said could not be understood (%s). Times so far: %d.",
                self._place.board,
                report.reason,
                self._garbled,
            )
