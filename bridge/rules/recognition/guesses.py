"""Guesses made good: a move of which the e-board did not show everything may have been another one.

An occupancy board shows neither what a pawn became nor, when two pieces changed hands over one square, which piece was
taken. The likeliest move is recorded as a guess. When no later move explains the board, the guesses are tried the other
way, and the moves after them are kept where they are still legal and leave the same squares filled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import chess

from bridge.rules.recognition.growth import unlikelihood_of_victim
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.successors import Result, legal_moves_with_results
from drivers.placement import Sensing

PLIES_BACK = 80  # later half-moves nearly always tell which piece was taken
LINES_TRIED = 60  # other lines at most; each takes a listing of legal moves for every half-move


def other_lines(root: Reading, sensing: Sensing) -> Iterator[Reading]:
    """Other readings that end as `root` does on the e-board, the one that changes the latest guess first.

    Each is a whole line of new readings up to the changed guess, at most `LINES_TRIED` in all.
    """
    return islice(_other_lines(root, sensing), LINES_TRIED)


def other_moves(guess: Reading, later: Sequence[Reading], sensing: Sensing) -> tuple[chess.Move, ...]:
    """The other legal moves that look like this guess and after which the `later` moves may have been played."""
    parent = guess.parent
    if parent is None:
        return ()
    return tuple(
        result[0]
        for result in _look_alikes(parent, guess, sensing)
        if result[0] != guess.move and next(_replayed(_again(parent, guess, result), later, sensing), None) is not None
    )


def _other_lines(root: Reading, sensing: Sensing) -> Iterator[Reading]:
    later: list[Reading] = []
    reading = root
    while reading.parent is not None and len(later) < PLIES_BACK:
        if reading.guess:
            for result in _look_alikes(reading.parent, reading, sensing):
                if result[0] != reading.move:
                    yield from _replayed(_again(reading.parent, reading, result), later[::-1], sensing)
        later.append(reading)
        reading = reading.parent


def _replayed(base: Reading, later: Sequence[Reading], sensing: Sensing) -> Iterator[Reading]:
    """The line after `base` with the later moves, each as it was or, if it was a guess, as it may have been."""
    if not later:
        yield base
        return
    old, *rest = later
    for result in _look_alikes(base, old, sensing):
        yield from _replayed(_again(base, old, result), rest, sensing)


def _look_alikes(parent: Reading, old: Reading, sensing: Sensing) -> list[Result]:
    """The legal moves after which the e-board looks as it did, the same move first, then the likelier captures; another
    one only for a guess.
    """
    if old.move is None:
        return []
    origin = chess.BB_SQUARES[old.move.from_square]
    destinations = chess.BB_ALL if old.guess else chess.BB_SQUARES[old.move.to_square]
    found = legal_moves_with_results(parent.position, origin, destinations, sensing)
    return sorted(
        (each for each in found if each[2] == old.placement),
        key=lambda each: (each[0] != old.move, unlikelihood_of_victim(parent, each[0])),
    )


def _again(parent: Reading, old: Reading, result: Result) -> Reading:
    move, position, placement = result
    return Reading(
        parent, move, position, placement, old.ply, old.born, old.cost, old.landed, seen=old.seen, guess=old.guess
    )
