"""When a move is completed, and what is judged at that moment.

FIDE Laws of Chess (2023) Art. 6.2.1: by the press of the clock; Art. 6.2.1.1: by ending the game. Without a press the
reply completes it. Only then is the root of the readings moved on, and only a dump or the arbiter moves it back.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from bridge.rules.copying import replace
from bridge.rules.correcting.questions import ask_about, without_answered
from bridge.rules.notices import Stage
from bridge.rules.recognition.explaining import CLEARLY_WORSE, rooted_at
from bridge.rules.recognition.presses import PRESS_GRACE_SECONDS, Pressed
from bridge.rules.recognition.reading import DOES_NOT_FIT, Reading, has_left, misfit
from bridge.rules.recognition.sensors import NEVER, PASSING_SECONDS, SensorLog
from bridge.rules.recognition.settle import castling_unfinished, looked_again
from bridge.rules.setup import Setup
from bridge.rules.state import Game, played_of
from bridge.rules.touch.judge import judge_touches
from drivers.placement import Sensing, occupied

_OCCUPANCY = Sensing.OCCUPANCY  # looking up a member of an enum takes 0.2 µs in Python 3.11
DOUBTFUL_GRACE_SECONDS = 2.0
EARLY_PLIES = 3  # half-moves after which a reply that was there before its move counts as made
PAUSED_SECONDS = 5.0  # while the clock is stopped, a piece that stands for so long has been moved
LIFTS_REMEMBERED_SECONDS = 2.0  # before the last certain move: a reply may have been lifted that early


def standing_when_pressed(game: Game, log: SensorLog) -> frozenset[Reading]:
    """The open moves that the clock was pressed for while their piece surely stood on its square."""
    if not game.presses:
        return frozenset()
    return frozenset(
        reading for reading, press in game.assigned.readings.items() if _stood(reading, press, log, game.setup)
    )


def _stood(reading: Reading, press: Pressed, log: SensorLog, setup: Setup) -> bool:
    shortest = PASSING_SECONDS if setup.sensing is _OCCUPANCY else 0.0
    until = press.at + setup.scan_period
    return (
        reading.move is not None
        and not reading.guess
        and reading.born <= press.at - shortest
        and not reading.born <= log.lifted[reading.move.to_square] <= until
        and not _another_in_hand(reading, log, press, until)
    )


def _another_in_hand(reading: Reading, log: SensorLog, press: Pressed, until: float) -> bool:
    """Whether another piece of the mover was off its square then: half a castling has not been released."""
    if log.placement == reading.placement and log.changed_at <= press.at and not log.astray:
        return False
    own = reading.position.black if reading.position.turn else reading.position.white
    out = [lift for lift in log.lifts if own >> lift.square & 1 and lift.at <= until]
    return any(log.out_until(lift) > press.at for lift in out)


def may_settle(game: Game) -> bool:
    """Whether moves may count as made by standing there: the e-board is heard, nothing else is unexplained, the piece
    moved last stands on its square, and was not put there before the move that it answers began.
    """
    if _unheard(game) or _put_down_early(game):
        return False
    if game.agrees:
        return True
    return game.explained and not game.kings_away and not has_left(game.published, game.log.placement)


def _unheard(game: Game) -> bool:
    """Whether the e-board is not heard, or it is not known yet what happened before it was heard again."""
    if not game.gap or not game.linked:
        return not game.linked
    read = game.log.dumped_at >= game.linked_at
    return game.resumed and not (read and game.agrees)


def settled_line_end(game: Game) -> Reading:
    """The last move that is more than a try: the published one, unless its piece was put down too early and the board
    shows something else.
    """
    if game.agrees or game.published is game.root or not _put_down_early(game):
        return game.published
    return next((reading for reading in reversed(game.open_line) if reading in game.made), game.root)


def settle_due(game: Game) -> float | None:
    """When the last move will count as made, if nothing changes until then. While the clock is stopped, hands may be
    putting pieces right.
    """
    if game.settle_at is None or not may_settle(game):
        return None
    return max(game.settle_at, game.published.born + PAUSED_SECONDS) if game.paused else game.settle_at


def _put_down_early(game: Game) -> bool:
    """Whether the piece of one of the last moves had been put down before the move that it answers was lifted.

    Pieces that are pushed look like that, so it waits for the press, or until play has gone on from it for a while.
    """
    lifted, earliest = game.log.lifted, game.published.ply - EARLY_PLIES
    reply = game.published
    while reply is not game.root and reply.ply > earliest and (moved := reply.parent) is not None:
        if moved.move is not None and NEVER < reply.landed < lifted[moved.move.from_square] - game.tolerance:
            return True
        reply = moved
    return False


def completion_due(game: Game) -> float | None:
    """When the oldest open move will be completed by its press; None when nothing has pressed it."""
    if not game.presses or game.result is not None or _unheard(game):
        return None
    line = game.open_line
    press = game.assigned.readings.get(line[0]) if line else None
    if press is None:
        return None
    if not game.agrees and (_was_gone(game, line, press) or _castling_in_hand(game, line)):
        return None
    return completed_at(game, line[0], press)


def _was_gone(game: Game, line: Sequence[Reading], press: Pressed) -> bool:
    """Whether the piece of the only open move had left its square when it was pressed for, and is still away.

    A dump or the verdict will tell where it went.
    """
    first = line[0]
    if not game.agrees and game.published is first and _put_down_early(game):
        return True
    if len(line) > 1 or first.guess or not has_left(first, game.log.placement):
        return False
    return not _stood(first, press, game.log, game.setup)


def complete(game: Game, now: float) -> Game:
    """The game with every move completed that a press, the reply or the end of the game has completed."""
    if _unheard(game):
        return game
    if game.presses and (late := game.assigned.late):
        game = _without_late(game, late)
    while line := game.open_line:
        first = line[0]
        press = game.assigned.readings.get(first) if game.presses else None
        if press is not None and _castling_in_hand(game, line):
            return game
        if press is not None and first not in game.made and now >= first.born + looked_again(game.setup):
            game = replace(game, made=game.made | {first})
        by_press = press is not None and now >= completed_at(game, first, press) and not _was_gone(game, line, press)
        if not (by_press or _by_reply(game, line) or _by_ending(game, line)):
            return game
        game = moved_root(game, line, press, now)
    return game


def _castling_in_hand(game: Game, line: Sequence[Reading]) -> bool:
    """Whether the move is castling that was pressed for unfinished: `verdict` says so, unless it is finished soon."""
    return len(line) == 1 and castling_unfinished(line[0], game.log.placement)


def completed_at(game: Game, reading: Reading, press: Pressed) -> float:
    """When the press will have completed the move, if nothing changes until then."""
    if game.setup.sensing is not _OCCUPANCY:
        return press.at + PRESS_GRACE_SECONDS + game.tolerance
    # The reply may show that it was another move.
    doubtful = reading.guess or has_left(reading, game.log.placement) or not game.explained
    grace = DOUBTFUL_GRACE_SECONDS if doubtful else PRESS_GRACE_SECONDS
    return max(press.at + grace + game.tolerance, game.log.changed_at + PASSING_SECONDS)


def _without_late(game: Game, late: tuple[Pressed, ...]) -> Game:
    """The game with the late presses used up."""
    presses = tuple(press for press in game.presses if press not in late)
    return replace(game, presses=presses, unpressed=game.unpressed - {press.color for press in late})


def _by_reply(game: Game, line: Sequence[Reading]) -> bool:
    """The reply counts as made, and no other line is nearly as good."""
    if len(line) < 2 or line[1] not in game.made:
        return False
    sensed = game.log.placement
    best = game.misfit + game.published.cost
    for reading in game.readings:
        if reading.illegal or line[0] in reading.upward(game.root):
            continue
        cost = misfit(reading, sensed)
        if line[0].illegal and game.agrees and cost:
            continue  # Nothing legal explained that move, and now the game has gone on from it.
        if cost < DOES_NOT_FIT and cost + reading.cost < best + CLEARLY_WORSE:
            return False
    return True


def _by_ending(game: Game, line: Sequence[Reading]) -> bool:
    """The move is made and ends the game at once; a capture that nobody saw may prove to be another move."""
    if len(line) != 1 or line[0] not in game.made or game.ending is None:
        return False
    return not line[0].guess or line[0].landed > NEVER


def moved_root(game: Game, line: Sequence[Reading], press: Pressed | None, now: float) -> Game:
    """The game after the first move of the open line was completed and judged."""
    root = line[0]
    replies = [reading for reading in line[1:] if reading in game.made]
    game = ask_about(without_answered(judge_touches(game, root, now), root), root, replies, now)
    mover = root.mover
    answered = len(line) > 1 and game.last_pressed[not mover] >= line[1].born
    may_press_late = press is None and not answered
    stood = press is not None and _stood(root, press, game.log, game.setup)
    return replace(
        game,
        record=(*game.record, played_of(root, Stage.COMPLETED, time_left(game, mover))),
        readings=rooted_at(game.readings, root),
        made=game.made - {root},
        completed_at=now,
        certain_ply=root.ply if stood else game.certain_ply,
        settle_at=None if root is game.published else game.settle_at,
        presses=_unused(game, press, root) if game.presses else (),
        unpressed=game.unpressed | {mover} if may_press_late else game.unpressed - {mover},
        log=game.log.without_before(root.born - LIFTS_REMEMBERED_SECONDS, occupied(root.placement)),
    )


def _unused(game: Game, press: Pressed | None, root: Reading) -> tuple[Pressed, ...]:
    """The presses without the root's, unless it completes another move too."""
    readings = game.assigned.readings
    if len(readings) > 1 and any(each is press for reading, each in readings.items() if reading is not root):
        return game.presses
    return tuple([each for each in game.presses if each is not press])


def time_left(game: Game, color: chess.Color) -> float | None:
    """What the clock shows for the side, in seconds; None without a clock."""
    if game.clock is None:
        return None
    return game.clock.white if color else game.clock.black
