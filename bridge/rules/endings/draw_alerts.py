"""Draws for the arbiter: what a player may claim now, and what has ended the game without a claim.

FIDE Laws of Chess (2023) Art. 9.2, 9.3 and 9.6. That a claim is possible is for the arbiter alone, never for a player
or a spectator. A game that is drawn without a claim may go on at the board until the arbiter steps in.
"""

from __future__ import annotations

from collections.abc import Iterator

from bridge.laws.draws import DRAW_RULES
from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.endings.draws import DrawGround, DrawKind, automatic_draw, claimable
from bridge.rules.state import Game, alert_id, has_alert, with_alert

CLAIMED = frozenset({DrawKind.THREEFOLD_REPETITION, DrawKind.FIFTY_MOVES})


def see_draws(game: Game, now: float) -> Game:
    """The game with an alert for each draw that has come about, and without those that no longer can be claimed.

    Nothing changes while the last move may still be another one. A draw that may be claimed for some time, like that by
    fifty moves, is told once.
    """
    if game.published is not game.root and game.published not in game.made:
        return game
    grounds = tuple(_grounds(game))
    if not grounds and not has_alert(game, AlertKind.DRAW_CLAIM_POSSIBLE):
        return game
    texts = {_explanation(ground): ground for ground in grounds}
    game = replace(game, alerts=tuple(alert for alert in game.alerts if _still_holds(alert, texts)))
    told = {alert.explanation for alert in game.alerts}
    for text, ground in texts.items():
        if text not in told:
            game = with_alert(game, _alert(game, ground, text, now))
    return game


def _grounds(game: Game) -> Iterator[DrawGround]:
    history = game.history
    if history is None:
        return
    rules = DRAW_RULES[game.setup.edition]
    if game.result is None:
        yield from claimable(history, rules)
    elif (ground := automatic_draw(history, rules)) is not None and ground.kind.value == game.result.reason:
        yield ground


def _still_holds(alert: Alert, texts: dict[str, DrawGround]) -> bool:
    return alert.kind is not AlertKind.DRAW_CLAIM_POSSIBLE or alert.explanation in texts


def _alert(game: Game, ground: DrawGround, explanation: str, now: float) -> Alert:
    return Alert(
        alert_id(game),
        AlertKind.DRAW_CLAIM_POSSIBLE if ground.kind in CLAIMED else AlertKind.AUTOMATIC_DRAW,
        now,
        ply=game.published.ply,
        article=game.edition.article(ground.article),
        explanation=explanation,
        facts=ground,
    )


def _explanation(ground: DrawGround) -> str:
    """One sentence, which is the same as long as the same may be claimed."""
    who_claims = "the player who has the move may claim a draw"
    match ground.kind:
        case DrawKind.THREEFOLD_REPETITION:
            return f"{_stood(ground)}; {who_claims}."
        case DrawKind.FIFTY_MOVES:
            return f"{_without_progress(50)}; {who_claims}."
        case DrawKind.FIVEFOLD_REPETITION:
            return f"{_stood(ground)}; the game is drawn."
        case DrawKind.SEVENTY_FIVE_MOVES:
            return f"{_without_progress(75)}; the game is drawn."


def _stood(ground: DrawGround) -> str:
    plies = words.listed(map(str, ground.plies), "and")
    return f"The same position has stood {len(ground.plies)} times, after the half-moves {plies}"


def _without_progress(moves: int) -> str:
    return f"Each side has made {moves} moves without a capture or a move of a pawn"
