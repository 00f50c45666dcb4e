"""What really happened at a board, and how a record compares with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import chess

from benchmarks.exam.storm.kinds import Kind
from bridge.rules.notices import Played

NULL = chess.Move.null()
LINES_LOOKED_AT = 8_000
"""Positions that are looked at for another line; when there are more, the line is taken for one of several."""


@dataclass(frozen=True, slots=True)
class TruePly:
    """A half-move that counts. `illegal`: it was not legal and stands. `gap`: the number of the gap it fell into, while
    nothing was seen, or None. `started` and `done`: when the first piece was touched, and when all was over.
    """

    move: chess.Move
    before: chess.Board
    started: float
    done: float
    illegal: bool = False
    gap: int | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """Something unusual, from its first act to its last. `color`: the player who did it, where one did."""

    kind: Kind
    begin: float
    end: float
    ply: int
    color: chess.Color | None = None
    inside: str = ""


@dataclass(slots=True)
class Truth:
    """All half-moves that count, what happened besides, and since when nothing unusual does (`healed`)."""

    plies: list[TruePly] = field(default_factory=list)
    happened: list[Happened] = field(default_factory=list)
    healed: float = float("inf")
    presses_heard: set[int] = field(default_factory=set)
    """The gaps during which the presses of the clock were heard."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a record compares with the truth. `followed`: it is right but for stretches that are marked as open;
    `perfect`: those could not be known. `first`: in words, where it goes wrong.
    """

    perfect: bool
    followed: bool
    first: str = ""


def compared(moves: Sequence[Played], truth: Truth, *, blind: bool) -> Verdict:
    """Compare a record. `blind`: what a pawn became does not show."""
    aligned = _aligned(moves, truth, blind=blind)
    if aligned is None:
        return Verdict(perfect=False, followed=False, first=_first_fault(moves, truth, blind=blind))
    open_plies = [truth.plies[i:j] for i, j in aligned]
    unprovable = all(_unknowable(stretch, truth, blind=blind) for stretch in open_plies)
    return Verdict(unprovable, followed=True, first="" if unprovable else "an open stretch that could be known")


def _same(told: Played, true: TruePly, *, blind: bool) -> bool:
    one, other = told.move, true.move
    promoted = blind or one.promotion == other.promotion
    return (one.from_square, one.to_square, told.illegal) == (other.from_square, other.to_square, true.illegal) and (
        promoted
    )


def _aligned(moves: Sequence[Played], truth: Truth, *, blind: bool) -> list[tuple[int, int]] | None:
    """The stretches of true half-moves that the null moves of the record stand for; None when the record is wrong."""
    plies = truth.plies

    def match(told: int, true: int) -> list[tuple[int, int]] | None:
        while told < len(moves) and moves[told].move != NULL:
            if true >= len(plies) or not _same(moves[told], plies[true], blind=blind):
                return None
            told, true = told + 1, true + 1
        if told == len(moves):
            return [] if true == len(plies) else None
        for end in range(true + 1, len(plies) + 1):
            rest = match(told + 1, end)
            if rest is not None:
                return [(true, end), *rest]
        return None

    return match(0, 0)


def _first_fault(moves: Sequence[Played], truth: Truth, *, blind: bool) -> str:
    for number, (told, true) in enumerate(zip(moves, truth.plies, strict=False)):
        if told.move != NULL and not _same(told, true, blind=blind):
            return f"half-move {number + 1}: {_told(told)} instead of {_true(true)} at {told.at:.1f} s"
    ply = min(len(moves), len(truth.plies))
    told_next = _told(moves[ply]) if ply < len(moves) else "nothing"
    true_next = _true(truth.plies[ply]) if ply < len(truth.plies) else "nothing"
    return f"half-move {ply + 1}: {told_next} instead of {true_next}"


def _told(played: Played) -> str:
    return ("illegal " if played.illegal else "") + played.move.uci()


def _true(ply: TruePly) -> str:
    return ("illegal " if ply.illegal else "") + ply.move.uci()


def _unknowable(stretch: Sequence[TruePly], truth: Truth, *, blind: bool) -> bool:
    """Whether nobody could know these half-moves: all fell into gaps, and another line leads to the same position."""
    if not stretch or any(ply.gap is None for ply in stretch):
        return False
    heard = all(ply.gap in truth.presses_heard for ply in stretch)
    after = stretch[-1].before.copy(stack=False)
    after.push(stretch[-1].move)
    lengths = [len(stretch)] if heard else range(1, len(stretch) + 2)
    return sum(lines_to(stretch[0].before, after, length, blind=blind) for length in lengths) > 1


def lines_to(start: chess.Board, target: chess.BaseBoard, plies: int, *, blind: bool = False) -> int:
    """How many legal lines of so many half-moves lead from `start` to the placement of `target`: 0, 1, or 2 for more
    (also when that is too much work to tell).
    """
    return _count(start.copy(stack=False), target, plies, [LINES_LOOKED_AT], blind=blind)


def _count(board: chess.Board, target: chess.BaseBoard, plies: int, left: list[int], *, blind: bool) -> int:
    wrong = board.occupied ^ target.occupied if blind else _differing(board, target)
    if plies == 0:
        return int(not wrong)
    if wrong.bit_count() > 2 * plies + 4:
        return 0
    left[0] -= 1
    if left[0] < 0:
        return 2
    found = 0
    for move in board.generate_legal_moves(wrong if plies == 1 else chess.BB_ALL):
        board.push(move)
        found += _count(board, target, plies - 1, left, blind=blind)
        board.pop()
        if found > 1:
            return 2
    return found


def _differing(board: chess.BaseBoard, target: chess.BaseBoard) -> chess.Bitboard:
    squares = board.occupied_co[chess.WHITE] ^ target.occupied_co[chess.WHITE]
    squares |= board.occupied_co[chess.BLACK] ^ target.occupied_co[chess.BLACK]
    for kind in ("pawns", "knights", "bishops", "rooks", "queens", "kings"):
        squares |= getattr(board, kind) ^ getattr(target, kind)
    return squares
