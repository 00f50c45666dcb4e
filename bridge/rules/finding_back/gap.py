"""Half-moves played while the e-board was not heard: filled in as far as the board and the presses prove them.

A line is proved when it is the only one of so many half-moves that leads from the last certain position to what stood
when the e-board was heard again. How many there were, the presses tell; without any, the fewest count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from bridge.rules.copying import replace
from bridge.rules.notices import Stage
from bridge.rules.recognition.missed import missed_lines
from bridge.rules.recognition.presses import Pressed
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.settle import settle_seconds
from bridge.rules.recognition.successors import played
from bridge.rules.recognition.tracking import recognise
from bridge.rules.state import Game, played_of
from drivers.placement import (
    Placement,
    Sensing,
    code_at,
    difference,
    occupied,
    placement_of,
    surely_of,
    with_code,
)

HEARD_SECONDS = 0.4  # an e-board with a memory has begun to tell by then what it remembers
GONE_AT_MOST = 5  # squares left, of which one piece may be in a hand
PLIES_IN_HAND = 3
PLIES_AT_MOST = 6  # half-moves looked for; longer lines are never the only ones


def gap_due(game: Game) -> float | None:
    """When it will be looked for what was played meanwhile; None when nothing may be missing, or it has been."""
    waits = game.linked and game.result is None and not game.restoring
    return game.heard.at + HEARD_SECONDS if waits and game.heard is not None and game.gap_open else None


def fill_gap(game: Game) -> Game | None:
    """The game with the half-moves that are proved; None when none are."""
    heard = game.heard
    if heard is None or game.setup.sensing is Sensing.OCCUPANCY or not game.resumed:
        return None
    before = [press for press in game.presses if press.at <= heard.at]
    moves = _proved(game, heard.placement, before)
    moves = _proved_but_one_in_hand(game, heard.placement, before) if moves is None else moves
    if moves is not None:
        return _filled(game, moves, before)
    moves = _proved(game, game.log.placement, game.presses)
    if moves is None or difference(heard.placement, game.log.placement) & ~_last_changed(game, moves):
        return None  # What was seen since is more than the end of the last of these moves.
    return _filled(game, moves, game.presses)


def _last_changed(game: Game, moves: Sequence[chess.Move]) -> chess.Bitboard:
    """The squares that the last of these moves changes."""
    board = game.root.position.board()
    for move in moves[:-1]:
        board.push(move)
    before = placement_of(board)
    board.push(moves[-1])
    return difference(before, placement_of(board))


def _proved(game: Game, target: Placement, presses: Sequence[Pressed]) -> tuple[chess.Move, ...] | None:
    """The only line of the fewest half-moves that the presses allow, from the last certain position to `target`."""
    root = game.root
    if root.placement == target:
        return None
    for plies in _plies(game, presses):
        missed = missed_lines(root.position, target, plies, game.setup.sensing)
        if missed.lines or not missed.complete:
            return missed.proved
    return None


def _proved_but_one_in_hand(
    game: Game, standing: Placement, presses: Sequence[Pressed]
) -> tuple[chess.Move, ...] | None:
    """The same when the next player held a piece already: the only line to what stood with one piece put back."""
    before, found = game.root.placement, list[tuple[chess.Move, ...]]()
    gone = difference(before, standing) & occupied(before) & ~occupied(standing)
    for square in chess.scan_forward(gone) if gone.bit_count() <= GONE_AT_MOST else ():
        piece = code_at(before, square)
        target = with_code(standing, square, piece)
        for plies in _plies(game, presses):
            turn = game.root.position.turn if plies % 2 == 0 else not game.root.position.turn
            if plies > PLIES_IN_HAND or not surely_of(turn, before) >> square & 1:
                continue
            missed = missed_lines(game.root.position, target, plies, game.setup.sensing)
            if missed.lines or not missed.complete:
                found += [missed.proved or ()]
                break
    return found[0] or None if len(found) == 1 else None


def _plies(game: Game, presses: Sequence[Pressed]) -> Iterator[int]:
    """How many half-moves there may have been, the likeliest number first. The last may not be pressed for yet."""
    pressed = len(_in_turn(game, presses))
    if pressed:
        yield from (pressed, pressed + 1)
        return
    clock, turn = game.clock, game.root.position.turn
    for plies in range(1, PLIES_AT_MOST + 1):
        next_to_move = turn if plies % 2 == 0 else not turn
        if clock is None or clock.running in {None, next_to_move}:
            yield plies


def _in_turn(game: Game, presses: Sequence[Pressed]) -> list[Pressed]:
    """The presses of moves after the last certain one, each side's in turn: without late, double and bounced ones."""
    turn, counted = game.root.position.turn, list[Pressed]()
    for press in presses:
        if press.color == turn:
            counted.append(press)
            turn = not turn
    return counted


def _filled(game: Game, moves: Sequence[chess.Move], presses: Sequence[Pressed]) -> Game:
    """The game with these half-moves, each as if made when it was pressed for, as far as that is known."""
    pressed = _in_turn(game, presses)
    reading, line = game.root, list[Reading]()
    for index, move in enumerate(moves):
        _, after, placement = played(reading.position, move, game.setup.sensing)
        born = max(pressed[index].at if index < len(pressed) else reading.born, reading.born)
        reading = Reading(reading, move, after, placement, reading.ply + 1, born, game.root.cost, seen=False)
        line.append(reading)
    root, heard_at = [game.root, *line][-2], game.heard.at if game.heard is not None else reading.born
    completed = (played_of(each, Stage.COMPLETED) for each in line[:-1])
    filled = replace(
        game, record=(*game.record, *completed), readings=(root, reading), published=reading, made=frozenset(),
        gap=False, heard=None, unpressed=frozenset(), settle_at=reading.born + settle_seconds(reading, game.setup),
        presses=tuple(each for each in game.presses if each in pressed[len(line) - 1 :] or each.at > heard_at),
    )  # fmt: skip
    return filled if filled.agrees else recognise(filled, game.log)
