"""The verdict on a press of the clock with nothing on the board to press for.

The press is first a question. The sensors may be late, the hand may still hold the piece, a report may be lost: so a
dump is asked for, and only when the hands are still is there a verdict (FIDE Laws of Chess (2023) Art. 7.5).
"""

from __future__ import annotations

from typing import TypeAlias

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.differences import differences
from bridge.rules.illegal import illegal_reading
from bridge.rules.presses import Pressed
from bridge.rules.state import Game, alert_id, has_alert, out_of_sync, with_alert
from bridge.rules.unfinished import king_ready_to_castle, pawn_on_last_rank, victim_left
from drivers.placement import code_at, difference, symbol_of

HANDS_STILL_SECONDS = 0.3  # no square has changed for this long
NO_DUMP_SECONDS = 1.2  # an e-board that has not answered with a dump by then will not
PIECE_IN_HAND_SECONDS = 1.0  # a player may press a moment before he puts the piece down

VERDICTS = frozenset(
    {
        AlertKind.ILLEGAL_MOVE,
        AlertKind.PROMOTION_MISSING,
        AlertKind.CASTLING_INCOMPLETE,
        AlertKind.CAPTURE_INCOMPLETE,
        AlertKind.CLOCK_WITHOUT_MOVE,
    }
)
"""What a press without a legal move may turn out to be."""

Verdict: TypeAlias = tuple[AlertKind, str, str]
"""What it was, the number of the article, and what the player did (to be read after his side)."""


def verdict_due(game: Game) -> float | None:
    """When there will be a verdict on the open question, if nothing changes until then."""
    press = game.question
    if press is None:
        return None
    last = max(press.at, game.log.changed_at)
    if not _needs_time(game, press) and game.log.dumped_at >= press.at:
        return max(last + HANDS_STILL_SECONDS, game.log.dumped_at)
    return last + NO_DUMP_SECONDS


def judge_press(game: Game, now: float) -> Game:
    """The game after the verdict on the open question, when it is due."""
    press, due = game.question, verdict_due(game)
    if press is None or due is None or now < due:
        return game
    game = replace(game, presses=tuple(each for each in game.presses if each is not press))
    if press.color in game.unpressed:
        return replace(game, unpressed=game.unpressed - {press.color})  # A very late press, which Art. 6.2.2 allows.
    if game.position.turn != press.color or out_of_sync(game):
        return game  # Not his move: the clock was started, pressed back, or pressed twice.
    verdict = _illegal(game) or _unfinished(game) or _nothing_moved(game)
    return game if verdict is None else _with_verdict(game, *verdict, now)


def _needs_time(game: Game, press: Pressed) -> bool:
    """Whether the player may just have pressed a moment too early, with the piece still in the hand."""
    seen = differences(game.published, game.log.placement)
    waited = game.log.dumped_at - press.at >= PIECE_IN_HAND_SECONDS
    return bool(seen.own_gone) and not seen.own_arrived and not waited


def _illegal(game: Game) -> Verdict | None:
    reading = illegal_reading(game)
    if reading is None or reading.move is None:
        return None
    name = words.move(game.position, reading.move)
    return AlertKind.ILLEGAL_MOVE, game.edition.illegal_move, f"completed the illegal move {name}"


def _unfinished(game: Game) -> Verdict | None:
    """What was not finished, or no move at all though pieces of the board have changed places."""
    before, edition = game.published, game.edition
    seen = differences(before, game.log.placement)
    if not seen.own_arrived and not seen.enemy_arrived:
        return None
    if has_alert(game, AlertKind.DISPLACED_PIECE):
        return None  # The arbiter knows that the pieces stand wrong; what the player pressed for cannot be told.
    if (pawn := pawn_on_last_rank(before, game.log.placement, seen)) is not None:
        done = f"left a pawn on {chess.square_name(pawn)} and pressed the clock"
        return AlertKind.PROMOTION_MISSING, edition.promotion_missing, done
    if (king := king_ready_to_castle(before, seen)) is not None:
        done = f"put the king on {chess.square_name(king)} and pressed without moving the rook"
        return AlertKind.CASTLING_INCOMPLETE, edition.castling_incomplete, done
    if (victim := victim_left(before, seen)) is not None:
        done = f"pressed while the captured pawn still stands on {chess.square_name(victim)}"
        return AlertKind.CAPTURE_INCOMPLETE, edition.capture_incomplete, done
    return AlertKind.ILLEGAL_MOVE, edition.illegal_move, "pressed, and no legal move leads to what stands on the board"


def _nothing_moved(game: Game) -> Verdict | None:
    """A press with every piece on its square; a piece that is in a hand or lies beside its square is no verdict."""
    seen = differences(game.published, game.log.placement)
    if seen.own_gone or seen.own_arrived or seen.enemy_arrived:
        return None
    edition = game.edition
    return AlertKind.CLOCK_WITHOUT_MOVE, edition.press_without_move, "pressed the clock without having made a move"


def _with_verdict(game: Game, kind: AlertKind, article: str, done: str, now: float) -> Game:
    before = game.published
    if any(alert.kind is kind and alert.ply == before.ply + 1 for alert in game.alerts):
        return game
    squares = tuple(chess.scan_forward(difference(before.placement, game.log.placement)))
    color = before.position.turn
    alert = Alert(
        alert_id(game),
        kind,
        now,
        ply=before.ply + 1,
        color=color,
        article=game.edition.article(article),
        squares=squares,
        explanation=f"{words.side(color)} {done}.",
        evidence=game.log.since(before.born),
        restore=tuple((square, symbol_of(code_at(before.placement, square))) for square in squares),
    )
    return with_alert(game, alert)
