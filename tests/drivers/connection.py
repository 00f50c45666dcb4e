"""A virtual e-board of any family and its codec, in virtual time, with nothing between them but what a test puts there.

The pure twin of `bridge.serve.Station` and `drivers.emulation.emulate`: it uses the contract of `drivers.eboard` only.
"""

from __future__ import annotations

import gc
import random
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Protocol

import chess

from drivers.eboard import CodecOptions, EBoard, EmulatorOptions, Feature, Orientation
from drivers.emulation import perform
from drivers.hand.act import Deed
from drivers.placement import EMPTY, Code, Placement, Sensing, code_at, from_fen, placement_of, seen_by, with_code
from drivers.reports import Dump, LinkDown, LinkUp, Report, SquaresChanged

START = from_fen(chess.STARTING_BOARD_FEN)
OPENING_SECONDS = 5.0
"""After so long a codec has said who its e-board is and what stands on it."""
RECOVERY_SECONDS = 15.0
"""After so long a codec has noticed a silence, and has the whole truth again when there is an e-board to tell it."""
FOR_EVER = float("inf")
KEY = bytes((1, 2, 3, 4, 5, 6))
"""A developer key, for the families that want one."""
MOST_QUESTIONS = 20
"""Writes of a codec before time goes on: an opening dialogue takes six when every answer comes at once."""
_MOST_ANSWERS = 100_000
"""Pieces of an e-board before time goes on: one for each question in the longest piece that is thrown at it."""
_TURNS_IN_A_MOMENT = 100
_LAST_WORDS, _LAST_BYTES = 8, 64
"""What is told of a talk without end."""


class Listener(Protocol):
    """As in `bridge.serve`."""

    def deliver(self, report: Report, now: float) -> None: ...
    def wake_at(self) -> float | None: ...
    def wake(self, now: float) -> None: ...


class Rack:
    """A listener that keeps what is reported, and when."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, Report]] = []

    def deliver(self, report: Report, now: float) -> None:
        self.heard.append((now, report))

    def wake_at(self) -> float | None:
        return None

    def wake(self, now: float) -> None: ...


Tamper = Callable[[bytes], Iterable[bytes]]
"""What a line makes of one piece of the e-board's bytes."""


class Connection:
    """`world` is what really stands on the e-board; `tamper` what the line does to the e-board's bytes. A line that is
    `deaf` carries nothing either way; one that is `held_up` keeps the e-board's bytes until it no longer is.
    """

    def __init__(
        self,
        record: EBoard,
        *,
        turned: bool = False,
        scan: float | None = None,
        listening: CodecOptions | None = None,
        listener: Listener | None = None,
    ) -> None:
        options = EmulatorOptions(turned=turned, scan=record.scan_period if scan is None else scan)
        self.record = record
        self.emulator = record.emulator(options)
        listening = listening or told_where_white_sits(record, turned=turned)
        self.codec = record.codec(replace(listening, developer_key=listening.developer_key or KEY))
        self.rack = Rack()
        self.listener: Listener = listener or self.rack
        self.now = 0.0
        self.world = START
        self.tamper: Tamper = whole
        self.deaf = self.held_up = False
        self.sent: list[bytes] = []
        self._said: deque[tuple[str, bytes]] = deque(maxlen=_LAST_WORDS)
        self._held = bytearray()
        self._plugged = False

    # ---- the line ----

    def open(self, seconds: float = OPENING_SECONDS) -> Connection:
        """Plug the e-board in and wait until it has introduced itself."""
        self.plug()
        self.wait(seconds)
        return self

    def plug(self) -> None:
        self._plugged = True
        self.codec.start(self.now)
        self._tell([LinkUp()])
        self._exchange()

    def unplug(self) -> None:
        """What is sent from now on is lost; the e-board itself does not notice."""
        self._plugged = False
        self._held.clear()
        self._tell([LinkDown("the cable is out")])

    def wait(self, seconds: float) -> None:
        """Let time pass; everybody is woken at the moment that he named."""
        until = self.now + seconds
        self._exchange()
        turns, woken_at = 0, self.now
        while (due := self._next_moment()) <= until:
            self.now = max(self.now, due)
            turns = turns + 1 if self.now == woken_at else 0
            woken_at = self.now
            assert turns < _TURNS_IN_A_MOMENT, "somebody wants to be woken at this moment again and again"
            self._wake()
            self._exchange()
        self.now = until

    def release(self) -> None:
        """A line that was held up carries everything at once."""
        self.held_up = False
        held = bytes(self._held)
        self._held.clear()
        if held:
            self.hear(held)
        self._exchange()

    def hear(self, data: bytes) -> None:
        """The codec receives these bytes, whoever they are from."""
        self._tell(self.codec.receive(data, self.now))

    def ask_for_all_squares(self) -> None:
        self.codec.request_dump(self.now)
        self._exchange()

    def light(self, squares: Iterable[chess.Square]) -> None:
        self.codec.light(frozenset(squares), self.now)
        self._exchange()

    # ---- the hands ----

    @property
    def hold_seconds(self) -> float:
        """After so long the e-board has surely seen what a hand did."""
        return 2 * max(self.record.scan_period, self.record.shortest_lift) + 0.2

    def do(self, deed: Deed) -> None:
        if isinstance(deed, SquaresChanged):
            for square, code in deed.changes:
                self.world = with_code(self.world, square, code)
        perform(self.emulator, deed, self.now)
        self._exchange()

    def set(self, square: chess.Square, code: Code) -> None:
        self.do(SquaresChanged(((square, code),)))

    def handle(self, steps: Iterable[tuple[chess.Square, Code]]) -> Iterator[Placement]:
        """Do one thing after the other, slowly; what the e-board has to show after each."""
        for square, code in steps:
            self.set(square, code)
            self.wait(self.hold_seconds)
            yield self.visible

    def set_up(self, board: chess.BaseBoard) -> None:
        """Take everything off that does not belong there, then put down what is missing."""
        wanted = placement_of(board)
        wrong = [square for square in chess.SQUARES if code_at(self.world, square) != code_at(wanted, square)]
        for square in wrong:
            self.set(square, EMPTY)
        self.wait(self.hold_seconds)
        for square in wrong:
            self.set(square, code_at(wanted, square))
        self.wait(self.hold_seconds)

    def move(self, origin: chess.Square, target: chess.Square) -> None:
        """A slow hand moves a piece; what stood on the target is taken off first."""
        code = code_at(self.world, origin)
        steps = [(target, EMPTY)] if code_at(self.world, target) else []
        list(self.handle([*steps, (origin, EMPTY), (target, code)]))

    # ---- what was heard ----

    @property
    def visible(self) -> Placement:
        """What such an e-board shows of the world, by its sensing."""
        return seen_by(self.record.sensing, self.world)

    @property
    def reports(self) -> list[Report]:
        return [report for _, report in self.rack.heard]

    def drain(self) -> list[Report]:
        """The reports since the last call."""
        reports = self.reports
        self.rack.heard.clear()
        return reports

    # ---- inside ----

    def _tell(self, reports: Iterable[Report]) -> None:
        for report in reports:
            self.rack.deliver(report, self.now)
            if self.listener is not self.rack:
                self.listener.deliver(report, self.now)

    def _next_moment(self) -> float:
        moments = [self.emulator.next_timeout(), self.listener.wake_at()]
        if self._plugged:
            moments.append(self.codec.next_timeout())
        return min((moment for moment in moments if moment is not None), default=FOR_EVER)

    def _wake(self) -> None:
        if _is_due(self.emulator.next_timeout(), self.now):
            self.emulator.handle_timeout(self.now)
        if self._plugged and _is_due(self.codec.next_timeout(), self.now):
            self._tell(self.codec.handle_timeout(self.now))
        if _is_due(self.listener.wake_at(), self.now):
            self.listener.wake(self.now)

    def _exchange(self) -> None:
        """Carry bytes to and fro until both are quiet. Every answer may be a reason for another question, but not
        without end; how much an e-board answers depends on how much was asked.
        """
        questions = answers = 0
        while True:
            asked, heard = self._carry_question(), self._carry_answer()
            questions, answers = questions + asked, answers + heard
            if not asked and not heard:
                return
            assert questions <= MOST_QUESTIONS, f"the codec asks again and again: {list(self._said)}"
            assert answers <= _MOST_ANSWERS, f"the e-board never stops talking: {list(self._said)}"

    def _carry_question(self) -> bool:
        asked = self.codec.data_to_send() if self._plugged else b""
        if asked:
            self.sent.append(asked)
            self._said.append(("asked", asked[:_LAST_BYTES]))
            if not self.deaf:
                self.emulator.receive(asked, self.now)
        return bool(asked)

    def _carry_answer(self) -> bool:
        heard = self.emulator.data_to_send()
        if heard and self._plugged and not self.deaf:
            for piece in self.tamper(heard):
                self._said.append(("said", piece[:_LAST_BYTES]))
                if self.held_up:
                    self._held += piece
                else:
                    self.hear(piece)
        return bool(heard)


def told_where_white_sits(record: EBoard, *, turned: bool) -> CodecOptions:
    """The options of a user who says only what he must: where nothing tells White from Black, where White sits."""
    if record.sensing is not Sensing.OCCUPANCY:
        return CodecOptions()
    return CodecOptions(orientation=Orientation.TURNED if turned else Orientation.NORMAL)


def believed(reports: Iterable[Report]) -> Placement | None:
    """What a listener believes to stand on the e-board after these reports; None before the first dump."""
    return next(reversed([None, *beliefs(reports)]))


def beliefs(reports: Iterable[Report], placement: Placement | None = None) -> Iterator[Placement]:
    """Every placement that a listener believes in, one after the other, from the first dump on when he begins with
    none.
    """
    for report in reports:
        before = placement
        match report:
            case Dump(shown):
                placement = shown
            case SquaresChanged(changes) if placement is not None:
                for square, code in changes:
                    placement = with_code(placement, square, code)
            case _:
                pass
        if placement is not None and placement != before:
            yield placement


def changes_only(placements: Iterable[Placement]) -> list[Placement]:
    """The same without those that are like the one before."""
    kept: list[Placement] = []
    for placement in placements:
        if not kept or kept[-1] != placement:
            kept.append(placement)
    return kept


def has(record: EBoard, feature: Feature) -> bool:
    return feature in record.features


def size_of(root: object) -> int:
    """Bytes of memory of an object and of everything that only values lead to."""
    known: dict[int, object] = {}
    found = [root]
    while found:
        thing = found.pop()
        if id(thing) not in known and not isinstance(thing, type | ModuleType | FunctionType):
            known[id(thing)] = thing
            found += gc.get_referents(thing)
    return sum(map(sys.getsizeof, known.values()))


# ---- what lines do to bytes ----


def whole(data: bytes) -> Iterable[bytes]:
    """A good line."""
    return (data,)


def byte_by_byte(data: bytes) -> Iterable[bytes]:
    """A slow one."""
    return (data[at : at + 1] for at in range(len(data)))


def in_random_pieces(rng: random.Random) -> Tamper:
    def pieces(data: bytes) -> Iterator[bytes]:
        at = 0
        while at < len(data):
            size = rng.randint(1, 12)
            yield data[at : at + size]
            at += size

    return pieces


def losing_bytes(rng: random.Random, chance: float) -> Tamper:
    return lambda data: (bytes(byte for byte in data if rng.random() >= chance),)


def flipping_bits(rng: random.Random, chance: float) -> Tamper:
    return lambda data: (bytes(byte ^ 1 << rng.randrange(8) if rng.random() < chance else byte for byte in data),)


def with_garbage(rng: random.Random, longest: int = 40) -> Tamper:
    """Something else before, between and after."""

    def pieces(data: bytes) -> Iterator[bytes]:
        cut = rng.randrange(len(data) + 1)
        yield rng.randbytes(rng.randrange(longest))
        yield data[:cut]
        yield rng.randbytes(rng.randrange(longest))
        yield data[cut:]
        yield rng.randbytes(rng.randrange(longest))

    return pieces


def _is_due(moment: float | None, now: float) -> bool:
    return moment is not None and moment <= now
