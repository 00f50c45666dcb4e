"""The verdict that an illegal move was completed: why it is illegal, what binds, and whether the arbiter waits.

FIDE Laws of Chess (2023) Art. 7.5.1. It is told however soon the opponent answers.
"""

from __future__ import annotations

import dataclasses

import chess

from bridge.rules import words
from bridge.rules.alerts import AlertKind, Confidence
from bridge.rules.copying import replace
from bridge.rules.irregularities.illegal_position import awaits_next_move, illegal_on
from bridge.rules.irregularities.reason_texts import english
from bridge.rules.irregularities.telling import Verdict, with_verdict
from bridge.rules.irregularities.why_illegal import PROMOTES_TO, Fault, why_illegal
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.presses import Pressed
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import Lift
from bridge.rules.state import Game
from bridge.rules.touch.permitted import Moves, permitted
from bridge.rules.touch.touches import in_order, touched_before
from drivers.placement import Sensing


def tell_answered(game: Game, until: int, now: float) -> Game:
    """The game with an alert about each illegal move, up to half-move `until`, that was pressed for and that the
    opponent has answered before there was a verdict on the press.
    """
    answered = [reading for reading in game.open_line if reading.illegal and reading.ply <= until]
    for reading in answered:
        press = game.assigned.readings.get(reading)
        if press is not None and not _is_counted(game, press):
            game = _told(game, reading, press, now)
    return game


def _is_counted(game: Game, press: Pressed) -> bool:
    return any((each.color, each.pressed_at) == (press.color, press.at) for each in game.incidents)


def _told(game: Game, reading: Reading, press: Pressed, now: float) -> Game:
    if reading.parent is None:
        return game
    before = replace(game, published=reading.parent)
    verdict = _on_answered(before, reading)
    return game if verdict is None else replace(with_verdict(before, verdict, press, now), published=game.published)


def _on_answered(game: Game, reading: Reading) -> Verdict | None:
    move = reading.move
    reason = None if move is None else why_illegal(game.position, move)
    if move is not None and reason is not None and reason.fault is Fault.PROMOTION_MISSING:
        return pawn_left_verdict(game, move, reading)
    return illegal_verdict(game, reading)


def pawn_left_verdict(game: Game, move: chess.Move, reading: Reading | None) -> Verdict:
    """The verdict that a pawn was left on the last rank (Art. 7.5.2). `reading`: that it stays there, if it may."""
    edition = game.edition
    done = f"left a pawn on {chess.square_name(move.to_square)} and pressed the clock"
    pieces = {piece: chess.Move(move.from_square, move.to_square, piece) for piece in PROMOTES_TO}
    if edition.missing_promotion_is_queen:
        verdict = Verdict(AlertKind.PROMOTION_MISSING, edition.promotion_missing, done, pieces[chess.QUEEN])
        return waiting(game, verdict, reading)
    instead = frozenset(pieces.values())
    return Verdict(AlertKind.PROMOTION_MISSING, edition.promotion_missing, done, instead=instead)


def illegal_verdict(game: Game, reading: Reading) -> Verdict | None:
    """The verdict that the move of this illegal reading, which follows the published position, was completed."""
    if reading.move is None:
        return None
    touched = touched_before(reading, game.log, game.setup.sensing, game.tolerance)
    verdict = illegal_move_verdict(game, reading.move, to_choose_from(game, touched))
    seen = differences(game.published, game.log.placement)
    gone, arrived = seen.own_gone, seen.own_arrived
    if game.setup.sensing is not Sensing.IDENTITY and gone.bit_count() > arrived.bit_count():
        which = f"The e-board cannot show which of the pieces on {words.squares(chess.scan_forward(gone))} moved."
        verdict = dataclasses.replace(verdict, confidence=Confidence.WEAK, cannot_show=which)
    return waiting(game, verdict, reading)


def waiting(game: Game, verdict: Verdict, reading: Reading | None) -> Verdict:
    """The verdict, with the wait for the next move when an illegal position has come about (Art. A.5.4)."""
    article = game.edition.illegal_position
    if article is None or reading is None or not awaits_next_move(game.setup):
        return verdict
    squares = illegal_on(reading.position)
    if not squares:
        return verdict
    pawn = squares & reading.position.pawns
    what = "a pawn is on the last rank" if pawn else "both kings are in check"
    waits = f"; {what}, so the next move is awaited (Art. {article})"
    return dataclasses.replace(verdict, done=verdict.done + waits, waits=article)


def illegal_move_verdict(game: Game, move: chess.Move, instead: Moves) -> Verdict:
    """The verdict on a move, with the reason why it is illegal."""
    reason = why_illegal(game.position, move)
    done = f"completed an illegal move with {words.moved_piece(game.position, move)}"
    done = done if reason is None else f"{done}: {english(reason)}"
    return Verdict(AlertKind.ILLEGAL_MOVE, game.edition.illegal_move, done, instead=instead, reason=reason)


def to_choose_from(game: Game, touched: tuple[Lift, ...]) -> Moves:
    """The moves that the player must choose from: what they touched still binds (Art. 7.5.1 with 4.3)."""
    return permitted(game.position.board(), game.edition, in_order(touched, game.tolerance)).moves
