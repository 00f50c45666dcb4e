"""What each incident looks like: the steps of a half-move at which it happens, its presses and pauses included.

Every span below is chosen for a clear picture, near the timings of arbiters' stories; none is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import chess

from drivers.hand.act import Step, lift, put
from drivers.hand.incidents import Incident
from drivers.hand.moves import Hand, castling_squares, pawn_to_last_rank, promoted, steps_of
from drivers.hand.places import beside, places, quiet_squares, taker
from drivers.hand.style import Between
from drivers.placement import Code, code_of
from drivers.reports import ClockPaused, ClockResumed, Press

BINDING_TOUCH = Between(0.9, 1.5)  # nobody straightens a piece that long
OUT_OF_TURN_TOUCH = Between(0.6, 1.0)  # longer than a bump or flicker, whatever the board's scan; cases: 0.4
SECOND_THOUGHT = Between(0.3, 1.2)  # from a piece put back to the move
ILLEGAL_REST = Between(0.8, 1.6)  # until the player himself sees it
ROOK_THEN_KING = Between(0.4, 0.8)  # from the rook's release to the king's lift; cases: 0.6
ARBITER_COMES = Between(3.0, 5.0)  # from the press to the arbiter's hand on the clock
ARBITER_SPEAKS = Between(0.5, 1.5)  # between two acts after the arbiter has come
PUT_BACK = Between(1.0, 2.5)  # from the press until a knocked piece stands again
BOTH_HANDS = 0.01  # seconds between the two hands
KNOCK = Between(0.02, 0.06)  # from the release until a neighbour falls; cases: 0.02–0.05


@dataclass(frozen=True, slots=True)
class _Scene:
    """A move about to be made, and the square on which the incident happens."""

    board: chess.Board
    move: chess.Move
    hand: Hand
    square: chess.Square

    def code(self, square: chess.Square) -> Code:
        """What stands on a square before the move."""
        return code_of(self.board.piece_at(square))

    def made(self, *, slide: bool = False) -> list[Step]:
        """The move as it should be."""
        return steps_of(self.board, self.move, self.hand, slide=slide)

    def made_after(self, wait: float) -> list[Step]:
        """The move as it should be, begun after `wait` seconds."""
        first, *rest = self.made()
        return [Step(wait, first.does), *rest]

    def carried(
        self, origin: chess.Square, there: chess.Square, wait: float = 0.0, code: Code | None = None
    ) -> list[Step]:
        """After `wait` seconds a piece is carried to another square: the one that stood there before the move, unless
        it is named.
        """
        named = self.code(origin) if code is None else code
        return [lift(wait, origin), put(self.hand.takes(self.hand.style.carry), there, named)]

    def corrected(self, finished: list[Step]) -> list[Step]:
        """The press, the arbiter's pause in which the move is finished, and the opponent's time."""
        return [self.pressed(), self.paused(), *finished, self.resumed(not self.board.turn)]

    def replaced(self, undone: list[Step]) -> list[Step]:
        """The press, the arbiter's pause in which all is put back, and the move as it should be."""
        again = [self.resumed(self.board.turn), *self.made_after(self.hand.thinks())]
        return [self.pressed(), self.paused(), *undone, *again]

    def pressed(self) -> Step:
        """The mover presses."""
        return Step(self.hand.takes(self.hand.style.press), Press(self.board.turn))

    def paused(self) -> Step:
        """The arbiter comes and stops the clock."""
        return Step(self.hand.takes(ARBITER_COMES), ClockPaused())

    def resumed(self, color: chess.Color) -> Step:
        """The arbiter starts the clock for `color`."""
        return Step(self.hand.takes(ARBITER_SPEAKS), ClockResumed(color))


def mishap(incident: Incident, board: chess.Board, move: chess.Move, hand: Hand) -> list[Step]:
    """The steps of the half-move `move` with the incident; the last press is left out when it is the ordinary one.

    Raises ValueError when the incident cannot happen at this move (see `possible`).
    """
    squares = places(incident, board, move)
    if not squares:
        raise ValueError(f"{incident.name} cannot happen at {move.uci()} in {board.fen()}")
    return _STEPS[incident](_Scene(board, move, hand, hand.rng.choice(squares)))


def _slide(scene: _Scene) -> list[Step]:
    return scene.made(slide=True)


def _touch(scene: _Scene, off: Between) -> list[Step]:
    """The piece on the square goes up and down again, then the move is made."""
    touched = [lift(0, scene.square), put(scene.hand.takes(off), scene.square, scene.code(scene.square))]
    return [*touched, *scene.made_after(scene.hand.takes(SECOND_THOUGHT))]


def _adjust(scene: _Scene) -> list[Step]:
    return _touch(scene, scene.hand.style.touch)


def _adjust_out_of_turn(scene: _Scene) -> list[Step]:
    return _touch(scene, OUT_OF_TURN_TOUCH)


def _touch_move(scene: _Scene) -> list[Step]:
    return _touch(scene, BINDING_TOUCH)


def _rest(scene: _Scene) -> list[Step]:
    rested = scene.hand.takes(scene.hand.style.wrong_rest)
    there = put(scene.hand.takes(scene.hand.style.carry), scene.move.to_square, scene.code(scene.move.from_square))
    return [*_tried(scene), lift(rested, scene.square), there]


def _bump(scene: _Scene) -> list[Step]:
    upright = put(scene.hand.takes(scene.hand.style.bump), scene.square, scene.code(scene.square))
    return [*scene.made(), lift(scene.hand.takes(KNOCK), scene.square), upright]


def _tried(scene: _Scene) -> list[Step]:
    """The moving piece is placed on a square where it should not be."""
    code = scene.code(scene.move.from_square)
    return [lift(0, scene.move.from_square), put(scene.hand.takes(scene.hand.style.carry), scene.square, code)]


def _undone(scene: _Scene, after: Between) -> list[Step]:
    """And returns from there."""
    home, carry = scene.move.from_square, scene.hand.style.carry
    return [lift(scene.hand.takes(after), scene.square), put(scene.hand.takes(carry), home, scene.code(home))]


def _take_back(scene: _Scene) -> list[Step]:
    return [*_tried(scene), *_undone(scene, ILLEGAL_REST), *scene.made_after(scene.hand.takes(SECOND_THOUGHT))]


def _illegal(scene: _Scene) -> list[Step]:
    return [*_tried(scene), *scene.replaced(_undone(scene, ARBITER_SPEAKS))]


def _rook_first(scene: _Scene) -> list[Step]:
    king, king_to, rook, rook_to = castling_squares(scene.board, scene.move)
    takes, carry = scene.hand.takes, scene.hand.style.carry
    rook_there = put(takes(carry), rook_to, scene.code(rook))
    king_there = put(takes(carry), king_to, scene.code(king))
    return [lift(0, rook), rook_there, lift(takes(ROOK_THEN_KING), king), king_there]


def _press_without_move(scene: _Scene) -> list[Step]:
    mover = scene.board.turn
    turned_back = [Step(0, Press(mover)), scene.paused(), scene.resumed(mover)]
    return [*turned_back, *scene.made_after(scene.hand.thinks())]


def _promotion_missing(scene: _Scene) -> list[Step]:
    board, move, hand = scene.board, scene.move, scene.hand
    pawn_off = lift(hand.takes(ARBITER_SPEAKS), move.to_square)
    queen = put(hand.takes(hand.style.fetch), move.to_square, promoted(board, move))
    left = [*pawn_to_last_rank(board, move, hand), scene.pressed(), scene.paused()]
    return [*left, pawn_off, queen, scene.resumed(not board.turn)]


def _displaced(scene: _Scene) -> list[Step]:
    fallen = lift(scene.hand.takes(KNOCK), scene.square)
    upright = put(scene.hand.takes(PUT_BACK), scene.square, scene.code(scene.square))
    return [*scene.made(), fallen, scene.pressed(), upright]


def _knocked_aside(scene: _Scene) -> list[Step]:
    takes, code = scene.hand.takes, scene.code(scene.square)
    there = scene.hand.rng.choice(beside(scene.board, scene.move, scene.square))
    pushed = [lift(takes(KNOCK), scene.square), put(takes(KNOCK), there, code)]
    back = [lift(takes(PUT_BACK), there), put(takes(scene.hand.style.carry), scene.square, code)]
    return [*scene.made(), *pushed, scene.pressed(), *back]


def _castling_incomplete(scene: _Scene) -> list[Step]:
    king, king_to, rook, rook_to = castling_squares(scene.board, scene.move)
    finished = scene.carried(rook, rook_to, scene.hand.takes(ARBITER_SPEAKS))
    return [*scene.carried(king, king_to), *scene.corrected(finished)]


def _two_handed_castling(scene: _Scene) -> list[Step]:
    king, king_to, rook, rook_to = castling_squares(scene.board, scene.move)
    both_up = [lift(0, king), lift(BOTH_HANDS, rook)]
    there = put(scene.hand.takes(scene.hand.style.carry), king_to, scene.code(king))
    return [*both_up, there, put(BOTH_HANDS, rook_to, scene.code(rook))]


def _illegal_castling(scene: _Scene) -> list[Step]:
    king, rook, short = scene.move.from_square, scene.square, scene.square > scene.move.from_square
    rank = chess.square_rank(king)
    king_to, rook_to = chess.square(6 if short else 2, rank), chess.square(5 if short else 3, rank)
    castled = [*scene.carried(king, king_to), *scene.carried(rook, rook_to, scene.hand.takes(scene.hand.style.pause))]
    back = [
        *scene.carried(king_to, king, scene.hand.takes(ARBITER_SPEAKS), scene.code(king)),
        *scene.carried(rook_to, rook, scene.hand.takes(ARBITER_SPEAKS), scene.code(rook)),
    ]
    return [*castled, *scene.replaced(back)]


def _capture_incomplete(scene: _Scene) -> list[Step]:
    finished = scene.carried(scene.move.from_square, scene.square, scene.hand.takes(ARBITER_SPEAKS))
    return [lift(0, scene.square), *scene.corrected(finished)]


def _en_passant_incomplete(scene: _Scene) -> list[Step]:
    pawn = scene.carried(scene.move.from_square, scene.move.to_square)
    return [*pawn, *scene.corrected([lift(scene.hand.takes(ARBITER_SPEAKS), scene.square)])]


def _promotion_piece_missing(scene: _Scene) -> list[Step]:
    board, move, takes = scene.board, scene.move, scene.hand.takes
    victim = [lift(0, move.to_square)] if board.is_capture(move) else []
    pawn_off = lift(takes(scene.hand.style.pause) if victim else 0, move.from_square)
    queen = put(takes(scene.hand.style.fetch), move.to_square, promoted(board, move))
    return [*victim, pawn_off, *scene.corrected([queen])]


def _second_move(scene: _Scene) -> list[Step]:
    after = scene.board.copy(stack=False)
    after.push(scene.move)
    there = scene.hand.rng.choice(quiet_squares(after, scene.square))
    code, takes = scene.code(scene.square), scene.hand.takes
    again = scene.carried(scene.square, there, takes(SECOND_THOUGHT))
    back = scene.carried(there, scene.square, takes(ARBITER_SPEAKS), code)
    return [*scene.made(), scene.pressed(), *again, scene.paused(), *back, scene.resumed(not scene.board.turn)]


def _opponents_piece(scene: _Scene) -> list[Step]:
    there = scene.hand.rng.choice(quiet_squares(scene.board, scene.square))
    back = scene.carried(there, scene.square, scene.hand.takes(ARBITER_SPEAKS), scene.code(scene.square))
    return [*scene.carried(scene.square, there), *scene.replaced(back)]


def _enemy_piece_touched(scene: _Scene) -> list[Step]:
    first, *rest = scene.made()
    touched = lift(scene.hand.takes(scene.hand.style.pause), scene.square)
    return [first, touched, put(scene.hand.takes(BINDING_TOUCH), scene.square, scene.code(scene.square)), *rest]


def _king_captured(scene: _Scene) -> list[Step]:
    origin, takes = scene.move.from_square, scene.hand.takes
    capture = taker(scene.board, origin, scene.square)
    if capture is None:
        raise ValueError(f"nothing takes the king after {scene.move.uci()} in {scene.board.fen()}")
    home, king = capture.from_square, capture.to_square
    king_code = scene.code(origin if king == scene.square else king)
    taken = [lift(scene.hand.thinks(), king), *scene.carried(home, king, takes(scene.hand.style.pause))]
    back = [
        *scene.carried(king, home, takes(ARBITER_SPEAKS), scene.code(home)),
        put(takes(ARBITER_SPEAKS), king, king_code),
    ]
    undone = _undone(scene, ARBITER_SPEAKS)
    pressed = Step(takes(scene.hand.style.press), Press(not scene.board.turn))
    again = [scene.resumed(scene.board.turn), *scene.made_after(scene.hand.thinks())]
    return [*_tried(scene), scene.pressed(), *taken, pressed, scene.paused(), *back, *undone, *again]


_STEPS: Mapping[Incident, Callable[[_Scene], list[Step]]] = {
    Incident.SLIDE: _slide,
    Incident.ADJUST_OWN: _adjust,
    Incident.ADJUST_OUT_OF_TURN: _adjust_out_of_turn,
    Incident.FUMBLE: _adjust,
    Incident.REST_ON_WRONG_SQUARE: _rest,
    Incident.BUMP: _bump,
    Incident.TAKE_BACK_BEFORE_PRESS: _take_back,
    Incident.TOUCH_MOVE: _touch_move,
    Incident.ROOK_FIRST: _rook_first,
    Incident.ILLEGAL_MOVE: _illegal,
    Incident.PRESS_WITHOUT_MOVE: _press_without_move,
    Incident.PROMOTION_MISSING: _promotion_missing,
    Incident.DISPLACED: _displaced,
    Incident.KNOCKED_ASIDE: _knocked_aside,
    Incident.LATE_PRESS: _Scene.made,
    Incident.CASTLING_INCOMPLETE: _castling_incomplete,
    Incident.ILLEGAL_CASTLING: _illegal_castling,
    Incident.TWO_HANDED_CASTLING: _two_handed_castling,
    Incident.CAPTURE_INCOMPLETE: _capture_incomplete,
    Incident.EN_PASSANT_INCOMPLETE: _en_passant_incomplete,
    Incident.PROMOTION_PIECE_MISSING: _promotion_piece_missing,
    Incident.SECOND_MOVE: _second_move,
    Incident.OPPONENTS_PIECE: _opponents_piece,
    Incident.ENEMY_PIECE_TOUCHED: _enemy_piece_touched,
    Incident.KING_CAPTURED: _king_captured,
}
