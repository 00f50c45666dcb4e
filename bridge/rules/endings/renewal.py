"""The end of a game and the beginning of the next on the same board: kings in the centre, and the start position.

The old game is not touched by what the pieces do after it. It stays on show until a move of the next game counts as
made; a start position that comes back in play by legal moves is no new game.
"""

from __future__ import annotations

import chess

from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.endings.beyond import ended
from bridge.rules.endings.king_signal import king_signal
from bridge.rules.notices import ResultSeen
from bridge.rules.position import Position, position_of
from bridge.rules.recognition.reading import DOES_NOT_FIT, Reading, misfit
from bridge.rules.state import Game, alert_id, fresh_game, has_alert, with_alert, without_alerts
from drivers.placement import Placement, difference, seen_by

SIGNAL_SECONDS = 1.0  # the kings must stand in the centre this long; DGT's own advice is five seconds
RESET_SECONDS = 1.5  # the start position must stand this long
SQUARES_PUT_BACK = 6  # three moves; with fewer squares put back, moves were taken back
TOUCH_RULES_BROKEN = frozenset({AlertKind.TOUCH_MOVE_VIOLATION, AlertKind.CASTLING_ROOK_FIRST})
STANDARD_START = position_of(chess.Board())


def signal_due(game: Game) -> float | None:
    """When the kings in the centre will count as a result."""
    confirmed = game.result is not None and game.result.confirmed
    if confirmed or has_alert(game, AlertKind.RESULT_SIGNAL) or _signal(game) is None:
        return None
    return game.log.changed_at + SIGNAL_SECONDS


def reset_due(game: Game) -> float | None:
    """When the start position will count as set up for a new game."""
    if game.next is not None or not (game.record or game.result):
        return None
    if game.published.placement == game.placement or _start_standing(game) is None:
        return None
    return game.log.changed_at + RESET_SECONDS


def see_ending(game: Game) -> Game:
    """The game with its result, when the last completed move has ended it.

    FIDE Laws of Chess (2023) Art. 5.1.1, 5.2.1 and 5.2.2: if the move obeyed Art. 4.2 to 4.7. While an alert says that
    it did not, only the arbiter ends the game; in 1997 a legal move was enough. Nor does a move end the game that ends
    it only if the pieces stood where they do not.
    """
    if game.ending is None or game.log.astray or (game.edition.ending_needs_touch_rules and _touch_rules_broken(game)):
        return game
    return replace(game, result=game.ending, presses=())


def _touch_rules_broken(game: Game) -> bool:
    """Whether an open alert says so of the last move."""
    return any(alert.kind in TOUCH_RULES_BROKEN and alert.ply == game.published.ply for alert in game.alerts)


def see_kings(game: Game, now: float) -> Game:
    """The game with the result that the kings show, when they have stood in the centre for long enough."""
    due, result = signal_due(game), _signal(game)
    if due is None or result is None or now < due:
        return game
    game = without_alerts(game, AlertKind.DISPLACED_PIECE)
    shown = replace(game, published=_kept(game), presses=(), settle_at=None)
    explanation = f"The kings stand on the centre squares for {result.result}."
    unproven = "Only the players and the arbiter confirm a result."
    kind = AlertKind.RESULT_SIGNAL
    alert = Alert(alert_id(game), kind, now, game.root.ply, explanation=explanation, cannot_show=unproven)
    shown = with_alert(shown, alert)
    return ended(shown, shown, game.result or result, now)


def see_reset(game: Game, now: float) -> Game:
    """The game with the next one waiting behind it, when the start position has been set up again."""
    due, start = reset_due(game), _start_standing(game)
    if due is None or start is None or now < due:
        return game
    game = without_alerts(game, AlertKind.DISPLACED_PIECE, AlertKind.OUT_OF_SYNC)
    explanation = "The start position has been set up again; the next move begins a new game."
    game = with_alert(game, Alert(alert_id(game), AlertKind.GAME_RESET, now, game.root.ply, explanation=explanation))
    following = fresh_game(game.setup.starting_from(start), game.log.as_it_stands(), now, game.number + 1)
    return replace(game, beyond=None, next=replace(following, gap=False, clock=game.clock, clock_at=game.clock_at))


def _start_standing(game: Game) -> Position | None:
    """The start position that the sensors show, if so much was put back that it is no moves taken back."""
    for start in (game.setup.start, STANDARD_START):
        if game.placement == seen_by(game.setup.sensing, start.placement):
            put_back = difference(game.root.placement, game.placement).bit_count()
            return start if game.result is not None or put_back >= SQUARES_PUT_BACK else None
    return None


def begun(game: Game) -> bool:
    """Whether a move of the game counts as made."""
    return bool(game.record or game.made)


def _signal(game: Game) -> ResultSeen | None:
    """The result shown by the kings, if no line of the game leads to where they stand."""
    sensed = game.placement
    if not difference(game.root.placement, sensed) or (_may_be_play(game, sensed) and not game.kings_away):
        return None
    for position in (game.root.position, _kept(game).position, game.published.position):
        if (shown := king_signal(position, game.log, game.setup.sensing)) is not None:
            return shown
    return None


def _may_be_play(game: Game, sensed: Placement) -> bool:
    readings = [reading for reading in game.readings if not reading.illegal]
    return any(misfit(reading, sensed) < DOES_NOT_FIT for reading in (game.published, *readings))


def _kept(game: Game) -> Reading:
    """The last move that had been made when the kings were lifted."""
    return next((reading for reading in reversed(game.open_line) if reading in game.made), game.root)
