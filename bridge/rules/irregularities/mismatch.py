"""What is wrong when the board does not show the position of the game although the hands are still.

A piece that the player to move may hold in his hand, and one that he may be taking, are not missing. Before the first
move a board on which pieces are still being set up is not wrong either.
"""

from __future__ import annotations

import dataclasses

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.irregularities.found import OnSquares, found_on, restored, told
from bridge.rules.irregularities.half_castled import half_castled, still_castling
from bridge.rules.irregularities.penalties import with_irregularity
from bridge.rules.irregularities.turned_round import Turned, turned_round
from bridge.rules.irregularities.verdict import NO_DUMP_SECONDS, VERDICTS
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.reading import Reading, misfit
from bridge.rules.recognition.sensors import NEVER
from bridge.rules.state import Game, alert_id, has_alert, with_alert, without_alerts
from bridge.rules.touch.turn import report_move_out_of_turn
from drivers.placement import difference, occupied

STRAY_SECONDS = 1.0  # a piece may rest on a wrong square for this long, also while a late press falls
UNTOUCHED_SECONDS = 3.0  # without a press: players may straighten a piece for this long
ASTRAY_AT_MOST = 6  # squares; when more stand wrong, no game is being played on this board
FOUR_OUTER_RANKS = chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8

CANNOT_SHOW = {AlertKind.DISPLACED_PIECE: "The sensors cannot show who displaced a piece, or whether it lies beside."}

SAY_WHAT_IS_WRONG = (VERDICTS | {AlertKind.KING_CAPTURED}) - {AlertKind.CLOCK_WITHOUT_MOVE}
HALF_CASTLED = (AlertKind.CASTLING_INCOMPLETE, AlertKind.CASTLING_ROOK_FIRST)
STANDING = (
    AlertKind.DISPLACED_PIECE,
    AlertKind.OUT_OF_SYNC,
    AlertKind.WRONG_START_POSITION,
    AlertKind.BOARD_REVERSED,
)
"""Alerts that are open as long as the board stays as it is."""


def mismatch_due(game: Game) -> float | None:
    """When the difference will be reported, if nothing changes until then; None when there is nothing to report."""
    if not game.linked or game.result is not None or game.log.dumped_at < game.linked_at:
        return None
    if (game.paused and game.record) or _kind(game) is None:
        return None  # While the clock is stopped, pieces are put right.
    heard_since = game.linked_at if game.gap else NEVER  # an e-board with a memory goes on from what it last told
    still = max(game.log.changed_at, game.pressed_at, heard_since)
    enemy_moved = differences(game.published, game.log.placement).enemy_arrived
    if not (game.pressed_at >= game.log.changed_at or game.gap or enemy_moved):
        return still + UNTOUCHED_SECONDS
    if game.log.dumped_at > still and not game.gap:
        return max(still + STRAY_SECONDS, game.log.dumped_at)
    return still + NO_DUMP_SECONDS + game.tolerance


def report_mismatch(game: Game, now: float) -> Game:
    """The game with an alert about the difference, when it is due; without one that no longer holds."""
    game = _without_healed(game)
    if game.explained and not _stray(game):
        return replace(game, gap=False) if game.gap and game.log.dumped_at >= game.linked_at else game
    due, kind = mismatch_due(game), _kind(game)
    if due is None or kind is None or now < due:
        return game
    if kind is AlertKind.BOARD_REVERSED:
        return with_alert(game, _about_turned(game, now))
    nearest = _nearest(game)
    if kind is AlertKind.DISPLACED_PIECE and half_castled(game) is None:
        game = report_move_out_of_turn(game, now)
    game = _with_alert(game, _alert(game, kind, nearest, now))
    return _disregarding(game, nearest) if kind is AlertKind.DISPLACED_PIECE else game


def _with_alert(game: Game, alert: Alert) -> Game:
    """The game with the alert; castling that the record has taken and that was pressed for unfinished is an illegal
    move like any other (Art. 7.5.1).
    """
    last = game.published
    if alert.kind is not AlertKind.CASTLING_INCOMPLETE or last.parent is None:
        return with_alert(game, alert)
    return with_irregularity(game, alert, last.parent.position, game.last_pressed[last.mover])


def _about_turned(game: Game, now: float) -> Alert:
    edition, by_half = game.edition, turned_round(game) is Turned.BY_HALF
    by_a_quarter = "The initial position stands turned by a quarter: the board is placed wrongly, or its orientation."
    reversed_colors = "White's and Black's pieces have changed places: the board is turned, or the colors are reversed."
    return Alert(
        alert_id(game),
        AlertKind.BOARD_REVERSED,
        now,
        ply=game.published.ply,
        article=edition.article(edition.colors_reversed if by_half else edition.board_turned),
        squares=tuple(chess.scan_forward(difference(game.published.placement, game.log.placement))),
        explanation=reversed_colors if by_half else by_a_quarter,
        cannot_show="The sensors cannot show on which side of the table the e-board's first rank is.",
    )


def _alert(game: Game, kind: AlertKind, nearest: Reading, now: float) -> Alert:
    squares = tuple(chess.scan_forward(difference(nearest.placement, game.log.placement)))
    restore, found = restored(nearest.position, squares), found_on(game, squares)
    alert = Alert(
        alert_id(game),
        kind,
        now,
        ply=game.published.ply,
        article=_article(game, kind),
        squares=squares,
        explanation=_explanation(kind, restore, found),
        evidence=game.log.since(game.published.born),
        cannot_show=CANNOT_SHOW.get(kind, ""),
        restore=restore,
        found=found,
    )
    half = half_castled(game) if kind is AlertKind.DISPLACED_PIECE else None
    if half is None:
        return alert
    mover = game.published.mover
    return dataclasses.replace(
        alert,
        kind=half.kind,
        color=mover,
        article=game.edition.article(half.article),
        explanation=f"{words.side(mover)} {half.done}.",
        cannot_show="The sensors cannot show when a piece was let go of.",
        permitted=tuple(move.uci() for move in half.stands),
    )


def _nearest(game: Game) -> Reading:
    """The reading from which the board differs least: a legal move may have been seen beside what stands wrong."""
    sensed, shown = game.log.placement, game.published
    next_moves = (each for each in game.readings if each.parent is shown and not each.illegal and each.landed > NEVER)
    return min((shown, *next_moves), key=lambda reading: misfit(reading, sensed) + reading.cost)


def _disregarding(game: Game, nearest: Reading) -> Game:
    """The game in which pieces on wrong squares are left alone, so that it can be followed while they stand there.

    Pieces that are only missing need no such thing: they may be in a hand. And what the player to move has moved from
    one square to another may be his move, legal or not, until he presses.
    """
    seen = differences(nearest, game.log.placement)
    moving = nearest is game.published and seen.own_gone and seen.own_arrived
    squares = difference(nearest.placement, game.log.placement)
    if moving or not (seen.own_arrived or seen.enemy_arrived) or squares.bit_count() > ASTRAY_AT_MOST:
        return game
    return replace(game, log=game.log.with_astray(squares, nearest.placement))


def _without_healed(game: Game) -> Game:
    """The game without the alerts whose squares all read as they should again."""
    if not _standing(game):
        return game
    differs = difference(game.published.placement, game.placement)
    healed = [
        alert
        for alert in game.alerts
        if alert.kind in STANDING and not any(differs & chess.BB_SQUARES[square] for square in alert.squares)
    ]
    for alert in healed:
        game = replace(game, log=game.log.forgetting(alert.squares))  # Who put them right has not touched to move.
    return without_alerts(game, *(alert.kind for alert in healed))


def _kind(game: Game) -> AlertKind | None:
    """The alert that the difference deserves and that is not open yet."""
    if not _stray(game) or _standing(game) or _arbiter_called(game):
        return None
    if not game.record and game.published is game.root:
        return _kind_before_first_move(game)
    if game.gap:
        return AlertKind.OUT_OF_SYNC
    if still_castling(game) or _nearest(game).placement == game.log.placement:
        return None  # Nothing stands wrong after a move that is not published yet, as long as its order is unknown.
    return AlertKind.DISPLACED_PIECE


def _standing(game: Game) -> bool:
    """Whether an alert is open that stays so as long as the board stays as it is."""
    return bool(game.alerts) and any(has_alert(game, kind) for kind in STANDING)


def _kind_before_first_move(game: Game) -> AlertKind | None:
    if game.gap and turned_round(game) is not None:
        return AlertKind.BOARD_REVERSED
    standing = occupied(game.log.placement)
    if standing == FOUR_OUTER_RANKS and game.gap:
        return AlertKind.WRONG_START_POSITION
    heard_before = game.linked_at > game.root.born
    clock_runs = game.clock is not None and game.clock.running is not None
    if game.pressed_at > game.root.born or heard_before or clock_runs:
        return AlertKind.OUT_OF_SYNC if game.gap else AlertKind.DISPLACED_PIECE
    return None


def _arbiter_called(game: Game) -> bool:
    """Whether a verdict on the next move already tells the arbiter what is wrong on the board."""
    ply, born = game.published.ply, game.published.born
    for alert in game.alerts:
        if alert.kind in SAY_WHAT_IS_WRONG and alert.ply > ply and alert.at >= born:
            return True
        if alert.ply == ply and alert.kind in HALF_CASTLED:
            return True
    return False


def _stray(game: Game) -> chess.Bitboard:
    """The squares that differ and are not excused by a hand."""
    if game.published.placement == game.log.placement:
        return chess.BB_EMPTY
    seen = differences(game.published, game.log.placement)
    pressed_with_piece_in_hand = (
        game.pressed_by == game.published.position.turn and game.pressed_at >= game.log.changed_at
    )
    in_hand = seen.own_gone.bit_count() == 1 and not pressed_with_piece_in_hand
    taking = in_hand and seen.enemy_gone.bit_count() == 1
    stray = seen.own_arrived | seen.enemy_arrived
    if not in_hand:
        stray |= seen.own_gone
    if not taking:
        stray |= seen.enemy_gone
    return stray


def _article(game: Game, kind: AlertKind) -> str:
    match kind:
        case AlertKind.DISPLACED_PIECE:
            return game.edition.article(game.edition.displaced_pieces)
        case AlertKind.WRONG_START_POSITION:
            return game.edition.article(game.edition.wrong_start_position)
        case _:
            return ""


def _explanation(kind: AlertKind, restore: OnSquares, found: OnSquares) -> str:
    where = words.squares(square for square, _ in restore)
    match kind:
        case AlertKind.WRONG_START_POSITION:
            return f"The pieces on {where} do not stand as in the initial position of this game."
        case AlertKind.OUT_OF_SYNC:
            return f"Moves are missing: the board differs from the record on {where}, and no short line explains it."
        case _:
            return f"The board differs from the position of the game on {where}; {told(restore, found)}."
