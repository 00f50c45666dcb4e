"""The last positions: from which of them legal play leads to what stands.

A completed move is certain only as long as the board agrees with it. When nothing that follows from the record explains
the board and the hands are still, the last positions are looked through, the nearest first, and the game goes on from
the one that does.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from bridge.rules.copying import frozen, replace
from bridge.rules.endings.renewal import reset_due
from bridge.rules.finding_back.doubtful import believe
from bridge.rules.finding_back.gap import fill_gap, gap_due
from bridge.rules.finding_back.open_stretch import go_on_from_what_stood, remembering
from bridge.rules.finding_back.takeback import report_takeback
from bridge.rules.finding_back.unread_square import go_on_to_unread_square
from bridge.rules.irregularities.verdict import NO_DUMP_SECONDS, verdict_due
from bridge.rules.notices import Played
from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.explaining import exact_line
from bridge.rules.recognition.reading import Reading, born_at
from bridge.rules.recognition.sensors import NEVER, SensorLog
from bridge.rules.recognition.settle import settle_seconds
from bridge.rules.state import Game
from drivers.placement import difference, occupied

STILL_SECONDS = 1.0  # the board has been still for this long; players who take a move back do it in one go
PAUSED_SECONDS = 2.5  # the same while a piece is in a hand, or an arbiter may be putting pieces right
PLIES_BACK = 8  # completed half-moves that may be taken back at once
SQUARES_APART = 8  # from a position that differs on more squares no short line leads to what stands
MISREAD_SECONDS = 5.0  # after that long a completed move is another one because hands changed it, not the sensors


@frozen()
class _Way:
    """A way back: the reading that the game goes on from, the record up to it, the moves that are gone then, and the
    last reading of the line that leads to what stands.
    """

    base: Reading
    record: tuple[Played, ...]
    gone: tuple[Played, ...]
    last: Reading


def look_back_due(game: Game) -> float | None:
    """When the last positions will be looked through, if nothing changes until then; None when nothing asks for it, or
    when they have been.
    """
    unread = not game.linked or game.log.dumped_at < game.linked_at
    if unread or game.result is not None or game.restoring or _at_rest(game) or reset_due(game) is not None:
        return None
    if (gap := gap_due(game)) is not None:
        return gap
    moment = max(game.log.changed_at, *game.last_pressed)
    if game.looked_back_at >= moment:
        return None
    verdict = verdict_due(game)
    if game.log.dumped_at >= game.log.changed_at:
        in_hand = moment == game.log.changed_at and not game.log.fresh & occupied(game.log.placement)
        wait = PAUSED_SECONDS if game.paused or in_hand else STILL_SECONDS
        still = max(moment + wait, game.log.dumped_at)
    else:
        still = moment + NO_DUMP_SECONDS + game.tolerance
    return still if verdict is None else min(verdict, still)


def _at_rest(game: Game) -> bool:
    return game.agrees and (not game.log.astray or game.question is None)


def find_back(game: Game, now: float) -> Game:
    """The game that goes on from the nearest of the last positions from which legal play leads to what stands; the same
    game while it is not time to look, or when there is none.
    """
    due = look_back_due(game)
    if due is None or now < due:
        return game
    looked = replace(game, looked_back_at=now)
    if game.gap and (filled := fill_gap(looked)) is not None:
        return filled
    log = game.log.as_it_stands() if game.log.astray else game.log
    if (believed := believe(looked, looked.log, now)) is not None:
        return believed
    if (moved := go_on_to_unread_square(looked, looked.log)) is not None:
        return moved
    for seen in (log, game.log) if game.log.astray else (log,):
        for way in _ways(looked, seen):
            return _gone_back(looked, way, seen, now)
    return go_on_from_what_stood(looked, log, now) or remembering(looked, log, now)


def _ways(game: Game, log: SensorLog) -> Iterator[_Way]:
    """The ways back, the nearest first."""
    last = None if game.gap else _line(game, game.readings, game.root, log)
    if last is not None and _was_played(game, last):
        yield _Way(game.root, game.record, (), last)
    base, kept = game.root, len(game.record)
    while base.parent is not None and kept > 0 and game.root.ply - base.ply < PLIES_BACK:
        base, kept = base.parent, kept - 1
        last = _line(game, (base,), base, log)
        if last is None:
            continue
        if game.gap and last is not base:
            continue  # Nobody saw in which order.
        way = _Way(base, game.record[:kept], game.record[kept:], last)
        if last is base or (_came_instead(last.line(base), way.gone[0]) and _left(way, log)):
            yield way


def _line(game: Game, readings: tuple[Reading, ...], base: Reading, log: SensorLog) -> Reading | None:
    """The last reading of the best line of legal moves after `base` that explains the board exactly."""
    if base.placement == log.placement:
        return base
    if difference(base.placement, log.placement).bit_count() > SQUARES_APART:
        return None
    nothing: frozenset[Reading] = frozenset()
    evidence = Evidence(
        log, game.setup.sensing, game.tolerance, (), frozenset(), base, nothing, nothing, seen=not game.gap
    )
    return exact_line(readings, evidence)


def _came_instead(line: list[Reading], gone: Played) -> bool:
    """Whether the line took the place of what is gone: another one, played after that, in its order."""
    landed = [reading.landed for reading in line if reading.landed > NEVER]
    return line[0].move != gone.move and landed == sorted(landed) and all(at >= gone.at for at in landed)


def _left(way: _Way, log: SensorLog) -> bool:
    """Whether something has happened since on the squares to which the moves went that are gone now."""
    again = {reading.move for reading in way.last.line(way.base)}
    return all(
        max(log.lifted[was.move.to_square], log.filled[was.move.to_square]) > was.at
        for was in way.gone
        if was.move not in again
    )


def _was_played(game: Game, last: Reading) -> bool:
    """Whether the line was played, and does not only stand there: each of its pieces was put down after the one before.
    A reply that was there before its move counts once it was pressed for.
    """
    line = last.line(game.root)
    early = [each for each in line if each.parent is not None and each.landed < each.parent.landed]
    if not early:
        return True
    return early == [last] and game.last_pressed[last.mover] >= max(last.landed, last.born, game.completed_at)


def _gone_back(game: Game, way: _Way, log: SensorLog, now: float) -> Game:
    """The game after it went back, with the alert that says so when moves that had been played are gone."""
    line = way.last.line(way.base)
    if not way.gone:
        return _shown(replace(game, log=log), (way.base, *line))
    root = way.base if line else born_at(way.base, now)
    began = line[0].born if line else now
    touched = difference(game.root.placement, way.base.placement)
    found = replace(
        game, log=log.forgetting([*chess.scan_forward(touched)]), record=way.record, unpressed=frozenset(),
        presses=tuple(press for press in game.presses if press.at >= began),
        certain_ply=min(game.certain_ply, root.ply), completed_at=min(now, began),
    )  # fmt: skip
    found = _shown(found, (root, *line))
    told = _surely_played(game, way, now) and not _played_again(way.gone, line)
    return report_takeback(game, found, way.gone, now) if told else found


def _shown(game: Game, readings: tuple[Reading, ...]) -> Game:
    """The game with just these readings, of which the last one is shown."""
    last = readings[-1]
    made = game.made.intersection(readings[1:])
    settled = len(readings) == 1 or last in made
    settle_at = None if settled else last.born + settle_seconds(last, game.setup)
    return replace(game, readings=readings, published=last, made=made, settle_at=settle_at)


def _played_again(gone: tuple[Played, ...], line: list[Reading]) -> bool:
    """Whether the line only repeats what is gone."""
    same = all(was.move == reading.move for was, reading in zip(gone, line, strict=False))
    return same and len(line) >= len(gone)


def _surely_played(game: Game, way: _Way, now: float) -> bool:
    """Whether a move that is gone had surely been played: it was pressed for while it stood, nothing took its place, or
    it is older than sensors are late. What was a guess, or filled in over a gap, gives way without a word.
    """
    surely = [was for was in way.gone if was.seen and not was.guess]
    if not surely:
        return False
    shorter = way.last.ply < game.root.ply
    return shorter or way.base.ply < game.certain_ply or now - surely[0].at > MISREAD_SECONDS
