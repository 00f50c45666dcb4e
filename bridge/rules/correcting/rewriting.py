"""Corrections of what has been played: other moves, another position, a position of before.

Each function returns the game after the correction, or why it makes no sense.
"""

from __future__ import annotations

from typing import TypeAlias

import chess

from bridge.rules import words
from bridge.rules.alerts import AlertKind
from bridge.rules.copying import replace
from bridge.rules.correcting.corrections import (
    AcceptPosition,
    ChooseMove,
    ChoosePromotion,
    Refusal,
    RefusalCode,
    ReplaceMove,
    RestorePly,
    SetPosition,
    SetResult,
)
from bridge.rules.correcting.lines import (
    completed,
    legal_move,
    played_again,
    position_entry,
    position_set,
    reading_at,
    with_move,
)
from bridge.rules.correcting.placed import position_standing, position_written
from bridge.rules.correcting.questions import QUESTIONS
from bridge.rules.correcting.rerooting import rooted
from bridge.rules.endings.beyond import ended, taken_up
from bridge.rules.endings.renewal import see_ending
from bridge.rules.irregularities.illegal import illegal_reading
from bridge.rules.irregularities.mismatch import STANDING
from bridge.rules.irregularities.verdict import VERDICTS
from bridge.rules.notices import Played, ResultSeen, Stage
from bridge.rules.position import Position
from bridge.rules.recognition.completion import time_left
from bridge.rules.recognition.explaining import rooted_at
from bridge.rules.recognition.guesses import other_moves
from bridge.rules.recognition.reading import DOES_NOT_FIT, Reading, misfit
from bridge.rules.recognition.tracking import recognise
from bridge.rules.state import Game, has_alert, played_of, without_alerts
from drivers.placement import Sensing, seen_by

Outcome: TypeAlias = Game | Refusal

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ABOUT_A_MOVE = frozenset(
    {
        *QUESTIONS,
        *VERDICTS,
        AlertKind.TOUCH_MOVE_VIOLATION,
        AlertKind.CASTLING_ROOK_FIRST,
        AlertKind.TWO_HANDS_SUSPECTED,
        AlertKind.TWO_HANDS,
    }
)
"""Alerts about a half-move that mean nothing once it was another one."""


def restore_ply(game: Game, asked: RestorePly, now: float) -> Outcome:
    """Everything after the half-move is gone, and the board is expected to be put back."""
    reading = reading_at(game, asked.ply)
    if reading is None:
        return _no_such_ply(game, asked.ply)
    return rooted(game, reading, completed(game.moves[: asked.ply]), now)


def replace_move(game: Game, asked: ReplaceMove, now: float) -> Outcome:
    """Another legal move takes the place of one that was played."""
    parent, was = _move_at(game, asked.ply)
    if parent is None or was is None:
        return _no_such_ply(game, asked.ply)
    move = legal_move(parent.position, asked.move)
    if move is None:
        return Refusal(RefusalCode.NOT_LEGAL, f"{asked.move} is no legal move in the position before it.")
    return _with_other_move(game, parent, was, move, now)


def choose_move(game: Game, asked: ChooseMove, now: float) -> Outcome:
    """A guess becomes certain, as one of the moves that look alike."""
    parent, was = _move_at(game, asked.ply)
    if parent is None or was is None:
        return _no_such_ply(game, asked.ply)
    guessed = reading_at(game, asked.ply)
    if guessed is None or not was.guess:
        return Refusal(RefusalCode.NOT_OPEN, f"Half-move {asked.ply} is no guess; it may be replaced.")
    move = legal_move(parent.position, asked.move)
    choices = (was.move, *other_moves(guessed, (), game.setup.sensing))
    if move not in choices:
        known = ", ".join(each.uci() for each in choices)
        return Refusal(RefusalCode.NOT_LEGAL, f"{asked.move} is none of the moves that look alike: {known}.")
    return _with_other_move(game, parent, was, move, now)


def choose_promotion(game: Game, asked: ChoosePromotion, now: float) -> Outcome:
    """The pawn became this piece."""
    parent, was = _move_at(game, asked.ply)
    if parent is None or was is None:
        return _no_such_ply(game, asked.ply)
    if was.move.promotion is None:
        return Refusal(RefusalCode.NOT_OPEN, f"Half-move {asked.ply} is no promotion.")
    move = chess.Move(was.move.from_square, was.move.to_square, asked.piece)
    if not parent.position.board().is_legal(move):
        return Refusal(RefusalCode.NOT_LEGAL, "A pawn becomes a queen, rook, bishop or knight.")
    return _with_other_move(game, parent, was, move, now)


def accept_position(game: Game, asked: AcceptPosition, now: float) -> Outcome:
    """What stands on the board is the game."""
    if not game.linked or game.log.dumped_at < game.linked_at:
        return Refusal(RefusalCode.NOT_SHOWN, "The e-board has not been read since it was lost; set the position.")
    if seen_by(game.setup.sensing, game.position.placement) == game.placement:
        standing = game.position.placement
    elif game.setup.sensing is Sensing.IDENTITY:
        standing = game.placement
    else:
        return Refusal(RefusalCode.NOT_SHOWN, "The e-board does not know which pieces stand there; set the position.")
    position = position_standing(game.position, standing, asked.turn, asked.castling)
    return position if isinstance(position, Refusal) else _with_position(game, position, now)


def set_position(game: Game, asked: SetPosition, now: float) -> Outcome:
    """The game goes on from a position that somebody has written down."""
    position = position_written(asked.fen, chess960=game.position.chess960)
    return position if isinstance(position, Refusal) else _with_position(game, position, now)


def illegal_stands(game: Game, now: float) -> Outcome:
    """The open illegal move goes into the record."""
    if not has_alert(game, AlertKind.ILLEGAL_MOVE):
        return Refusal(RefusalCode.NOT_OPEN, "No illegal move is open.")
    reading = illegal_reading(game)
    if reading is None:
        return Refusal(
            RefusalCode.NOT_SHOWN, "The board does not show just one illegal move; accept or set the position."
        )
    standing = played_of(reading, Stage.COMPLETED, time_left(game, reading.mover))
    game = replace(
        game, record=(*completed(game.moves), standing), readings=rooted_at(game.readings, reading), published=reading,
        made=frozenset(), settle_at=None, presses=(), unpressed=game.unpressed - {reading.mover}, completed_at=now,
        certain_ply=reading.ply,
        alerts=tuple(alert for alert in game.alerts if alert.kind not in VERDICTS or alert.ply != reading.ply),
    )  # fmt: skip
    return recognise(game, game.log)


def set_result(game: Game, asked: SetResult, now: float) -> Outcome:
    """The game is over, or goes on after all."""
    if asked.result not in RESULTS:
        return Refusal(RefusalCode.NOT_LEGAL, f"{asked.result} is no result; known are {', '.join(RESULTS)}.")
    if asked.result != "*":
        result = ResultSeen(asked.result, "arbiter", confirmed=True)
        closed = without_alerts(game, *STANDING, AlertKind.RESULT_SIGNAL, AlertKind.PLAY_AFTER_RESULT)
        return ended(game, replace(closed, presses=(), settle_at=None, restoring=False), result, now)
    if game.result is None:
        return Refusal(RefusalCode.NOT_OPEN, "The game has no result.")
    if game.beyond is None:
        return rooted(game, game.published, completed(game.moves), now)
    goes_on = taken_up(game, game.beyond)
    known = goes_on.explained or any(has_alert(goes_on, kind) for kind in VERDICTS)
    if goes_on.restoring or goes_on.result is not None or (goes_on.linked and known):
        return goes_on
    return rooted(goes_on, goes_on.published, completed(goes_on.moves), now)


def _move_at(game: Game, ply: int) -> tuple[Reading | None, Played | None]:
    """The reading before a half-move, and the half-move; None when there is no such move."""
    if not 1 <= ply <= len(game.moves) or not game.moves[ply - 1].move:
        return None, None
    return reading_at(game, ply - 1), game.moves[ply - 1]


def _no_such_ply(game: Game, ply: int) -> Refusal:
    return Refusal(RefusalCode.NO_SUCH_PLY, f"No half-move {ply} can be meant; the game has {len(game.moves)}.")


def _with_other_move(game: Game, parent: Reading, was: Played, move: chess.Move, now: float) -> Outcome:
    """The game with another move in this place, and the later ones as they were."""
    first = with_move(parent, move, was, game.setup.sensing)
    later = game.moves[was.ply :]
    tail = played_again(first, later, game.setup.sensing)
    if tail is None:
        written = words.move(parent.position, move)
        return Refusal(RefusalCode.NOT_LEGAL, f"After {written} the moves that followed cannot be played.")
    line = [first, *tail]
    done = max(len(game.record), was.ply)
    by_itself = game.ending is not None and game.result == game.ending
    alerts = tuple(alert for alert in game.alerts if alert.kind not in ABOUT_A_MOVE or alert.ply != was.ply)
    record = (*completed(game.moves[: was.ply - 1]), *map(_recorded, line, (was, *later)))
    changed = replace(game, alerts=alerts, result=None if by_itself else game.result)
    if game.restoring or (changed.result is None and misfit(line[-1], game.log.placement) >= DOES_NOT_FIT):
        return rooted(changed, line[-1], record, now)
    root = line[done - was.ply]
    open_line = line[done - was.ply + 1 :]
    made = frozenset(each for each in open_line if game.moves[each.ply - 1].stage is Stage.MADE)
    changed = replace(
        changed, readings=(root, *open_line), published=line[-1], record=record[:done], made=made,
        settle_at=game.settle_at if open_line else None, certain_ply=max(game.certain_ply, was.ply),
    )  # fmt: skip
    return see_ending(changed) if changed.result is None and not open_line else changed


def _recorded(reading: Reading, was: Played) -> Played:
    if reading.move is None and reading.parent is not None:
        return position_entry(reading.parent.position, reading)
    return played_of(reading, Stage.COMPLETED, was.clock)


def _with_position(game: Game, position: Position, now: float) -> Game:
    """The game that goes on from a position: the one that it has, another start, or one that no move leads to."""
    sensing, moves = game.setup.sensing, completed(game.moves)
    if position == game.position:
        return rooted(game, game.published, moves, now)
    if not game.record:
        start = Reading(None, None, position, seen_by(sensing, position.placement), 0, now)
        return rooted(replace(game, setup=game.setup.starting_from(position)), start, (), now)
    reading = position_set(game.published, position, sensing, len(moves) + 1, now)
    return rooted(game, reading, (*moves, position_entry(game.position, reading)), now)
