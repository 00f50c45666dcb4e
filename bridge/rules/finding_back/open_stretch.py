"""An open stretch: moves are missing that nobody can prove, and play goes on from what stands.

The record keeps what is certain, then a gap of an unknown number of half-moves, then the position that stood, then what
is played from there. It is taken up only when somebody has gone on from that position and pressed, or two half-moves
have been played from it: pieces that only stand wrong are put right instead. `FillStretch` closes it.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.correcting.corrections import Refusal
from bridge.rules.correcting.lines import position_entry, position_set
from bridge.rules.correcting.placed import position_standing
from bridge.rules.finding_back.what_stood import what_stood
from bridge.rules.irregularities.mismatch import beside_a_move
from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.explaining import exact_line
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.recognition.settle import settle_seconds
from bridge.rules.state import Game, Stood, alert_id, with_alert
from drivers.placement import Sensing, code_from_symbol, difference, with_code

TOLD = (AlertKind.OUT_OF_SYNC, AlertKind.DISPLACED_PIECE)
"""Alerts about what no longer matters once play has gone on from it."""
STOOD_KEPT = 4  # still moments while nothing explains the board: some of them with a piece in a hand
SQUARES_APART = 6  # two half-moves from what stood change no more


def go_on_from_what_stood(game: Game, log: SensorLog, now: float) -> Game | None:
    """The game that goes on from what stood unexplained, with an open stretch before it; None when nobody has."""
    if beside_a_move(game):
        return None
    for stood in _stood(game):
        if 0 < difference(stood.placement, log.placement).bit_count() <= SQUARES_APART:
            for base in _bases(game, stood, log):
                last = _line(game, base, log)
                if last is not None and _was_played(game, base, last):
                    return _with_stretch(game, base, last, log, now)
    return None


def remembering(game: Game, log: SensorLog, now: float) -> Game:
    """The game that remembers what stands unexplained, so that play may be seen to go on from there."""
    if game.agrees:
        return game
    standing = Stood(log.placement, now, len(game.presses))
    kept = [each for each in game.stood if each.at >= game.completed_at and each.placement != log.placement]
    return replace(game, stood=(standing, *kept[: STOOD_KEPT - 1]))


def _stood(game: Game) -> Iterator[Stood]:
    """What stood unexplained lately, what stands since pieces were displaced, and what stood when the e-board was heard
    again; the latest first.
    """
    yield from (each for each in game.stood if each.at >= game.completed_at)
    for alert in game.alerts:
        if alert.kind is AlertKind.DISPLACED_PIECE and not alert.ordered:
            placement = game.root.placement
            for square, symbol in alert.found:
                placement = with_code(placement, square, code_from_symbol(symbol))
            yield Stood(placement, game.root.born, 0)
    if game.gap and game.heard is not None and game.resumed:
        yield game.heard


def _bases(game: Game, stood: Stood, log: SensorLog) -> Iterator[Reading]:
    """The readings that begin with what stood, for either side to move."""
    for placement in what_stood(game, stood, log):
        for turn in chess.COLORS:
            position = position_standing(game.root.position, placement, turn, None)
            if not isinstance(position, Refusal):
                at = max(stood.at, game.root.born)
                yield position_set(game.root, position, game.setup.sensing, game.root.ply + 1, at)


def _line(game: Game, base: Reading, log: SensorLog) -> Reading | None:
    nothing: frozenset[Reading] = frozenset()
    evidence = Evidence(log, game.setup.sensing, game.tolerance, (), frozenset(), base, nothing, nothing, seen=True)
    return exact_line((base,), evidence)


def _was_played(game: Game, base: Reading, last: Reading) -> bool:
    """Whether somebody has gone on playing from there: both sides have moved, or the one that did has pressed.

    Where pieces are not known, one half-move explains too much of what stands by chance: there both must have moved.
    """
    line = last.line(base)
    if not line or any(reading.landed < base.born for reading in line):
        return False
    pressed = [game.last_pressed[reading.mover] >= reading.landed for reading in line]
    alone = pressed[-1] and (game.gap or game.setup.sensing is not Sensing.OCCUPANCY)
    return alone or (len(line) > 1 and (game.gap or pressed[0]))


def _with_stretch(game: Game, base: Reading, last: Reading, log: SensorLog, now: float) -> Game:
    line = last.line(base)
    record = (*game.record, position_entry(game.root.position, base))
    found = replace(
        game, log=log, readings=(base, *line), published=last, record=record, made=frozenset(), gap=False,
        heard=None, stood=(),
        settle_at=last.born + settle_seconds(last, game.setup), unpressed=frozenset(),
        presses=tuple(press for press in game.presses if press.at >= line[0].born),
        certain_ply=min(game.certain_ply, game.root.ply),
        alerts=tuple(alert for alert in game.alerts if alert.kind not in TOLD),
    )  # fmt: skip
    return with_alert(found, _alert(game, found, base, now))


def _alert(before: Game, game: Game, base: Reading, now: float) -> Alert:
    missing = before.heard.presses if before.heard is not None and before.gap else 0
    how_many = f"at least {missing} half-moves are missing" if missing > 1 else "half-moves are missing"
    squares = tuple(chess.scan_forward(difference(before.root.placement, base.placement)))
    return Alert(
        alert_id(game),
        AlertKind.MOVES_MISSING,
        now,
        ply=base.ply,
        squares=squares,
        explanation=f"After half-move {before.root.ply} {how_many}: the pieces on {words.squares(squares)} then stood "
        "otherwise, and play went on from there. Enter the moves from the scoresheets (game.fill).",
        evidence=before.log.since(before.root.born),
        cannot_show="The e-board cannot show which moves led there.",
    )
