"""Judging a completed move by the pieces that were touched before it.

FIDE Laws of Chess (2023) Art. 4.3 and 4.4, and the same in the edition that the game is played under. A breach is no
illegal move (Art. 7.5): the move stands unless the arbiter decides otherwise. The sensors prove lifts, not intentions,
so every alert says what they cannot show.
"""

from __future__ import annotations

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.endings.on_the_board import ended_by
from bridge.rules.irregularities.found import found_on, restored
from bridge.rules.position import Position, captured_square
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import Lift
from bridge.rules.state import Game, alert_id, with_alert
from bridge.rules.touch.permitted import Moves, Permitted, Touches, castling_rook, permitted
from bridge.rules.touch.released import Released, taken_back
from bridge.rules.touch.touches import CERTAIN_TOUCH_SECONDS, in_order, in_turn, put_right, seldom_read, touched_before

TWO_HANDS_SECONDS = 0.03  # one hand does not lift or put down two pieces this close together


def judge_touches(game: Game, reading: Reading, now: float) -> Game:
    """The game with an alert when the completed move of `reading` breaks the touch-move rules."""
    if reading.illegal or reading.parent is None or reading.move is None:
        return game
    judged = _judge_lifts(game, reading, now)
    mover, since = reading.mover, reading.parent.born
    pressed_for = any(each.color is mover and each.pressed_at >= since for each in game.incidents)
    if len(judged.alerts) > len(game.alerts) or pressed_for:
        return judged  # An illegal move that was pressed for has been taken back as it should.
    released = taken_back(reading, game.log, game.setup)
    if released is None:
        return judged
    return _release_broken(game, reading, released, now)


def _judge_lifts(game: Game, reading: Reading, now: float) -> Game:
    """The same as far as it follows from what was lifted (Art. 4.3 and 4.4)."""
    if reading.parent is None or reading.move is None:
        return game
    position, move = reading.parent.position, reading.move
    moved = {move.from_square, captured_square(position, move)}
    pieces = position.white | position.black
    besides = [lift for lift in game.log.lifts if pieces >> lift.square & 1 and lift.square not in moved]
    if not besides or not any(in_turn(lift, reading.parent.born, game.log) for lift in besides):
        return game
    lifts = touched_before(reading, game.log, game.setup.sensing, game.tolerance)
    own = position.white if position.turn else position.black
    lifts = tuple(lift for lift in lifts if own >> lift.square & 1 or not put_right(game.alerts, lift))
    if moved.issuperset(lift.square for lift in lifts):
        return game
    board, touches = position.board(), in_order(lifts, game.tolerance)
    if touches == _king_and_rook(board, move):
        return _two_hands(game, reading, move, lifts, now)  # As every edition wants it; 2023: Art. 4.4.
    allowed = permitted(board, game.edition, touches)
    if move not in allowed.moves:
        return _breach(game, reading, lifts, allowed, now)
    return _two_hands(game, reading, move, lifts, now)


def _king_and_rook(board: chess.Board, move: chess.Move) -> Touches | None:
    """The touches of a castling that is made as it should be; None for any other move."""
    rook = castling_rook(board, move)
    return None if rook is None else [frozenset({move.from_square}), frozenset({rook})]


def _breach(game: Game, reading: Reading, lifts: tuple[Lift, ...], allowed: Permitted, now: float) -> Game:
    parent, move = reading.parent, reading.move
    if parent is None or move is None:
        return game
    kind, article, done = _what_was_broken(game, parent.position, move, lifts, allowed)
    color = parent.position.turn
    stood = _rook_move_made(game, parent, move) if kind is AlertKind.CASTLING_ROOK_FIRST else None
    moves, squares = (allowed.moves, ()) if stood is None else stood
    besides = _touched_besides(parent.position, move, lifts)
    over = ended_by(reading.position) is not None
    stands = over and not game.edition.ending_needs_touch_rules
    alert = Alert(
        alert_id(game),
        kind,
        now,
        ply=reading.ply,
        color=color,
        article=game.edition.article(article),
        squares=besides,
        explanation=f"{words.side(color)} {done}.{_about_the_end(over, stands)}",
        confidence=_confidence(game, tuple(lift for lift in lifts if lift.square in besides)),
        evidence=game.log.since(parent.born),
        cannot_show="" if _only_ruled(parent.position, move, lifts) else _unproven(game),
        restore=restored(parent.position, squares),
        found=found_on(game, squares),
        permitted=() if stands else tuple(sorted(each.uci() for each in moves)),
        played=move,
    )
    return with_alert(game, alert)


def _release_broken(game: Game, reading: Reading, released: Released, now: float) -> Game:
    """The game with an alert about a move that had been made and was taken back for that of `reading` (Art. 4.7)."""
    parent, move = reading.parent, reading.move
    if parent is None or move is None:
        return game
    color, stands = parent.position.turn, ended_by(reading.position) is not None
    stands = stands and not game.edition.ending_needs_touch_rules
    made, instead = (words.move(parent.position, each) for each in (released.move, move))
    done = f"released a piece ({made}) for {released.stood:.1f} s, took it back and then played {instead}"
    alert = Alert(
        alert_id(game),
        AlertKind.TOUCH_MOVE_VIOLATION,
        now,
        ply=reading.ply,
        color=color,
        article=game.edition.article(game.edition.released),
        squares=(released.move.from_square, released.move.to_square),
        explanation=f"{words.side(color)} {done}.",
        evidence=game.log.since(parent.born),
        cannot_show="The sensors cannot show whether the piece was let go of.",
        permitted=() if stands else (released.move.uci(),),
        played=move,
        released=released.move,
    )
    return with_alert(game, alert)


def _rook_move_made(game: Game, parent: Reading, castling: chess.Move) -> tuple[Moves, tuple[chess.Square, ...]] | None:
    """The rook's move that was made before the castling king was lifted, and the squares that the king must leave and
    return to; None when the rook was not put down first (Art. 4.4.2 with 4.7).
    """
    board = parent.position.board()
    home, rook = castling.from_square, castling_rook(board, castling)
    if rook is None:
        return None
    rank, short = chess.square_rank(home), rook > home
    made = chess.Move(rook, chess.square(5 if short else 3, rank))
    lifted = game.log.lifted
    if not board.is_legal(made) or not lifted[rook] <= game.log.filled[made.to_square] <= lifted[home]:
        return None
    return frozenset({made}), (home, chess.square(6 if short else 2, rank))


def _about_the_end(over: bool, stands: bool) -> str:
    """What becomes of a mate, a stalemate or a dead position that the breach led to (Art. 5.1.1, 5.2.1 and 5.2.2)."""
    if not over:
        return ""
    return " The game is over all the same." if stands else " The game is not over by this move until that is decided."


def _only_ruled(position: Position, move: chess.Move, lifts: tuple[Lift, ...]) -> bool:
    """Whether an arbiter has said that the pieces besides the moved one were touched: nothing rests on sensors then."""
    besides = _touched_besides(position, move, lifts)
    return all(lift.ruled for lift in lifts if lift.square in besides)


def _unproven(game: Game) -> str:
    announced = f"adjusting was announced (Art. {game.edition.adjusting})"
    meant = ", whether the touch was meant" if game.edition.reviews_touch_put_back else ""
    intentions = f"The sensors cannot show whether {announced}{meant} or who lifted the piece."
    return intentions + seldom_read(game.tolerance)


def _what_was_broken(
    game: Game, position: Position, move: chess.Move, lifts: tuple[Lift, ...], allowed: Permitted
) -> tuple[AlertKind, str, str]:
    """The kind of the breach, the number of the article, and what the player did (to be read after their side)."""
    board, edition = position.board(), game.edition
    rook = castling_rook(board, move)
    played = words.move(position, move)
    if rook is not None and _first_own(board, lifts) == rook:
        done = f"castled by touching the rook on {chess.square_name(rook)} before the king: {played}"
        return AlertKind.CASTLING_ROOK_FIRST, edition.castling_rook_first, done
    if all(castling_rook(board, each) is not None for each in allowed.moves):
        done = f"touched the king and then a rook, and did not castle: {played}"
        return AlertKind.TOUCH_MOVE_VIOLATION, edition.king_and_rook_touched, done
    binding = _binding(board, lifts, allowed.moves)
    own = board.color_at(binding.square) == position.turn
    article = edition.touched_own_piece if own else edition.touched_enemy_piece
    if any(_of_the_other_color(board, lift, binding, move, captured_square(position, move)) for lift in lifts):
        article = edition.touched_both_colors
    if allowed.article == edition.castling_impossible:
        article = allowed.article
    touched = f"{words.piece_on(position, binding.square)}{_for_how_long(binding)}"
    return AlertKind.TOUCH_MOVE_VIOLATION, article, f"touched {touched} and then played {played}"


def _of_the_other_color(
    board: chess.Board, lift: Lift, binding: Lift, move: chess.Move, captured: chess.Square | None
) -> bool:
    """Whether a piece of the other color than the binding one was touched, which the move itself does not explain."""
    other = board.color_at(lift.square) != board.color_at(binding.square)
    return other and lift.square not in {move.from_square, captured}


def _touched_besides(position: Position, move: chess.Move, lifts: tuple[Lift, ...]) -> tuple[chess.Square, ...]:
    """The squares touched that the move itself does not explain; all of them when it explains each."""
    touched = dict.fromkeys(lift.square for lift in lifts)
    besides = tuple(square for square in touched if square not in {move.from_square, captured_square(position, move)})
    return besides or tuple(touched)


def _two_hands(game: Game, reading: Reading, move: chess.Move, lifts: tuple[Lift, ...], now: float) -> Game:
    """Castling with both pieces lifted, and both put down, at the same moment (Art. 7.5.4)."""
    parent = reading.parent
    if parent is None or not parent.position.board().is_castling(move) or game.tolerance >= TWO_HANDS_SECONDS:
        return game
    landed = sorted(game.log.filled[square] for square in _castled_squares(parent, reading))
    if len(landed) != 2 or len(lifts) < 2:
        return game
    if landed[1] - landed[0] > TWO_HANDS_SECONDS or lifts[-1].at - lifts[-2].at > TWO_HANDS_SECONDS:
        return game
    alert = Alert(
        alert_id(game),
        AlertKind.TWO_HANDS_SUSPECTED,
        now,
        ply=reading.ply,
        color=parent.position.turn,
        article=game.edition.article(game.edition.two_hands),
        squares=tuple(lift.square for lift in lifts),
        explanation=f"{words.side(parent.position.turn)} moved king and rook at the same moment when castling"
        f"{'' if game.edition.two_hands_is_illegal_move else ', which is no illegal move in this edition'}.",
        confidence=Confidence.WEAK,
        evidence=game.log.since(parent.born),
        cannot_show="The sensors cannot show hands, only that both pieces moved together.",
    )
    return with_alert(game, alert)


def _castled_squares(parent: Reading, reading: Reading) -> list[chess.Square]:
    before, after = parent.position, reading.position
    own = (after.white & ~before.white) if before.turn else (after.black & ~before.black)
    return list(chess.scan_forward(own))


def _first_own(board: chess.Board, lifts: tuple[Lift, ...]) -> chess.Square | None:
    return next((lift.square for lift in lifts if board.color_at(lift.square) == board.turn), None)


def _binding(board: chess.Board, lifts: tuple[Lift, ...], allowed: frozenset[chess.Move]) -> Lift:
    """The touch that decided what was permitted: the first whose piece still may move or be captured."""
    origins = {move.from_square for move in allowed}
    targets = {move.to_square for move in allowed}
    for lift in lifts:
        if lift.square in (origins if board.color_at(lift.square) == board.turn else targets):
            return lift
    return lifts[0]


def _for_how_long(lift: Lift) -> str:
    if lift.ruled:
        return ", as an arbiter says,"
    return f" for {lift.returned - lift.at:.1f} s" if lift.returned is not None else ""


def _confidence(game: Game, lifts: tuple[Lift, ...]) -> Confidence:
    """Strong only when a piece was away longer than straightening takes, and than the e-board's scans blur."""
    certain = CERTAIN_TOUCH_SECONDS + game.tolerance
    if any(lift.ruled for lift in lifts):
        return Confidence.STRONG
    if seldom_read(game.tolerance):
        return Confidence.WEAK
    away = [lift.returned - lift.at for lift in lifts if lift.returned is not None]
    return Confidence.WEAK if away and max(away) < certain else Confidence.STRONG
