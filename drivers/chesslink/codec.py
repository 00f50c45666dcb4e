"""The host's side of a ChessLink board: bytes and `now` in, reports and bytes out."""

from __future__ import annotations

import chess

from drivers.asking_again import AskingAgain
from drivers.chesslink.dialogue import Dialogue
from drivers.chesslink.lights import lights_command
from drivers.chesslink.model import LAST_WITHOUT_IDENTITY, Model, model_of
from drivers.chesslink.registers import EONE_READ, OPENING_READS, correction
from drivers.chesslink.wire import Frame, FrameSplitter, Reply, placement_of_letters
from drivers.eboard import CodecOptions
from drivers.placement import Sensing, seen_by
from drivers.reports import Dump, Garbled, Identified, Oriented, Report, Silent, Trouble
from drivers.sensors import Sensors

CHECK_SECONDS = 5.0
"""An e-board on which nothing changes sends nothing: so often it is asked who it is, and how the squares stand (the
protocol has no other sign of life).
"""
SILENT_SECONDS = 7.5
"""Without a message for so long, the e-board counts as silent: two questions were lost."""
PARTIAL_SECONDS = 0.5
"""A message that does not continue for so long is given up; over USB its bytes are 0.3 ms apart, over the radio its
pieces some 0.05 s.
"""

NO_PIECES = Trouble(
    "this is an eONE, which does not know its pieces from each other.", 'Set its kind to "eone" in the configuration.'
)
_POSITION, _VERSION, _IDENTITY = "S", "V", "I00"


class ChessLinkCodec:
    """Implements `drivers.eboard.Codec`. `sensing`: what the squares can tell; letters of an e-board that only feels
    that something stands there are guesses, and are not passed on.
    """

    def __init__(self, options: CodecOptions, sensing: Sensing = Sensing.IDENTITY) -> None:
        self._splitter = FrameSplitter()
        self._dialogue = Dialogue()
        self._sensors = Sensors(options.orientation, options.turned)
        self._sensing = sensing
        self._guesses = False
        self._version: int | None = None
        self._identity = ""
        self._told: Identified | None = None
        self._lit: frozenset[chess.Square] = frozenset()
        self._dump_wanted = False
        self._lost = AskingAgain()
        self._heard_at: float | None = None
        self._data_at = 0.0
        self._checked_at = 0.0
        self._silent = False

    def start(self, now: float) -> None:
        """A line was opened: forget half messages, begin the opening dialogue."""
        self._splitter.clear()
        self._heard_at = now
        self._open(now)

    def receive(self, data: bytes, now: float) -> list[Report]:
        """The reports in whatever the e-board sent."""
        if data:
            self._data_at = now
        return self._take(self._splitter.feed(data), now)

    def data_to_send(self) -> bytes:
        """The next command for the e-board, or nothing."""
        return self._dialogue.take()

    def next_timeout(self) -> float | None:
        """When `handle_timeout` must be called at the latest; None before `start`."""
        if self._heard_at is None:
            return None
        due = [self._dialogue.due, self._lost.due, self._checked_at + CHECK_SECONDS]
        if not self._silent:
            due.append(self._heard_at + SILENT_SECONDS)
        if self._splitter.pending:
            due.append(self._data_at + PARTIAL_SECONDS)
        return min(moment for moment in due if moment is not None)

    def handle_timeout(self, now: float) -> list[Report]:
        """Give up what did not come, ask whether the e-board is still there, say when it is not."""
        if self._heard_at is None:
            return []
        reports: list[Report] = []
        if self._splitter.pending and now >= self._data_at + PARTIAL_SECONDS:
            reports += self._take(self._splitter.give_up(), now)
        self._miss(self._dialogue.advance(now), now)
        self._read_again(now)
        if now >= self._checked_at + CHECK_SECONDS:
            self._checked_at = now
            self._dialogue.ask(_VERSION, now)
            self._dialogue.ask(_POSITION, now)
        if not self._silent and now >= self._heard_at + SILENT_SECONDS:
            self._silent = True
            reports.append(Silent(now - self._heard_at))
        return reports + self._introduce(now)

    def request_dump(self, now: float) -> None:
        """Ask for a reading of all squares; free while one is due already."""
        self._dump_wanted = True
        self._dialogue.ask(_POSITION, now)

    def light(self, squares: frozenset[chess.Square], now: float) -> None:
        """Light exactly these squares, blinking."""
        self._lit = squares
        self._dialogue.light(self._lights, now)

    # ---- inside ----

    @property
    def _lights(self) -> str:
        return lights_command(frozenset(map(self._sensors.seen_as, self._lit)))

    def _open(self, now: float) -> None:
        self._silent = False
        self._sensors.known = False
        self._dump_wanted = True
        self._lost.settle()
        self._checked_at = now
        self._dialogue.open((_VERSION, _POSITION, *OPENING_READS, self._lights), now)

    def _take(self, found: list[Frame | Garbled], now: float) -> list[Report]:
        reports: list[Report] = []
        for each in found:
            if isinstance(each, Garbled):
                reports.append(each)
                self._dump_wanted = True
                self._lost.want(now)
            else:
                reports += self._hear(each, now)
        self._read_again(now)
        return reports

    def _read_again(self, now: float) -> None:
        if self._lost.begins(now):
            self.request_dump(now)

    def _hear(self, frame: Frame, now: float) -> list[Report]:
        """One message. After a silence everything is asked anew: the e-board may have lost its power."""
        self._heard_at = now
        if self._silent:
            self._open(now)
        reports = self._understand(frame, now)
        self._dialogue.answered(frame, now)
        return reports + self._introduce(now)

    def _understand(self, frame: Frame, now: float) -> list[Report]:
        """The reports in one message. Acknowledgements and what an eONE believes say nothing about the game."""
        match frame.reply:
            case Reply.STATUS:
                return self._read(frame.payload, now)
            case Reply.VERSION:
                self._learn_version(int(frame.payload, 16), now)
            case Reply.IDENTITY:
                self._identity = frame.payload
            case Reply.READ:
                self._put_right(frame.payload[:2], bytes.fromhex(frame.payload)[1], now)
            case Reply.LIGHTS | Reply.LIGHTS_OFF | Reply.WRITTEN | Reply.GAME:
                pass
        return []

    def _learn_version(self, version: int, now: float) -> None:
        if version == self._version:
            return
        if self._version is not None:  # another e-board than the one that was set up
            self._open(now)
        self._version, self._identity = version, ""
        if version > LAST_WITHOUT_IDENTITY:
            self._dialogue.ask_next(_IDENTITY, now)

    def _read(self, letters: str, now: float) -> list[Report]:
        self._lost.settle()
        if self._guesses:
            return []
        read = seen_by(self._sensing, placement_of_letters(letters))
        reports = self._sensors.scan(read)
        if self._dump_wanted and not any(isinstance(report, Dump) for report in reports):
            reports.append(Dump(self._sensors.placement))
        self._dump_wanted = False
        if self._lit and any(isinstance(report, Oriented) for report in reports):
            self._dialogue.light(self._lights, now)
        return reports

    def _put_right(self, address: str, value: int | None, now: float) -> None:
        command = correction(address, value)
        if command is not None:
            self._dialogue.ask_next(command, now)

    def _miss(self, lost: str | None, now: float) -> None:
        """A command was not answered. The squares are asked for until they come; a register that does not tell what it
        holds is written.
        """
        if lost is None:
            return
        if lost == _POSITION:
            self._dialogue.ask(_POSITION, now)
        elif lost[0] == "R":
            self._put_right(lost[1:3], None, now)

    def _introduce(self, now: float) -> list[Report]:
        """Who the e-board is, when that is settled and not told yet; and whether it can be read as such a one."""
        if self._version is None or self._dialogue.open_question("VI"):
            return []
        model = model_of(self._version, self._identity)
        identified = Identified("", f"{self._version >> 8}.{self._version & 0xFF}", model.value)
        if identified == self._told:
            return []
        self._told = identified
        return [identified, *self._trust_letters(model, now)]

    def _trust_letters(self, model: Model, now: float) -> list[Report]:
        """Or not: the firmware of an eONE guesses its pieces, and hides what its own rules do not allow."""
        guessed, self._guesses = self._guesses, model is Model.EONE and self._sensing is Sensing.IDENTITY
        if model is Model.EONE:
            self._dialogue.ask(EONE_READ, now)
        if self._guesses:
            return [NO_PIECES]
        if guessed:
            self.request_dump(now)
        return []
