"""Lines of moves played again after one of them was changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from bridge.rules.notices import Played, Stage
from bridge.rules.position import Position
from bridge.rules.recognition.guesses import LINES_TRIED, other_moves
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.successors import played
from bridge.rules.state import Game
from drivers.placement import Sensing, seen_by


def reading_at(game: Game, ply: int) -> Reading | None:
    """The reading of the published line after that half-move; None when the game has no such half-move."""
    reading = game.published
    while reading.ply > ply and reading.parent is not None:
        reading = reading.parent
    return reading if reading.ply == ply else None


def legal_move(position: Position, uci: str) -> chess.Move | None:
    """The legal move that the text means (castling also as king takes own rook); None when there is none."""
    try:
        return position.board().parse_uci(uci) or None  # A null move is none.
    except ValueError:
        return None


def with_move(parent: Reading, move: chess.Move, like: Played, sensing: Sensing, *, guess: bool = False) -> Reading:
    """The reading after another move in the place of one that was `played`."""
    _, after, placement = played(parent.position, move, sensing)
    illegal = not parent.position.board().is_legal(move)
    return Reading(
        parent, move, after, placement, like.ply, like.at, landed=like.at, illegal=illegal, seen=like.seen, guess=guess
    )


def position_set(parent: Reading, position: Position, sensing: Sensing, ply: int, at: float) -> Reading:
    """The reading in which an arbiter has set another position; no move leads to it."""
    return Reading(parent, None, position, seen_by(sensing, position.placement), ply, at)


def position_entry(before: Position, reading: Reading) -> Played:
    """How a position that was set stands in the record: as a null move, marked, because no move leads there."""
    null = chess.Move.null()
    return Played(reading.ply, null, before, reading.position, reading.born, Stage.COMPLETED, illegal=True, seen=False)


def played_again(base: Reading, later: Sequence[Played], sensing: Sensing) -> list[Reading] | None:
    """The later moves after `base`: each as it was or, if it was a guess, as it may have been. None when one of them
    can no longer be played.
    """
    line: list[Reading] = []
    ways = [_ways(base, later, 0, sensing)]
    dead_ends = 0
    while len(line) < len(later):
        reading = next(ways[-1], None)
        if reading is not None:
            line.append(reading)
            ways.append(_ways(reading, later, len(line), sensing))
            continue
        dead_ends += 1
        ways.pop()
        if not line or dead_ends > LINES_TRIED * len(later):
            return None
        line.pop()
    return line


def _ways(parent: Reading, later: Sequence[Played], index: int, sensing: Sensing) -> Iterator[Reading]:
    if index >= len(later):
        return
    was = later[index]
    if not was.move:
        yield position_set(parent, was.after, sensing, was.ply, was.at)
        return
    board = parent.position.board()
    if board.color_at(was.move.from_square) != board.turn:
        return
    same = with_move(parent, was.move, was, sensing, guess=was.guess)
    if was.illegal or not same.illegal:
        yield same
    if was.guess:
        for move in other_moves(same, (), sensing):
            yield with_move(parent, move, was, sensing, guess=True)


def completed(moves: Sequence[Played]) -> tuple[Played, ...]:
    """The moves, of which each counts as completed."""
    return tuple(each if each.stage is Stage.COMPLETED else _completed(each) for each in moves)


def _completed(each: Played) -> Played:
    return Played(
        each.ply, each.move, each.before, each.after, each.at, Stage.COMPLETED,
        each.illegal, each.seen, each.clock, each.guess,
    )  # fmt: skip
