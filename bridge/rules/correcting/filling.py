"""An open stretch filled in: the moves that nobody saw, as the scoresheets have them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import chess

from bridge.rules.alerts import AlertKind
from bridge.rules.copying import replace
from bridge.rules.correcting.corrections import FillStretch, Refusal, RefusalCode
from bridge.rules.correcting.lines import completed, played_again, reading_at
from bridge.rules.notices import Played, Stage
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.successors import played
from bridge.rules.state import Game, played_of


def fill_stretch(game: Game, asked: FillStretch) -> Game | Refusal:
    """The game with these moves in the place of the open stretch, and the later ones as they were."""
    entry = game.moves[asked.ply - 1] if 1 <= asked.ply <= len(game.moves) else None
    before = reading_at(game, asked.ply - 1)
    if entry is None or entry.move or before is None:
        return Refusal(RefusalCode.NOT_OPEN, f"No moves are missing at half-move {asked.ply}.")
    line = _line(game, before, entry, asked.moves)
    if isinstance(line, Refusal):
        return line
    later = [dataclasses.replace(each, ply=each.ply + len(line) - 1) for each in game.moves[asked.ply :]]
    tail = played_again(line[-1], later, game.setup.sensing)
    if tail is None:
        return Refusal(RefusalCode.NOT_LEGAL, "After these moves those that followed cannot be played.")
    return _with_line(game, asked.ply, line, tail, later)


def _line(game: Game, before: Reading, entry: Played, moves: Sequence[str]) -> list[Reading] | Refusal:
    """The readings of the moves from the position before the stretch to the one after it."""
    reading, line = before, list[Reading]()
    for san in moves:
        move = _move(reading.position.board(), san)
        if move is None:
            number = before.ply + len(line) + 1
            return Refusal(RefusalCode.NOT_LEGAL, f"{san} (half-move {number}) cannot be played in the position then.")
        _, after, placement = played(reading.position, move, game.setup.sensing)
        reading = Reading(reading, move, after, placement, reading.ply + 1, entry.at, landed=entry.at, seen=False)
        line.append(reading)
    there = reading.position
    if not line or (there.placement, there.turn) != (entry.after.placement, entry.after.turn):
        return Refusal(RefusalCode.NOT_LEGAL, "These moves do not lead to the position from which play went on.")
    return line


def _move(board: chess.Board, san: str) -> chess.Move | None:
    try:
        return board.parse_san(san) or None
    except ValueError:
        return None


def _with_line(game: Game, ply: int, line: list[Reading], tail: list[Reading], later: list[Played]) -> Game:
    shift = len(line) - 1
    done = len(game.record) + shift
    record = (
        *completed(game.moves[: ply - 1]),
        *(played_of(reading, Stage.COMPLETED) for reading in line),
        *(played_of(reading, Stage.COMPLETED, was.clock) for reading, was in zip(tail, later, strict=True)),
    )
    readings = [*line, *tail][done - ply :]
    made = [each for each in readings[1:] if later[each.ply - later[0].ply].stage is Stage.MADE]
    alerts = [each for each in game.alerts if each.kind is not AlertKind.MOVES_MISSING or each.ply != ply]
    return replace(
        game, record=record[:done], readings=tuple(readings), published=readings[-1], made=frozenset(made),
        certain_ply=game.certain_ply + shift if game.certain_ply >= ply else game.certain_ply,
        alerts=tuple(dataclasses.replace(each, ply=each.ply + shift) if each.ply > ply else each for each in alerts),
    )  # fmt: skip
