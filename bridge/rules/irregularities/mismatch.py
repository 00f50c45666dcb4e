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
from bridge.rules.irregularities.stray import Stray, stray, taking_first
from bridge.rules.irregularities.turned_round import Turned, turned_round
from bridge.rules.irregularities.verdict import NO_DUMP_SECONDS, VERDICTS
from bridge.rules.recognition.completion import settled_line_end
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.reading import Reading, misfit
from bridge.rules.recognition.sensors import NEVER
from bridge.rules.recognition.successors import played
from bridge.rules.state import Game, alert_id, with_alert, without_alerts
from drivers.placement import difference, occupied

STRAY_SECONDS = 1.0  # a piece may rest on a wrong square for this long, also while a late press falls
UNTOUCHED_SECONDS = 3.0  # without a press: players may straighten a piece for this long
MOVED_FOR_SECONDS = 10.0  # a piece moved out of turn may be a reply that came too soon; then it stands wrong
DISPLACED_BESIDE_A_MOVE = 2  # pieces; when more stand wrong, what looks like a move was pushed like the others
ASTRAY_AT_MOST = 6  # squares; when more stand wrong, no game is being played on this board
FOUR_OUTER_RANKS = chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8

CANNOT_SHOW = {AlertKind.DISPLACED_PIECE: "The sensors cannot show who displaced a piece, or whether it lies beside."}

SAY_WHAT_IS_WRONG = (VERDICTS | {AlertKind.KING_CAPTURED}) - {AlertKind.CLOCK_WITHOUT_MOVE}
HALF_CASTLED = (AlertKind.CASTLING_INCOMPLETE, AlertKind.CASTLING_ROOK_FIRST)
KEPT_UP = (AlertKind.DISPLACED_PIECE, AlertKind.OUT_OF_SYNC, AlertKind.WRONG_START_POSITION)
STANDING = (*KEPT_UP, AlertKind.BOARD_REVERSED)
"""Alerts that are open as long as the board stays so; those of `KEPT_UP` say which squares differ, and are kept up."""
ABOUT_SQUARES = frozenset({*STANDING, *SAY_WHAT_IS_WRONG, *HALF_CASTLED})


def mismatch_due(game: Game) -> float | None:
    """When the difference will be reported, if nothing changes until then; None when there is nothing to report."""
    if not game.linked or game.result is not None or game.log.dumped_at < game.linked_at:
        return None
    if not (_only_victim_off(game) or _reportable(game)):
        return None
    heard_since = game.log.seen_since if game.gap else NEVER  # an e-board with a memory goes on from what it last told
    still = max(game.log.changed_at, game.pressed_at, heard_since)
    if game.log.astray and (information := _information(game, _compared(game))) is not None:
        return max(still, information.at + MOVED_FOR_SECONDS)
    pressed = game.pressed_at >= game.log.changed_at and not taking_first(game, game.published)
    if game.paused and game.record:
        return still + UNTOUCHED_SECONDS  # While the clock is stopped, pieces are put right.
    if not (pressed or game.gap) or arbiter_called(game):
        return still + UNTOUCHED_SECONDS
    if game.log.dumped_at > still and not game.gap:
        return max(still + STRAY_SECONDS, game.log.dumped_at)
    return still + NO_DUMP_SECONDS + game.tolerance


def _only_victim_off(game: Game) -> bool:
    """Whether nothing differs but one piece of the side not to move, which most captures begin with: then nothing needs
    to be looked for.
    """
    if game.alerts or game.gap or game.log.astray or not game.record or not game.explained:
        return False
    seen = differences(game.published, game.log.placement)
    if seen.own_gone or seen.own_arrived or seen.enemy_arrived or seen.enemy_gone.bit_count() != 1:
        return False
    return game.published is game.readings[-1] and not still_castling(game)


def report_mismatch(game: Game, now: float) -> Game:
    """The game with an alert about the difference, when it is due; without one that no longer holds."""
    game = _without_healed(game)
    seen = _compared(game)
    if game.explained and not _wrong(game, seen):
        return replace(game, gap=False) if game.gap and game.log.dumped_at >= game.linked_at else game
    due = mismatch_due(game)
    if due is None or now < due:
        return game
    if not _is_told(game, seen) and (game.log.astray or _information(game, seen) is None):
        game = _with_report(game, seen, now)
    return _disregarding(game, seen)


def _with_report(game: Game, seen: Stray, now: float) -> Game:
    """The game with the difference told: by an alert of its own, or by the one that is open and says something else."""
    known = next((alert for alert in game.alerts if alert.kind in KEPT_UP and not alert.ordered), None)
    kind = _kind(game) if known is None else known.kind
    if kind is None:
        return game
    if kind is AlertKind.BOARD_REVERSED:
        return with_alert(game, _about_turned(game, now))
    game = replace(game, gap=game.gap and kind is not AlertKind.DISPLACED_PIECE)
    if known is None:
        return _with_alert(game, _alert(game, kind, seen, now))
    alert = dataclasses.replace(_alert(game, kind, seen, now), id=known.id, at=known.at, state=known.state)
    return replace(game, alerts=tuple(alert if each is known else each for each in game.alerts))


def _reportable(game: Game) -> bool:
    """Whether something differs that no open alert tells, or that is not disregarded yet."""
    seen = _compared(game)
    if not _wrong(game, seen):
        return False
    if _is_told(game, seen):
        return bool(_to_disregard(game, seen))
    return _kind(game) is not None


def _compared(game: Game) -> Stray:
    """What differs from the nearest reading: a legal move may have been seen beside what stands wrong."""
    seen = stray(game)
    if not seen.squares:
        return seen
    beside = stray(game, _nearest(game, seen.base))
    arrived = occupied(game.log.placement) & beside.squares
    return beside if arrived.bit_count() <= DISPLACED_BESIDE_A_MOVE else seen


def beside_a_move(game: Game) -> bool:
    """Whether so little stands wrong beside a legal move that the game can be followed while it does."""
    seen = _compared(game)
    return seen.base is not settled_line_end(game) and seen.squares.bit_count() <= ASTRAY_AT_MOST


def _wrong(game: Game, seen: Stray) -> frozenset[chess.Square]:
    """The squares that differ, those that are disregarded included."""
    return frozenset([*chess.scan_forward(seen.squares), *(square for square, _ in game.log.astray)])


def _is_told(game: Game, seen: Stray) -> bool:
    """Whether an open alert names exactly the squares that differ, or a verdict has been given on what stands."""
    wrong = _wrong(game, seen)
    if any(alert.kind is AlertKind.BOARD_REVERSED or wrong == {*alert.squares} for alert in _about_squares(game)):
        return True
    judged = (alert for alert in _about_squares(game) if alert.kind not in STANDING)
    return any(alert.at >= game.log.changed_at and wrong <= _named(game, alert) for alert in judged)


def _named(game: Game, alert: Alert) -> frozenset[chess.Square]:
    """The squares of a verdict, and those of the one move that is still to be finished."""
    before = game.published
    if len(alert.permitted) != 1 or alert.ply != before.ply + 1:
        return frozenset(alert.squares)
    _, _, finished = played(before.position, chess.Move.from_uci(alert.permitted[0]), game.setup.sensing)
    return frozenset(alert.squares).union(chess.scan_forward(difference(before.placement, finished)))


def _information(game: Game, seen: Stray) -> Alert | None:
    """The information that the side not to move has moved just the piece that stands wrong."""
    wrong = _wrong(game, seen)
    moved = (alert for alert in game.alerts if alert.kind is AlertKind.TOUCH_OUT_OF_TURN and len(alert.squares) > 1)
    return next((alert for alert in moved if wrong == {*alert.squares}), None)


def _about_squares(game: Game) -> list[Alert]:
    return [alert for alert in game.alerts if alert.kind in ABOUT_SQUARES]


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


def _alert(game: Game, kind: AlertKind, seen: Stray, now: float) -> Alert:
    squares = tuple(sorted(_wrong(game, seen)))
    restore, found = restored(seen.base.position, squares), found_on(game, squares)
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


def _nearest(game: Game, shown: Reading) -> Reading:
    """The reading from which the board differs least: a legal move may have been seen beside what stands wrong."""
    sensed = game.log.placement
    next_moves = (each for each in game.readings if each.parent is shown and not each.illegal and each.landed > NEVER)
    return min((shown, *next_moves), key=lambda reading: misfit(reading, sensed) + reading.cost)


def _disregarding(game: Game, seen: Stray) -> Game:
    """The game in which pieces that stand wrong, or are missing, are left alone once they are told, so that it can be
    followed meanwhile.
    """
    squares = _to_disregard(game, seen)
    return replace(game, log=game.log.with_astray(squares, seen.base.placement)) if squares else game


def _to_disregard(game: Game, seen: Stray) -> chess.Bitboard:
    """The squares to leave alone. What the player to move has moved from one square to another may be their move, legal
    or not, until they press; and when too much stands wrong no game is being played.
    """
    if _kind(game) is not AlertKind.DISPLACED_PIECE:
        return chess.BB_EMPTY
    if seen.squares.bit_count() + len(game.log.astray) > ASTRAY_AT_MOST:
        return chess.BB_EMPTY
    told = (each for each in game.alerts if each.kind in KEPT_UP or each.kind in HALF_CASTLED)
    if _information(game, seen) is None and all(_wrong(game, seen) != {*alert.squares} for alert in told):
        return chess.BB_EMPTY
    gone = differences(seen.base, game.log.placement)
    moving = seen.base is game.published and gone.own_gone & seen.squares and gone.own_arrived
    return chess.BB_EMPTY if moving else seen.squares


def _without_healed(game: Game) -> Game:
    """The game without the alerts whose squares all read as they should again."""
    if not any(alert.kind in STANDING for alert in game.alerts):
        return game
    differs = difference(settled_line_end(game).placement, game.log.believed)
    healed = [
        alert
        for alert in game.alerts
        if alert.kind in STANDING and not any(differs & chess.BB_SQUARES[square] for square in alert.squares)
    ]
    for alert in healed:
        game = replace(game, log=game.log.forgetting(alert.squares))  # Who put them right has not touched to move.
    return without_alerts(game, *(alert.kind for alert in healed))


def _kind(game: Game) -> AlertKind | None:
    """The alert that the difference deserves; None when it deserves none."""
    if game.log.astray:
        return AlertKind.DISPLACED_PIECE
    if not game.record and game.published is game.root:
        return _kind_before_first_move(game)
    if game.gap and game.resumed:
        return AlertKind.OUT_OF_SYNC
    if still_castling(game) or _nearest(game, settled_line_end(game)).placement == game.log.placement:
        return None  # Nothing stands wrong after a move that is not published yet, as long as its order is unknown.
    return AlertKind.DISPLACED_PIECE


def _kind_before_first_move(game: Game) -> AlertKind | None:
    if game.gap and turned_round(game) is not None:
        return AlertKind.BOARD_REVERSED
    standing = occupied(game.log.placement)
    if standing == FOUR_OUTER_RANKS and game.gap:
        return AlertKind.WRONG_START_POSITION
    heard_before = game.resumed
    clock_runs = game.clock is not None and game.clock.running is not None
    if game.pressed_at > game.root.born or heard_before or clock_runs:
        return AlertKind.OUT_OF_SYNC if game.gap else AlertKind.DISPLACED_PIECE
    return None


def arbiter_called(game: Game) -> bool:
    """Whether a verdict on the next move already tells the arbiter what is wrong on the board."""
    ply, born = game.published.ply, game.published.born
    for alert in game.alerts:
        if alert.kind in SAY_WHAT_IS_WRONG and alert.ply > ply and alert.at >= born:
            return True
        if alert.ply == ply and alert.kind in HALF_CASTLED:
            return True
    return False


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
