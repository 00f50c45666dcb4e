"""Which pieces a player touched before his move, as far as lifts can tell.

FIDE Laws of Chess (2023) Art. 4.2.2 and 4.3: what binds is a touch with the intention of moving or capturing. A sensor
sees lifts only, and neither hands nor intentions; what follows from that is said with each alert.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import chess

from bridge.rules.alerts import Alert
from bridge.rules.position import Position
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import Lift, SensorLog
from bridge.rules.touch.permitted import Touches, castling_rook
from drivers.placement import Sensing, code_at, difference, occupied, seen_by

KNOCKED_SECONDS = 0.25  # pieces that fall or are pushed together
KNOCKED_PIECES = 3  # no capture, promotion or castling lifts so many at once
TOUCH_SECONDS = 0.6  # a piece lifted and put back sooner was straightened, or the sensor flickered
LIFTED_EARLY_SECONDS = 2.0  # a reply may be lifted this long before the move that it answers is seen
CERTAIN_TOUCH_SECONDS = 1.0  # straightening a piece hardly takes that long


def touched_before(reading: Reading, log: SensorLog, sensing: Sensing, tolerance: float) -> tuple[Lift, ...]:
    """The lifts that count as touches by the player who made the reading's last move, in order.

    Counted are his own pieces that he moved or lifted for long enough since he had the move (Art. 1.3: once the
    opponent's move is made), and enemy pieces that he captured, or lifted and put back while holding an own piece.
    """
    parent = reading.parent
    if parent is None or reading.move is None:
        return ()
    moved = _squares_moved(reading, parent.position, reading.move)
    lifts = [lift for lift in _lifts_of(parent, log, sensing) if lift.at <= reading.born + tolerance]
    return _touches_among(lifts, parent, moved, tolerance)


def touched_without_move(before: Reading, log: SensorLog, sensing: Sensing, tolerance: float) -> tuple[Lift, ...]:
    """The lifts that count as touches by the player who has the move after `before` and has not made one, in order."""
    return _touches_among([*_lifts_of(before, log, sensing)], before, frozenset(), tolerance)


def _knocked(lift: Lift, lifts: list[Lift]) -> bool:
    """Whether the piece left its square together with so many others that no hand did it on purpose."""
    together = {other.square for other in lifts if abs(other.at - lift.at) <= KNOCKED_SECONDS}
    return len(together) >= KNOCKED_PIECES and not lift.ruled


def _touches_among(
    lifts: list[Lift], parent: Reading, moved: frozenset[chess.Square], tolerance: float
) -> tuple[Lift, ...]:
    last = {lift.square: lift for lift in lifts}
    moving = {square: last[square] for square in moved & last.keys()}  # What was lifted before was put back again.
    meant = [lift for lift in lifts if moving.get(lift.square) is lift or not _knocked(lift, lifts)]
    own = [
        lift
        for lift in meant
        if _is_own(parent.position, lift) and (moving.get(lift.square) is lift or _long(lift, parent.born, tolerance))
    ]
    enemy = [
        lift
        for lift in meant
        if not _is_own(parent.position, lift)
        and (
            moving.get(lift.square) is lift
            or lift.ruled
            or (_long(lift, parent.born, tolerance) and _while_held(lift, own))
        )
    ]
    return tuple(sorted(own + enemy, key=lambda lift: lift.at))


def in_order(lifts: tuple[Lift, ...], tolerance: float) -> Touches:
    """The squares touched, in order; lifts within one scan of the e-board have no order."""
    groups: list[set[chess.Square]] = []
    last = float("-inf")
    for lift in lifts:
        if groups and lift.at - last <= tolerance:
            groups[-1].add(lift.square)
        else:
            groups.append({lift.square})
        last = lift.at
    return [frozenset(group) for group in groups]


def seldom_read(tolerance: float) -> str:
    """What to say of touches on an e-board that is read so seldom that it proves none; nothing of others.

    Several e-boards on one line wait for each other.
    """
    if tolerance <= CERTAIN_TOUCH_SECONDS:
        return ""
    return f" It is read every {tolerance:.1f} s only, so how long a piece was away, and which was first, is uncertain."


def in_turn(lift: Lift, had_the_move: float, log: SensorLog) -> bool:
    """Whether a piece was lifted since the player had the move, or held by him at that moment."""
    if lift.at >= had_the_move:
        return True
    return lift.at >= had_the_move - LIFTED_EARLY_SECONDS and log.out_until(lift) > had_the_move


def put_right(alerts: Iterable[Alert], lift: Lift) -> bool:
    """Whether an arbiter was told that the piece is not on its square, so that it was put back on his word."""
    return lift.returned is not None and any(
        lift.at <= alert.at <= lift.returned and any(square == lift.square for square, _ in alert.restore)
        for alert in alerts
    )


def _lifts_of(parent: Reading, log: SensorLog, sensing: Sensing) -> Iterator[Lift]:
    """Lifts of the pieces of the parent's position, from their own squares, while the player had the move.

    None when some are from before a gap: who lifted those, and when, is not known, and so not what was touched first.
    """
    shown = seen_by(sensing, parent.position.placement)
    lifts = [lift for lift in log.lifts if in_turn(lift, parent.born, log) and code_at(shown, lift.square) == lift.code]
    witnessed = all(lift.ruled or lift.at > log.seen_since for lift in lifts)
    for lift in lifts:
        if witnessed or lift.ruled:
            yield lift


def _squares_moved(reading: Reading, before: Position, move: chess.Move) -> frozenset[chess.Square]:
    """The squares whose pieces the move lifts: the mover's, the captured one's, the castling rook's."""
    changed = difference(before.placement, reading.position.placement) & occupied(before.placement)
    lifted = {*chess.scan_forward(changed), move.from_square}
    castles = not reading.illegal and before.kings & chess.BB_SQUARES[move.from_square]
    rook = castling_rook(before.board(), move) if castles else None  # Even when it ends where it stood.
    return frozenset(lifted if rook is None else lifted | {rook})


def _is_own(position: Position, lift: Lift) -> bool:
    own = position.white if position.turn else position.black
    return bool(own & chess.BB_SQUARES[lift.square])


def _long(lift: Lift, had_the_move: float, tolerance: float) -> bool:
    """Whether the piece was away for too long to be only straightened, or the arbiter says that it was touched."""
    away = 0.0 if lift.returned is None else lift.returned - max(lift.at, had_the_move)
    return lift.ruled or away >= TOUCH_SECONDS + tolerance


def _while_held(lift: Lift, own: list[Lift]) -> bool:
    """Whether an own piece was in the hand at the time: an enemy piece alone may have been lifted by anybody."""
    end = lift.returned if lift.returned is not None else float("inf")
    return any(
        held.at <= end and (held.returned is None or held.returned >= lift.at)
        for held in own
        if held.square != lift.square
    )
