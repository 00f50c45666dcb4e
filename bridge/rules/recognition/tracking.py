"""Keeping a game up with its sensors: recognise after each change, and read completed moves anew when it must be."""

from __future__ import annotations

from bridge.rules.copying import replace
from bridge.rules.correcting.questions import asked_again
from bridge.rules.irregularities.mismatch import mismatch_due
from bridge.rules.irregularities.verdict import verdict_due
from bridge.rules.notices import Played
from bridge.rules.recognition.completion import standing_when_pressed
from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.explaining import explain
from bridge.rules.recognition.guesses import other_lines
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.recognition.settle import castling_unfinished, settle_seconds
from bridge.rules.state import Game, played_of
from drivers.placement import Sensing, difference


def recognise(game: Game, log: SensorLog) -> Game:
    """The game with the reading that explains best what the sensors show now."""
    asked = game.dumps_asked if log.placement == game.log.placement else 0
    if game.result is not None or game.restoring or log.dumped_at < game.linked_at:
        return replace(game, log=log, dumps_asked=asked)
    if game.gap and _learnt_unseen(game, log):
        return replace(game, log=log, dumps_asked=asked)
    readings, chosen = explain(game.readings, _evidence(game, log))
    awaited = game.settle_at is None and chosen is not readings[0] and chosen not in game.made
    if chosen is game.published and readings is game.readings and not awaited:
        return replace(game, log=log, dumps_asked=asked)
    if chosen is game.published and not awaited:
        return replace(game, log=log, dumps_asked=asked, readings=readings)
    made = game.made.intersection(chosen.upward(readings[0])) if game.made else game.made
    settle_at = None
    if chosen is not readings[0] and chosen not in made and not castling_unfinished(chosen, log.placement):
        settle_at = chosen.born + settle_seconds(chosen, game.setup)
    return replace(
        game, log=log, dumps_asked=asked, readings=readings, published=chosen, made=made, settle_at=settle_at
    )


def _learnt_unseen(game: Game, log: SensorLog) -> bool:
    """Whether squares differ because of what happened while nobody listened: which moves that were must be proved
    (`finding_back.gap`).
    """
    if game.setup.sensing is Sensing.OCCUPANCY or not game.resumed:
        return False
    return bool(difference(game.published.placement, log.placement) & log.undated)


def _evidence(game: Game, log: SensorLog) -> Evidence:
    return Evidence(
        log, game.setup.sensing, game.tolerance, game.presses, game.unpressed, game.published, game.made,
        standing_when_pressed(game, log), seen=not game.gap,
    )  # fmt: skip


def guess_again(game: Game, now: float) -> Game:
    """The game with a guess made good, if nothing explains the board and another guess does."""
    if not any(played.guess for played in game.record) or not _puzzled(game, now):
        return game
    for root in other_lines(game.root, game.setup.sensing):
        line = _new_in(root, game.root)
        former = game.record[-len(line) :]
        record = (*game.record[: -len(line)], *map(_recorded_again, line, former))
        fresh = replace(game, readings=(root,), published=root, made=frozenset(), record=record, settle_at=None)
        reread = recognise(fresh, game.log)
        if reread.agrees:
            return asked_again(reread, [*zip(line, former, strict=True)], now)
    return game


def _new_in(root: Reading, former: Reading) -> list[Reading]:
    """The readings of the line up to `root` that are not of the line up to `former`, in order of play."""
    line, other = root, former
    while line.parent is not other.parent and line.parent is not None and other.parent is not None:
        line, other = line.parent, other.parent
    return [line, *root.line(line)]


def _recorded_again(reading: Reading, former: Played) -> Played:
    return played_of(reading, former.stage, former.clock)


def _puzzled(game: Game, now: float) -> bool:
    """Whether a verdict or an alert is due, and a dump has shown that the difference is real; a verdict waits for one
    only so long.
    """
    verdict, report = verdict_due(game), mismatch_due(game)
    if game.gap:
        return False
    if game.log.dumped_at < game.log.changed_at:
        return verdict is not None and now >= verdict
    dues = [due for due in (verdict, report) if due is not None]
    return bool(dues) and now >= min(dues)
