"""The verdict on a press of the clock with nothing on the board to press for.

The press is first a question. The sensors may be late, the hand may still hold the piece, a report may be lost: so a
dump is asked for, and only when the hands are still is there a verdict (FIDE Laws of Chess (2023) Art. 7.5).
"""

from __future__ import annotations

import chess

from bridge.rules import words
from bridge.rules.alerts import AlertKind, Confidence
from bridge.rules.copying import replace
from bridge.rules.irregularities.begun_reply import without_reply
from bridge.rules.irregularities.half_castled import HANDS_STILL_SECONDS, IN_HAND_SECONDS, unfinished_castling_due
from bridge.rules.irregularities.illegal import enemy_piece_moved, illegal_reading
from bridge.rules.irregularities.illegal_verdict import (
    illegal_move_verdict,
    illegal_verdict,
    pawn_left_verdict,
    to_choose_from,
)
from bridge.rules.irregularities.king_captured import judge_second_illegal_move
from bridge.rules.irregularities.telling import NO_MOVES, Verdict, with_verdict
from bridge.rules.irregularities.unfinished import (
    captures_begun,
    castling_begun,
    en_passant_begun,
    promotion_begun,
    promotions_without_piece,
    touched_castling,
)
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.presses import Pressed, changed_no_clock
from bridge.rules.state import Game, out_of_sync
from bridge.rules.touch.permitted import Moves, permitted
from bridge.rules.touch.touches import touched_without_move
from drivers.placement import EMPTY, difference

NO_DUMP_SECONDS = 1.2  # an e-board that has not answered with a dump by then will not

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


def verdict_due(game: Game) -> float | None:
    """When there will be a verdict on the open question, if nothing changes until then."""
    press = game.question
    if not game.linked or game.log.dumped_at < game.linked_at or game.gap_open:
        return None
    if press is None:
        return unfinished_castling_due(game)
    game = without_reply(game, press)
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
    before = without_reply(game, press)
    verdict = _verdict(before, press)
    return game if verdict is None else replace(with_verdict(before, verdict, press, now), log=game.log)


def _verdict(game: Game, press: Pressed) -> Verdict | None:
    """What the press was, as the board shows it."""
    if _stood_wrong_before(game, press):
        return _pressed_back(game)
    unfinished = _promotion_missing(game) or _castling_incomplete(game)
    return unfinished or _illegal(game) or _unfinished(game) or _nothing_moved(game, press)


def _in_hand(game: Game) -> bool:
    """Whether the player still holds the piece, or it lies beside its square; that is told as a mismatch."""
    seen = differences(game.published, game.log.placement)
    return bool(seen.own_gone) and not seen.own_arrived and not seen.enemy_arrived


def _stood_wrong_before(game: Game, press: Pressed) -> bool:
    """Whether something stands wrong, and did so when the opponent pressed: it is none of this player's doing."""
    differs = difference(game.published.placement, game.placement)
    moment, log = press.after, game.log
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
    return None if reading is None else illegal_verdict(game, reading)


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
    return pawn_left_verdict(game, move, illegal_reading(game))


def _castling_incomplete(game: Game) -> Verdict | None:
    """Judged before illegal moves: in Chess960 the king's way alone would be one."""
    before, edition = game.published, game.edition
    move = castling_begun(before, differences(before, game.log.placement))
    if move is None:
        return None
    done = "moved the king for castling and pressed with the rook not on its square"
    touches = touched_castling(before, move, game.log, game.tolerance)
    allowed = permitted(before.position.board(), edition, touches).moves
    finish, instead = (move, NO_MOVES) if move in allowed else (None, allowed)
    return Verdict(AlertKind.CASTLING_INCOMPLETE, edition.castling_incomplete, done, finish, instead)


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
        return illegal_move_verdict(game, move, frozenset())
    done = "pressed the clock, but no legal move leads to this position"
    touched = touched_without_move(before, game.log, game.setup.sensing, game.tolerance)
    instead = to_choose_from(game, touched) if touched else frozenset()
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
    instead = to_choose_from(game, touched) if touched else frozenset()
    return Verdict(AlertKind.CLOCK_WITHOUT_MOVE, game.edition.press_without_move, done, instead=instead)
