"""What goes wrong with chips and squares, and changes that are never told."""

from __future__ import annotations

from collections.abc import Callable

import chess

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import Stage
from benchmarks.exam.storm.stream import LostChange, OddChip
from drivers.hand.moves import crossed_squares, steps_of
from drivers.placement import BLACK_BIT, SOME_PIECE, Code
from drivers.reports import SquaresChanged


def last_put_lost(stage: Stage) -> bool:
    """A piece is pushed over squares, and its arrival is never told."""
    move = stage.any_move(lambda each: bool(crossed_squares(stage.board, each)) and not stage.board.is_castling(each))
    if move is None or stage.board.is_capture(move):
        return False
    stage.think()
    begin, mover = stage.now, stage.board.turn
    stage.do(steps_of(stage.board, move, stage.hand, slide=True))
    stage.stream.lost.append(LostChange(stage.now, move.to_square))
    stage.count(move, begin)
    stage.press(mover)
    stage.note(Upset.LAST_PUT_LOST, begin)
    return True


def lift_lost(stage: Stage) -> bool:
    """The lift of the piece that moves is never told."""
    move = stage.next_move()
    if move is None or stage.board.is_castling(move) or move.promotion:
        return False
    stage.think()
    begin, mover = stage.now, stage.board.turn
    stage.stream.lost.append(LostChange(stage.now, move.from_square))
    stage.half_move(move, think=False, press=False)
    stage.press(mover)
    stage.note(Upset.LIFT_LOST, begin)
    return True


def _wrong_code(stage: Stage, square: chess.Square) -> Code:
    """Another kind of the same side."""
    right = stage.code(square)
    kinds = [kind for kind in (1, 2, 3, 4, 5) if kind != right & 7]
    return stage.rng.choice(kinds) | right & BLACK_BIT


def chip_goes_wrong(stage: Stage) -> bool:
    """A piece that moves reads as another kind of its side from then on."""
    return _chip_at_move(stage, Upset.CHIP_GOES_WRONG)


def chip_unknown(stage: Stage) -> bool:
    """A piece that moves reads as some piece from then on."""
    return _chip_at_move(stage, Upset.CHIP_UNKNOWN)


def queen_unknown(stage: Stage) -> bool:
    """A pawn becomes a piece whose chip nobody knows."""
    move = stage.any_move(lambda each: bool(each.promotion))
    if move is None:
        return False
    begin, first = stage.now, len(stage.stream.acts)
    stage.half_move(move)
    at = _arrival(stage, first, move)
    stage.stream.chips.append(OddChip(at, move.to_square, SOME_PIECE))
    stage.note(Upset.QUEEN_UNKNOWN, begin, inside="promotion")
    return True


def _chip_at_move(stage: Stage, kind: Upset) -> bool:
    move = stage.next_move()
    king = move is not None and stage.board.piece_type_at(move.from_square) == chess.KING
    if move is None or king or move.promotion:
        return False
    code = SOME_PIECE if kind is Upset.CHIP_UNKNOWN else _wrong_code(stage, move.from_square)
    begin, first = stage.now, len(stage.stream.acts)
    stage.half_move(move)
    stage.stream.chips.append(OddChip(_arrival(stage, first, move), move.to_square, code))
    stage.note(kind, begin)
    return True


def _arrival(stage: Stage, first: int, move: chess.Move) -> float:
    """When the piece was put on its square last."""
    puts = [
        act.at
        for act in stage.stream.acts[first:]
        if isinstance(act.does, SquaresChanged) and act.does.changes[0][0] == move.to_square and act.does.changes[0][1]
    ]
    return puts[-1]


def chip_from_start(stage: Stage) -> bool:
    """One piece reads as another kind all game long."""
    square = stage.rng.choice(stage.pieces())
    stage.stream.chips.append(OddChip(-9.0, square, _wrong_code(stage, square)))
    stage.note(Upset.CHIP_FROM_START, 0.0)
    return True


def dead_square(stage: Stage) -> bool:
    """One square reads nothing all game long."""
    stage.stream.dead.add(stage.rng.choice(stage.pieces()))
    stage.note(Upset.DEAD_SQUARE, 0.0)
    return True


FAULTS: dict[Upset, Callable[[Stage], bool]] = {
    Upset.LAST_PUT_LOST: last_put_lost,
    Upset.LIFT_LOST: lift_lost,
    Upset.CHIP_GOES_WRONG: chip_goes_wrong,
    Upset.CHIP_UNKNOWN: chip_unknown,
    Upset.QUEEN_UNKNOWN: queen_unknown,
    Upset.CHIP_FROM_START: chip_from_start,
    Upset.DEAD_SQUARE: dead_square,
}
