"""Plain play: a piece is lifted and put on another square, the clock is pressed, the move is completed.

Nine steps in ten of a game are like this. What is concluded here is what `game.whole_step` would conclude, without
looking for everything else that might have happened; a test holds them together. Whatever is not plain is left to it.
"""

from __future__ import annotations

from typing import TypeAlias

import chess

from bridge.rules.copying import replace
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import MoveSeen, Notice
from bridge.rules.receiving import own_piece_lifted, pressed
from bridge.rules.recognition.completion import completed_at, moved_root
from bridge.rules.recognition.plain import king_castling, plain_move
from bridge.rules.recognition.sensors import observe
from bridge.rules.recognition.settle import looked_again, settle_seconds
from bridge.rules.state import Game
from drivers.placement import EMPTY, difference, occupied
from drivers.reports import Press, SquaresChanged

Step: TypeAlias = tuple[Game, tuple[Notice, ...]]


def plain_step(game: Game, received: Input, now: float) -> Step | None:
    """The game after `received`, and what is concluded from it; None when that is not plain."""
    if not game.calm or game.log.astray:
        return None
    match received:
        case SquaresChanged(((_, code),)) if not game.presses:
            return _lifted(game, received, now) if code == EMPTY else _put_down(game, received, now)
        case Press(color) if not game.presses:
            return _pressed(game, color, now)
        case TimePassed():
            return _completed(game, now) if game.presses else _settled(game, now)
        case _:
            return None


def _lifted(game: Game, received: SquaresChanged, now: float) -> Step | None:
    """The player to move lifts one of his pieces, or one that he may be taking: no reading can change by that."""
    log, position = observe(game.log, received.changes, now), game.position
    if own_piece_lifted(game, log):
        return None if _is_settled(game, now) else (replace(game, log=log, dumps_asked=0), ())
    own, enemy = (position.white, position.black) if position.turn else (position.black, position.white)
    gone = difference(game.published.placement, log.placement)
    taking = (gone & own).bit_count() <= 1 and (gone & enemy).bit_count() == 1
    if len(game.readings) > 1 or not taking or gone & occupied(log.placement) or log is game.log:
        return None
    return replace(game, log=log, dumps_asked=0), ()


def _put_down(game: Game, received: SquaresChanged, now: float) -> Step | None:
    """A piece arrives, and one legal move explains the board; or it is back where it was, or half a castling."""
    log, setup = observe(game.log, received.changes, now), game.setup
    if len(game.readings) > 1 or log is game.log:
        return None
    if log.placement == game.published.placement:
        own = game.position.white if game.position.turn else game.position.black
        return (replace(game, log=log, dumps_asked=0), ()) if log.fresh & own else None
    plain = plain_move(game.root, log, seen=True)
    if plain is None:
        return (replace(game, log=log, dumps_asked=0), ()) if king_castling(game.root, log) else None
    move = plain.reading
    settle_at = move.born + settle_seconds(move, setup, goes_on=plain.goes_on)
    made = settle_at <= now
    after = replace(
        game, log=log, dumps_asked=0, readings=(*game.readings, move), published=move,
        made=frozenset({move}) if made else game.made, settle_at=None if made else settle_at,
    )  # fmt: skip
    return _with_move(after) if not made or _goes_on(after) else None


def _pressed(game: Game, color: chess.Color, now: float) -> Step | None:
    """The player presses for the move that stands on the board."""
    line = game.open_line
    if len(line) != 1 or line[0].mover != color or not game.agrees:
        return None
    if _is_settled(game, now) or game.log.changed_at == now:
        return None
    move, after = line[0], pressed(game, color, now)
    if move not in after.assigned.readings:
        return None
    if move in game.made or now < move.born + looked_again(game.setup):
        return after, ()
    return _made(after)


def _settled(game: Game, now: float) -> Step | None:
    """The move has stood for long enough."""
    if len(game.open_line) != 1 or not game.agrees or not _is_settled(game, now) or game.log.changed_at == now:
        return None
    return _made(replace(game, settle_at=None))


def _completed(game: Game, now: float) -> Step | None:
    """The press completes the move, and nothing is to be said against it."""
    line = game.open_line
    if len(line) != 1 or line[0] not in game.made or not game.agrees or game.log.changed_at == now:
        return None
    press = game.assigned.readings.get(line[0])
    if press is None or now < completed_at(game, line[0], press):
        return None
    after = moved_root(game, line, press, now)
    after_illegal = len(after.record) > 1 and after.record[-2].illegal
    if after.alerts or after.presses or after_illegal or not _goes_on(after):
        return None
    return after, (MoveSeen(after.record[-1]),)


def _is_settled(game: Game, now: float) -> bool:
    return game.settle_at is not None and game.settle_at <= now


def _made(game: Game) -> Step | None:
    """The game in which the open move counts as made."""
    after = replace(game, made=frozenset(game.open_line))
    return _with_move(after) if _goes_on(after) else None


def _with_move(game: Game) -> Step:
    return game, tuple(map(MoveSeen, game.open_moves))


def _goes_on(game: Game) -> bool:
    """Whether the position neither ends the game nor gives any ground for a draw."""
    return game.history is None and game.ending is None
