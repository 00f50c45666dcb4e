"""The verdict on a press of the clock with nothing on the board to press for.

The press is first a question. The sensors may be late, the hand may still hold the piece, a report may be lost: so a
dump is asked for, and only when the hands are still is there a verdict (FIDE Laws of Chess (2023) Art. 7.5).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.copying import replace
from bridge.rules.irregularities.found import found_on, restored
from bridge.rules.irregularities.illegal import enemy_piece_moved, illegal_reading
from bridge.rules.irregularities.illegal_position import awaits_next_move, illegal_on
from bridge.rules.irregularities.king_captured import judge_second_illegal_move
from bridge.rules.irregularities.penalties import with_irregularity
from bridge.rules.irregularities.reason_texts import english
from bridge.rules.irregularities.unfinished import (
    captures_begun,
    castling_begun,
    en_passant_begun,
    promotion_begun,
    promotions_without_piece,
)
from bridge.rules.irregularities.why_illegal import Reason, why_illegal
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.presses import Pressed, changed_no_clock
from bridge.rules.recognition.sensors import NEVER, Lift
from bridge.rules.recognition.successors import played
from bridge.rules.state import Game, alert_id, out_of_sync
from bridge.rules.touch.permitted import Moves, permitted
from bridge.rules.touch.touches import in_order, touched_before, touched_without_move
from drivers.placement import EMPTY, Sensing, difference

HANDS_STILL_SECONDS = 0.3  # no square has changed for this long
IN_HAND_SECONDS = 0.9  # a piece that was pressed for with the hand still on it may come to its square for this long
NO_DUMP_SECONDS = 1.2  # an e-board that has not answered with a dump by then will not
PROMOTION_PIECES = (chess.BISHOP, chess.KNIGHT, chess.QUEEN, chess.ROOK)

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


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the press was: the kind, the number of the article, what the player did (to be read after his side), the
    move that is left to be finished, if there is one, the moves that may be played instead, and why a move was illegal.
    `waits`: the number of the article by which the arbiter waits for the next move first; empty when he need not.
    """

    kind: AlertKind
    article: str
    done: str
    to_finish: chess.Move | None = None
    instead: Moves = frozenset()
    reason: Reason | None = None
    confidence: Confidence = Confidence.STRONG
    cannot_show: str = ""
    waits: str = ""


def verdict_due(game: Game) -> float | None:
    """When there will be a verdict on the open question, if nothing changes until then."""
    press = game.question
    if press is None or not game.linked or game.log.dumped_at < game.linked_at or game.gap_open:
        return None
    last = max(press.at, game.log.changed_at)
    if _in_hand(game):
        begun = _promotions_begun(game) or _captures_begun(game) or illegal_reading(game)
        if game.position.turn != press.color or not begun:
            return None
        return max(last + IN_HAND_SECONDS, game.log.dumped_at)
    if game.log.dumped_at >= press.at:
        return max(last + HANDS_STILL_SECONDS, game.log.dumped_at)
    return last + NO_DUMP_SECONDS + game.tolerance  # it is asked when it is read next


def judge_press(game: Game, now: float) -> Game:
    """The game after the verdict on the open question, when it is due."""
    press, due = game.question, verdict_due(game)
    if press is None or due is None or now < due:
        return game
    game = replace(game, presses=tuple(each for each in game.presses if each is not press))
    if press.color in game.unpressed:
        return replace(game, unpressed=game.unpressed - {press.color})  # A very late press, which Art. 6.2.2 allows.
    if press.stopped or game.gap or out_of_sync(game):
        return game  # What stands on the board is not known to be this game's (`mismatch` says so), or being set right.
    if game.position.turn == press.color and press.at + game.tolerance < game.published.born:
        return game  # It started the clock of the opponent, or pressed it back, and he has moved since.
    judged = judge_second_illegal_move(game, press, now)
    if judged is not game or game.position.turn != press.color:
        return judged  # Not his move: the clock was started, pressed back, or pressed twice.
    if _stood_wrong_before(game, press):
        verdict = _pressed_back(game)
    else:
        unfinished = _promotion_missing(game) or _castling_incomplete(game)
        verdict = unfinished or _illegal(game) or _unfinished(game) or _nothing_moved(game, press)
    return game if verdict is None else _with_verdict(game, verdict, press, now)


def _in_hand(game: Game) -> bool:
    """Whether the player still holds the piece, or it lies beside its square; that is told as a mismatch."""
    seen = differences(game.published, game.log.placement)
    return bool(seen.own_gone) and not seen.own_arrived and not seen.enemy_arrived


def _stood_wrong_before(game: Game, press: Pressed) -> bool:
    """Whether something stands wrong, and did so when the opponent pressed: it is none of this player's doing."""
    differs = difference(game.published.placement, game.placement)
    moment, log = game.last_pressed[not press.color], game.log
    return bool(differs) and all(
        max(log.lifted[square], log.filled[square]) <= moment for square in chess.scan_forward(differs)
    )


def _pressed_back(game: Game) -> Verdict | None:
    """The opponent has displaced pieces and pressed. Only the edition of 1997 lets the player press back (Art. 7.3);
    the later ones want him to stop the clock and call the arbiter (2023: Art. 7.4.2). Where pieces stand on wrong
    squares, the alert about these is enough.
    """
    seen = differences(game.published, game.log.placement)
    astray = any(code != EMPTY for _, code in game.log.astray)
    only_missing = not (seen.own_gone or seen.own_arrived or seen.enemy_arrived or astray)
    if game.edition.opponent_may_press_back or not only_missing:
        return None
    done = "pressed back without having made a move while pieces that the opponent had displaced stood wrong"
    unproven = "The sensors cannot show who displaced the pieces, and whether the players had agreed to press back."
    article = game.edition.press_without_move
    return Verdict(AlertKind.CLOCK_WITHOUT_MOVE, article, done, confidence=Confidence.WEAK, cannot_show=unproven)


def _promotions_begun(game: Game) -> Moves:
    return promotions_without_piece(game.published, differences(game.published, game.log.placement))


def _captures_begun(game: Game) -> Moves:
    return captures_begun(game.published, differences(game.published, game.log.placement))


def _illegal(game: Game) -> Verdict | None:
    reading = illegal_reading(game)
    if reading is None or reading.move is None:
        return None
    touched = touched_before(reading, game.log, game.setup.sensing, game.tolerance)
    verdict = _illegal_move(game, reading.move, _instead(game, touched))
    seen = differences(game.published, game.log.placement)
    gone, arrived = seen.own_gone, seen.own_arrived
    if game.setup.sensing is not Sensing.IDENTITY and gone.bit_count() > arrived.bit_count():
        which = f"The e-board cannot show which of the pieces on {words.squares(chess.scan_forward(gone))} moved."
        verdict = dataclasses.replace(verdict, confidence=Confidence.WEAK, cannot_show=which)
    return _waiting(game, verdict)


def _waiting(game: Game, verdict: Verdict) -> Verdict:
    """The verdict, with the wait for the next move when an illegal position has come about (Art. A.5.4)."""
    article, reading = game.edition.illegal_position, illegal_reading(game)
    if article is None or reading is None or not awaits_next_move(game.setup):
        return verdict
    squares = illegal_on(reading.position)
    if not squares:
        return verdict
    pawn = squares & reading.position.pawns
    what = "a pawn is on the last rank" if pawn else "both kings are in check"
    waits = f"; {what}, so the next move is awaited (Art. {article})"
    return dataclasses.replace(verdict, done=verdict.done + waits, waits=article)


def _illegal_move(game: Game, move: chess.Move, instead: Moves) -> Verdict:
    """The verdict on a move, with the reason why it is illegal."""
    reason = why_illegal(game.position, move)
    done = f"completed an illegal move with {words.moved_piece(game.position, move)}"
    done = done if reason is None else f"{done}: {english(reason)}"
    return Verdict(AlertKind.ILLEGAL_MOVE, game.edition.illegal_move, done, instead=instead, reason=reason)


def _instead(game: Game, touched: tuple[Lift, ...]) -> Moves:
    """The moves that the player must choose from: what he touched still binds (Art. 7.5.1 with 4.3)."""
    return permitted(game.position.board(), game.edition, in_order(touched, game.tolerance)).moves


def _promotion_missing(game: Game) -> Verdict | None:
    """A pawn on the last rank (Art. 7.5.2), or taken off with nothing in its place."""
    before, edition = game.published, game.edition
    seen = differences(before, game.log.placement)
    if moves := _promotions_begun(game):
        origin = chess.square_name(chess.lsb(seen.own_gone))
        done = f"took the pawn on {origin} off and pressed with no new piece on the board"
        return Verdict(AlertKind.ILLEGAL_MOVE, edition.illegal_move, done, instead=moves)
    move = promotion_begun(before, game.log.placement, seen)
    if move is None:
        return None
    done = f"left a pawn on {chess.square_name(move.to_square)} and pressed the clock"
    if edition.missing_promotion_is_queen:
        return _waiting(game, Verdict(AlertKind.PROMOTION_MISSING, edition.promotion_missing, done, move))
    instead = frozenset(chess.Move(move.from_square, move.to_square, piece) for piece in PROMOTION_PIECES)
    return Verdict(AlertKind.PROMOTION_MISSING, edition.promotion_missing, done, instead=instead)


def _castling_incomplete(game: Game) -> Verdict | None:
    """Judged before illegal moves: in Chess960 the king's way alone would be one."""
    move = castling_begun(game.published, differences(game.published, game.log.placement))
    if move is None:
        return None
    done = "moved the king for castling and pressed with the rook not on its square"
    return Verdict(AlertKind.CASTLING_INCOMPLETE, game.edition.castling_incomplete, done, move)


def _unfinished(game: Game) -> Verdict | None:
    """What was not finished, or no move at all though pieces of the board have changed places."""
    before, edition = game.published, game.edition
    seen = differences(before, game.log.placement)
    if moves := _captures_begun(game):
        taken = words.piece_on(before.position, chess.lsb(seen.enemy_gone))
        done = f"took {taken} off and pressed with no piece in its place"
        return Verdict(AlertKind.CAPTURE_INCOMPLETE, edition.capture_incomplete, done, instead=moves)
    if not seen.own_arrived and not seen.enemy_arrived:
        return None
    if (move := en_passant_begun(before, seen)) is not None:
        done = (
            f"captured en passant on {chess.square_name(move.to_square)} and pressed with the pawn still on the board"
        )
        return Verdict(AlertKind.CAPTURE_INCOMPLETE, edition.capture_incomplete, done, move)
    if any(before.position.board().generate_legal_moves(seen.own_gone, seen.own_arrived)):
        return None  # He made a legal move, and something else stands wrong: `mismatch` says so.
    if (move := enemy_piece_moved(game)) is not None:
        return _illegal_move(game, move, frozenset())
    done = "pressed the clock, but no legal move leads to this position"
    touched = touched_without_move(before, game.log, game.setup.sensing, game.tolerance)
    instead = _instead(game, touched) if touched else frozenset()
    return Verdict(AlertKind.ILLEGAL_MOVE, edition.illegal_move, done, instead=instead)


def _nothing_moved(game: Game, press: Pressed) -> Verdict | None:
    """A press with every piece on its square; a piece that is in a hand or lies beside its square is no verdict."""
    seen = differences(game.published, game.log.placement)
    own = game.position.white if game.position.turn else game.position.black
    astray = any(code != EMPTY or own >> square & 1 for square, code in game.log.astray)
    if seen.own_gone or seen.own_arrived or seen.enemy_arrived or astray:
        return None
    if changed_no_clock(press, game.published, game.tolerance):
        return None
    illegal = game.edition.press_without_move_is_illegal_move
    not_illegal = "" if illegal else ", which is no illegal move in this edition"
    done = f"pressed the clock without having made a move{not_illegal}"
    touched = touched_without_move(game.published, game.log, game.setup.sensing, game.tolerance)
    instead = _instead(game, touched) if touched else frozenset()
    return Verdict(AlertKind.CLOCK_WITHOUT_MOVE, game.edition.press_without_move, done, instead=instead)


def _is_told(game: Game, verdict: Verdict) -> bool:
    """Whether the arbiter knows: nothing has been put right or changed since, or what was played is not known still."""
    before, kind = game.published, verdict.kind
    told = max((alert.at for alert in game.alerts if alert.kind is kind and alert.ply == before.ply + 1), default=NEVER)
    if told >= max(game.log.changed_at, game.last_pressed[not before.position.turn]):
        return True
    unknown = kind is AlertKind.ILLEGAL_MOVE and not verdict.instead and verdict.reason is None
    return unknown and told > NEVER


def _with_verdict(game: Game, verdict: Verdict, press: Pressed, now: float) -> Game:
    if _is_told(game, verdict):
        return game
    before = game.published
    position, right = before.position, before.placement
    if verdict.to_finish is not None:
        _, position, right = played(before.position, verdict.to_finish, game.setup.sensing)
    squares = tuple(chess.scan_forward(difference(right, game.log.placement)))
    color = before.position.turn
    to_play = verdict.instead if verdict.to_finish is None else {verdict.to_finish}
    alert = Alert(
        alert_id(game),
        verdict.kind,
        now,
        ply=before.ply + 1,
        color=color,
        article=game.edition.article(verdict.article),
        squares=squares,
        explanation=f"{words.side(color)} {verdict.done}.",
        confidence=verdict.confidence,
        evidence=game.log.since(before.born),
        cannot_show=verdict.cannot_show,
        restore=restored(position, squares),
        permitted=tuple(sorted(move.uci() for move in to_play)),
        reason=verdict.reason,
        found=found_on(game, squares),
    )
    return with_irregularity(game, alert, before.position, press.at, verdict.waits)
