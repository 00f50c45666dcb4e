"""A piece that reads as another one: told from an exchange of pieces, and from a move that is not legal.

It is believed to be what the record says when nothing but its reading differs, and the set has no such piece too few
elsewhere; or when it arrived where just one legal move brings the piece that left.
"""

from __future__ import annotations

import dataclasses

import chess

from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.irregularities.found import found_on, restored, told
from bridge.rules.recognition.identities import IN_HAND, Mistaken
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.recognition.successors import played
from bridge.rules.recognition.tracking import recognise
from bridge.rules.state import Game, alert_id, with_alert, without_alerts
from drivers.placement import (
    SOME_BLACK,
    SOME_PIECE,
    SOME_WHITE,
    Code,
    Placement,
    Sensing,
    code_at,
    difference,
    occupied,
    squares_with,
)

CHIPS_AT_MOST = 8  # wrong at once; when more read otherwise, another position stands there
UNKNOWN = frozenset({SOME_BLACK, SOME_PIECE, SOME_WHITE})
KIND = AlertKind.IDENTITY_DOUBTFUL


def believe(game: Game, log: SensorLog, now: float) -> Game | None:
    """The game in which pieces that read otherwise are believed to be what they can only be; None when none do."""
    if game.setup.sensing is Sensing.OCCUPANCY:
        return None
    return _as_they_stood(game, log, now) or _as_it_moved(game, log, now)


def believing(log: SensorLog, square: chess.Square, piece: Code, now: float) -> SensorLog:
    """The memory in which this piece stands there, whatever is read."""
    known = tuple(each for each in log.mistaken if each.square != square)
    read = code_at(log.standing, square)
    entry = () if read == piece else (Mistaken(square, read, piece, now),)
    return dataclasses.replace(log, mistaken=(*known, *entry)).with_piece(square, piece)


def _as_they_stood(game: Game, log: SensorLog, now: float) -> Game | None:
    """Nothing but readings differ: no square is empty or filled that should not be."""
    base, sensed = game.published.placement, log.placement
    differs = difference(base, sensed)
    both = differs & occupied(base) & occupied(sensed)
    if differs != both or not 0 < differs.bit_count() <= CHIPS_AT_MOST:
        return None
    if not all(_is_too_many(code_at(sensed, square), base, sensed) for square in _squares(differs)):
        return None
    return _with_belief(game, log, base, differs, now)


def _as_it_moved(game: Game, log: SensorLog, now: float) -> Game | None:
    """The side to move has made a legal move but for what is read where its pieces arrived."""
    base, sensed = game.published, log.placement
    own = base.position.white if base.position.turn else base.position.black
    differs = difference(base.placement, sensed)
    gone, arrived = differs & own & ~occupied(sensed), differs & occupied(sensed)
    if not 1 <= gone.bit_count() <= 2 or not 1 <= arrived.bit_count() <= 2:
        return None
    for move in base.position.board().generate_legal_moves(gone):
        _, after, placement = played(base.position, move, game.setup.sensing)
        misread = difference(placement, sensed)
        if not misread or misread & ~(arrived & occupied(placement)):
            continue
        if all(_may_read_so(move, code_at(sensed, each), base.placement, sensed) for each in _squares(misread)):
            seen = _with_belief(game, log, placement, misread, now)
            return _as_guess(seen) if move.promotion and seen.published.position == after else seen
    return None


def _squares(mask: chess.Bitboard) -> list[chess.Square]:
    return [*chess.scan_forward(mask)]


def _with_belief(game: Game, log: SensorLog, placement: Placement, squares: chess.Bitboard, now: float) -> Game:
    """The game in which the pieces of this placement are believed to stand on the squares."""
    for square in _squares(squares):
        log = believing(log, square, code_at(placement, square), now)
    return recognise(replace(game, log=log), log)


def _may_read_so(move: chess.Move, read: Code, base: Placement, sensed: Placement) -> bool:
    """Whether a piece that moved may read like this. A new one may be unknown to the e-board, and is a queen then; but
    one that is known was meant, be it one that no pawn becomes.
    """
    if move.promotion:
        return move.promotion == chess.QUEEN and read in UNKNOWN
    return _is_too_many(read, base, sensed)


def _as_guess(game: Game) -> Game:
    """The game whose last move is a guess: nobody knows what the pawn became."""
    shown = game.published
    guess = Reading(
        shown.parent, shown.move, shown.position, shown.placement, shown.ply, shown.born, shown.cost, shown.landed,
        seen=shown.seen, guess=True,
    )  # fmt: skip
    readings = tuple(guess if each is shown else each for each in game.readings)
    made = frozenset(guess if each is shown else each for each in game.made)
    return replace(game, readings=readings, published=guess, made=made)


def _is_too_many(read: Code, base: Placement, sensed: Placement) -> bool:
    """Whether no piece of the set is missed elsewhere that reads like this: pieces that changed places are as many as
    before.
    """
    return read in UNKNOWN or squares_with(sensed, read).bit_count() > squares_with(base, read).bit_count()


def report_doubtful(game: Game, now: float) -> Game:
    """The game with one alert about the pieces that read as others, kept up to date while they move."""
    squares = tuple(sorted(each.square for each in game.log.mistaken if each.square != IN_HAND))
    known = next((alert for alert in game.alerts if alert.kind is KIND), None)
    if known is not None and known.squares == squares:
        return game
    if not squares:
        held = any(each.square == IN_HAND for each in game.log.mistaken)
        return game if held or known is None else without_alerts(game, KIND)
    if known is None:
        return with_alert(game, _alert(game, squares, alert_id(game), now))
    alert = dataclasses.replace(_alert(game, squares, known.id, known.at), state=known.state)
    return replace(game, alerts=tuple(alert if each is known else each for each in game.alerts))


def _alert(game: Game, squares: tuple[chess.Square, ...], name: str, at: float) -> Alert:
    restore, found = restored(game.published.position, squares), found_on(game, squares)
    return Alert(
        name,
        KIND,
        at,
        ply=game.published.ply,
        squares=squares,
        explanation=f"The e-board takes pieces for others ({told(restore, found)}); the game is followed as if it did "
        "not. Say which pieces they are (game.identify), or change them when nobody plays.",
        cannot_show="The e-board cannot show whether a piece or its chip is the wrong one.",
        restore=restore,
        found=found,
    )
