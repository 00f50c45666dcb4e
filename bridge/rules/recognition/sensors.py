"""The memory of the sensors: what stands on the board, and when each square was last emptied and filled."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

import chess

from bridge.rules.alerts import SensorFact
from bridge.rules.copying import frozen
from bridge.rules.recognition.identities import IN_HAND, Changes, Mistaken, carried_on, still_held
from drivers.placement import (
    EMPTY,
    EMPTY_BOARD,
    SPREAD,
    Code,
    Placement,
    code_at,
    difference,
    occupied,
    symbol_of,
    with_code,
)

NEVER = float("-inf")
LIFTS_WORTH_PRUNING = 6  # below, looking through all of them costs less than making a new memory
PASSING_SECONDS = 0.1  # a piece that is only carried past a square does not read there for so long
LIFTS_KEPT = 48  # lifts remembered at most; a move of blitz with fumbles and slides needs about ten


@frozen()
class Lift:
    """A piece left its square at `at`; it came back to the same square at `returned`, or has not done so.

    `ruled`: no sensor saw it; the arbiter says that the piece was touched. `stood_from`: when it had been put there.
    """

    square: chess.Square
    code: Code
    at: float
    returned: float | None = None
    ruled: bool = False
    stood_from: float = NEVER


@frozen()
class SensorLog:
    """What the sensors show now, and what they showed lately.

    `lifted` and `filled` hold for each square when it was last emptied and last filled. A change from one piece to
    another is both at once: the old piece was lifted and the new one put down. `changed_at` and `dumped_at`: the last
    change of any square, the last reading of all squares. `undated`: the squares whose last change was learnt from a
    dump, so that it may have been long before. `fresh`: the squares of the last change.

    `astray`: squares on which the arbiter knows the pieces to stand wrong, with what they really read. There
    `placement` shows what should be, so that the game can be followed while they stand wrong.

    `mistaken`: pieces that read as others. There `placement` shows what they are believed to be.

    `adjusting`: squares whose next lift is not remembered, because the player has said that he adjusts the piece.

    `seen_since`: nobody watched before that, so lifts up to then have no certain time, order or player.
    """

    placement: Placement = EMPTY_BOARD
    lifted: tuple[float, ...] = (NEVER,) * 64
    filled: tuple[float, ...] = (NEVER,) * 64
    lifts: tuple[Lift, ...] = ()
    changed_at: float = NEVER
    dumped_at: float = NEVER
    undated: chess.Bitboard = chess.BB_EMPTY
    fresh: chess.Bitboard = chess.BB_EMPTY
    astray: tuple[tuple[chess.Square, Code], ...] = ()
    adjusting: chess.Bitboard = chess.BB_EMPTY
    seen_since: float = NEVER
    mistaken: tuple[Mistaken, ...] = ()

    @property
    def standing(self) -> Placement:
        """What the sensors really read, pieces that are astray and mistaken ones included."""
        placement = self.believed
        for each in self.mistaken:
            if each.square != IN_HAND:
                placement = with_code(placement, each.square, each.read)
        return placement

    @property
    def believed(self) -> Placement:
        """What stands on the board, pieces that are astray included, mistaken ones as what they are believed to be."""
        placement = self.placement
        for square, code in self.astray:
            placement = with_code(placement, square, code)
        return placement

    def with_piece(self, square: chess.Square, piece: Code) -> SensorLog:
        """The same memory in which this piece is believed to stand on the square."""
        return replace(self, placement=with_code(self.placement, square, piece))

    def as_it_stands(self) -> SensorLog:
        """The same memory in which nothing is astray: every square reads what stands there."""
        return replace(self, placement=self.believed, astray=())

    def seen_from(self, moment: float) -> SensorLog:
        """The same memory; nobody watched until that moment."""
        return replace(self, seen_since=moment)

    def with_astray(self, squares: chess.Bitboard, expected: Placement) -> SensorLog:
        """The same memory in which these squares read as `expected`, until something changes on one of them."""
        wrong = tuple((square, code_at(self.placement, square)) for square in chess.scan_forward(squares))
        placement = self.placement
        for square, _ in wrong:
            placement = with_code(placement, square, code_at(expected, square))
        return replace(self, placement=placement, astray=self.astray + wrong)

    def with_unread(self, square: chess.Square, expected: Placement) -> SensorLog:
        """The same memory in which this square reads as `expected`, though it reads nothing."""
        if any(square == known for known, _ in self.astray):
            return self.with_piece(square, code_at(expected, square))
        return self.with_astray(chess.BB_SQUARES[square], expected)

    def forgetting(self, squares: Collection[chess.Square]) -> SensorLog:
        """The same memory without the lifts from these squares."""
        return replace(self, lifts=tuple(lift for lift in self.lifts if lift.square not in squares))

    def since(self, moment: float) -> tuple[SensorFact, ...]:
        """The lifts after `moment`, and where those pieces came back, as evidence."""
        facts = []
        for lift in self.lifts:
            if lift.at >= moment and not lift.ruled:
                facts.append(SensorFact(lift.at, lift.square, ""))
                if lift.returned is not None:
                    facts.append(SensorFact(lift.returned, lift.square, symbol_of(lift.code)))
        return tuple(sorted(facts, key=lambda fact: fact.at))

    def last_lift(self, square: chess.Square, code: Code, otherwise: float) -> float:
        """When this very piece was last lifted from the square; `otherwise` if that is no longer remembered."""
        for lift in reversed(self.lifts):
            if lift.square == square and lift.code == code:
                return lift.at
        return otherwise

    def first_lift(self, square: chess.Square, since: float) -> float:
        """When a piece was first lifted from the square after `since`; as far as that is remembered, else the last."""
        for lift in self.lifts:
            if lift.square == square and lift.at > since:
                return lift.at
        return self.lifted[square]

    def stood(self, square: chess.Square, landed: float) -> float:
        """For how many seconds a piece put down at `landed` stood on the square; infinity while it does."""
        for lift in self.lifts:
            if lift.square == square and lift.at >= landed:
                return lift.at - landed
        return float("inf")

    def put_back_between(self, start: float, end: float, squares: chess.Bitboard) -> bool:
        """Whether a piece came back to its square, one of these, after `start` and before `end`."""
        return any(
            lift.returned is not None and start < lift.returned < end and squares >> lift.square & 1
            for lift in self.lifts
        )

    def visited_since(self, moment: float) -> tuple[chess.Bitboard, chess.Bitboard]:
        """The empty squares on which a piece was put down after `moment` and stood for longer than in passing, and
        those on which it stood only in passing.
        """
        rested = passed = chess.BB_EMPTY
        for square in chess.scan_forward(~(occupied(self.placement) | self.undated) & chess.BB_ALL):
            if moment < self.filled[square]:
                if self.filled[square] <= self.lifted[square] - PASSING_SECONDS:
                    rested |= chess.BB_SQUARES[square]
                else:
                    passed |= chess.BB_SQUARES[square]
        return rested, passed

    def out_until(self, lift: Lift) -> float:
        """When something stood on the square again after this lift; infinity while nothing does."""
        if lift.returned is not None:
            return lift.returned
        return float("inf") if self.still_out(lift) else self.filled[lift.square]

    def still_out(self, lift: Lift) -> bool:
        """Whether nothing has stood on the square since this piece was lifted."""
        return lift.returned is None and self.filled[lift.square] < lift.at

    def without_before(self, moment: float, expected: chess.Bitboard) -> SensorLog:
        """The same memory without the lifts before `moment`, but for pieces that have been out ever since.

        Pieces that left a square on which none is `expected` are not out: they have moved. Nobody adjusts now.
        """
        if self.adjusting:
            return replace(self, adjusting=chess.BB_EMPTY).without_before(moment, expected)
        if self.mistaken and (known := still_held(self.mistaken, moment)) != self.mistaken:
            return replace(self, mistaken=known).without_before(moment, expected)
        if len(self.lifts) < LIFTS_WORTH_PRUNING:
            return self
        kept = [
            lift for lift in self.lifts if lift.at >= moment or (expected >> lift.square & 1 and self.still_out(lift))
        ]
        return self if len(kept) == len(self.lifts) else self._with_lifts(tuple(kept))

    def _with_lifts(self, lifts: tuple[Lift, ...]) -> SensorLog:
        return SensorLog(
            self.placement, self.lifted, self.filled, lifts, self.changed_at, self.dumped_at,
            self.undated, self.fresh, self.astray, self.adjusting, self.seen_since, self.mistaken,
        )  # fmt: skip


def observe(log: SensorLog, changes: Iterable[tuple[chess.Square, Code]], now: float) -> SensorLog:
    """The memory after these squares changed; squares that read the same as before are no change."""
    seen: Changes = tuple(changes)
    mistaken = log.mistaken
    if mistaken:
        mistaken, seen = carried_on(mistaken, log.lifts, seen, now)
    if log.astray:
        log = _noticed_again(log, seen)
    placement, lifted, filled, lifts = log.placement, log.lifted, log.filled, log.lifts
    fresh, adjusting = chess.BB_EMPTY, log.adjusting
    for square, code in seen:
        old = code_at(placement, square)
        if old == code:
            continue
        placement ^= SPREAD[old ^ code] << square
        fresh |= chess.BB_SQUARES[square]
        if old != EMPTY:
            lifted = _with_time(lifted, square, now)
            if not adjusting >> square & 1:
                lifts = (*lifts[1 - LIFTS_KEPT :], Lift(square, old, now, stood_from=filled[square]))
        if code != EMPTY:
            filled = _with_time(filled, square, now)
            lifts = _with_return(lifts, square, code, now)
            adjusting &= ~chess.BB_SQUARES[square]
    if not fresh:
        return log if mistaken == log.mistaken else replace(log, mistaken=mistaken)
    undated = log.undated & ~fresh
    return SensorLog(
        placement, lifted, filled, lifts, now, log.dumped_at, undated, fresh, log.astray, adjusting, log.seen_since,
        mistaken,
    )  # fmt: skip


def _with_time(times: tuple[float, ...], square: chess.Square, now: float) -> tuple[float, ...]:
    changed = list(times)
    changed[square] = now
    return tuple(changed)


def _noticed_again(log: SensorLog, changes: Changes) -> SensorLog:
    """The memory without pieces astray when one of their squares changes, or one that is missing is put down: somebody
    is putting them right.

    What happened on those squares before is no player's touch.
    """
    squares = {square for square, _ in log.astray}
    missing = {code_at(log.placement, square) for square, code in log.astray if code == EMPTY}
    if missing:
        missing -= {code for code in missing if _in_hand(log, code, changes)}
    if all(square not in squares and code not in missing for square, code in changes):
        return log
    return log.forgetting(squares).as_it_stands()


def _in_hand(log: SensorLog, code: Code, changes: Changes) -> bool:
    """Whether a piece like this was lifted from its square and has not been put down, or is lifted by these changes:
    then it is the one that is put down.
    """
    read = log.believed
    if any(code_at(read, square) == code != now for square, now in changes):
        return True
    put_down = max((log.filled[square] for square in chess.SQUARES if code_at(read, square) == code), default=NEVER)
    return any(lift.code == code and log.still_out(lift) and lift.at > put_down for lift in log.lifts)


def observe_dump(log: SensorLog, placement: Placement, now: float) -> SensorLog:
    """The memory after a reading of all squares; what changed since then counts as changed now."""
    changed = difference(log.standing, placement)
    if changed:
        log = observe(log, ((square, code_at(placement, square)) for square in chess.scan_forward(changed)), now)
    return replace(log, dumped_at=now, undated=log.undated | changed)


def _with_return(lifts: tuple[Lift, ...], square: chess.Square, code: Code, now: float) -> tuple[Lift, ...]:
    """The lifts, with the note that the piece lifted last from this square is back, if it is the same one."""
    index = len(lifts)
    for lift in reversed(lifts):
        index -= 1
        if lift.square == square:
            if lift.code != code or lift.returned is not None:
                return lifts
            back = Lift(square, code, lift.at, now, stood_from=lift.stood_from)
            return (*lifts[:index], back, *lifts[index + 1 :])
    return lifts
