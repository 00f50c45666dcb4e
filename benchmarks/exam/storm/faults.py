"""What goes wrong with squares and chips; and touches too short to mean anything."""

from __future__ import annotations

from collections.abc import Callable

import chess

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import Stage, Steps, touched_by
from benchmarks.exam.storm.stream import LostChange, OddChip
from drivers.hand.act import lift, put
from drivers.hand.moves import crossed_squares, steps_of
from drivers.placement import BLACK_BIT, SOME_PIECE, Code
from drivers.reports import SquaresChanged

SHORT = (0.6, 0.7)
WINK = (0.02, 0.06)
GHOST = (0.03, 0.4)


def _quiet_pieces(stage: Stage) -> list[chess.Square]:
    move = stage.next_move()
    busy = touched_by(stage.board, move) if move is not None else set()
    return [square for square in stage.pieces() if square not in busy]


def flicker_steps(stage: Stage) -> Steps:
    """A square reads empty and full again, several times."""
    spare = _quiet_pieces(stage)
    if not spare:
        return []
    square = stage.rng.choice(spare)
    steps: Steps = []
    for _ in range(stage.rng.randint(2, 5)):
        steps += [lift(stage.takes(0.03, 0.2), square), put(stage.takes(*WINK), square, stage.code(square))]
    return steps


def ghost_steps(stage: Stage) -> Steps:
    """An empty square beside a piece reads as if it stood there too."""
    move = stage.next_move()
    busy = touched_by(stage.board, move) if move is not None else set()
    places = [
        (square, near)
        for square in _quiet_pieces(stage)
        for near in chess.SquareSet(chess.BB_KING_ATTACKS[square] & ~stage.board.occupied)
        if near not in busy
    ]
    if not places:
        return []
    square, near = stage.rng.choice(places)
    return [put(stage.takes(0.05, 0.3), near, stage.code(square)), lift(stage.takes(*GHOST), near)]


def adjust_short_steps(stage: Stage) -> Steps:
    """A piece of the player on the move is straightened: 0.6 to 0.7 seconds off its square."""
    spare = [square for square in _quiet_pieces(stage) if stage.board.color_at(square) is stage.board.turn]
    if not spare:
        return []
    square = stage.rng.choice(spare)
    return [lift(stage.takes(0.1, 0.3), square), put(stage.takes(*SHORT), square, stage.code(square))]


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


INTERJECTIONS: dict[Upset, Callable[[Stage], Steps]] = {
    Upset.FLICKER: flicker_steps,
    Upset.GHOST_NEIGHBOUR: ghost_steps,
    Upset.ADJUST_SHORT: adjust_short_steps,
}
FAULTS: dict[Upset, Callable[[Stage], bool]] = {
    Upset.LAST_PUT_LOST: last_put_lost,
    Upset.LIFT_LOST: lift_lost,
    Upset.CHIP_GOES_WRONG: chip_goes_wrong,
    Upset.CHIP_UNKNOWN: chip_unknown,
    Upset.QUEEN_UNKNOWN: queen_unknown,
    Upset.CHIP_FROM_START: chip_from_start,
    Upset.DEAD_SQUARE: dead_square,
}
