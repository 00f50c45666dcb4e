"""What follows from the state of a game at a moment: moves settle and are completed, presses are judged, differences
are reported, a dump is asked for.
"""

from __future__ import annotations

from bridge.rules.copying import replace
from bridge.rules.correcting.rerooting import see_restored
from bridge.rules.endings.draw_alerts import see_draws
from bridge.rules.endings.renewal import see_ending, see_kings, see_reset
from bridge.rules.finding_back.doubtful import report_doubtful
from bridge.rules.finding_back.last_positions import find_back
from bridge.rules.irregularities.half_castled import without_unfinished_castling
from bridge.rules.irregularities.illegal import illegal_reading, suspect_illegal, without_half_of_castling
from bridge.rules.irregularities.illegal_position import see_illegal_position
from bridge.rules.irregularities.illegal_verdict import tell_answered
from bridge.rules.irregularities.mismatch import report_mismatch
from bridge.rules.irregularities.penalties import with_windows
from bridge.rules.irregularities.verdict import judge_press
from bridge.rules.recognition.completion import complete, may_settle, settle_due
from bridge.rules.recognition.dumps import ask_for_dump
from bridge.rules.recognition.tracking import guess_again, recognise
from bridge.rules.state import Game
from bridge.rules.touch.touch_review import see_touch_put_back, without_reviews
from bridge.rules.touch.turn import see_move_out_of_turn, see_touch_out_of_turn

LOOKS_AT_ONCE = 3  # what is disregarded may show a move, and beside it something else that stands wrong


def advance(game: Game, now: float) -> Game:
    """Everything that follows from the state of the game at this moment."""
    if game.restoring:
        game = see_restored(game)
        return game if game.agrees else ask_for_dump(game, now)
    if game.result is None:
        game = _played_on(game, now)
    if not game.explained or game.log.astray or game.result is not None or game.kings_away:
        game = see_kings(game, now)
        game = see_reset(game, now)
    if game.alerts or game.log.astray or game.log.mistaken or not game.undisturbed:
        game = report_doubtful(_with_mismatch(game, now), now)
    return game if game.agrees and game.question is None else ask_for_dump(game, now)


def _with_mismatch(game: Game, now: float) -> Game:
    """The game with what stands wrong reported, and followed as far as it can be once that is disregarded."""
    for _ in range(LOOKS_AT_ONCE):
        reported = report_mismatch(game, now)
        if reported.log.placement == game.log.placement:
            return reported
        game = _played_on(recognise(reported, reported.log), now)
    return game


def _played_on(game: Game, now: float) -> Game:
    """The game whose moves have come as far as they have, whose presses are judged, and which may have ended."""
    record = game.record
    if game.presses:
        game = without_unfinished_castling(without_half_of_castling(game), now)
    if game.question is not None and (suspected := suspect_illegal(game)) is not game:
        answered = illegal_reading(suspected) is None  # by a reply that stands already
        game = recognise(suspected, suspected.log) if answered else suspected
    game = _with_stages(game, now)
    if game.record is not record and not game.agrees:
        # After a move that is certain now, the order of the next ones may be too.
        game = _with_stages(recognise(game, game.log), now)
    if not game.undisturbed or game.log.astray:
        reread = find_back(guess_again(game, now), now)
        game = game if reread is game else _with_stages(reread, now)
    while (press := game.question) is not None:
        game = judge_press(game, now)
        if game.question is press:
            break
    if not game.agrees:
        game = see_move_out_of_turn(game, now)
    if game.log.changed_at == now:
        game = see_touch_put_back(see_touch_out_of_turn(game, now), now)
    if game.record is not record:
        game = without_reviews(see_illegal_position(game, now))
        game = see_ending(game) if game.published is game.root else game
    return game


def told(before: Game, game: Game, now: float) -> Game:
    """The game whose alerts say what follows from how far its moves have come since `before`."""
    if game.record is before.record and game.made is before.made and game.result is before.result:
        return game
    if game.history is None and not game.alerts:
        return game
    return with_windows(see_draws(game, now))


def _with_stages(game: Game, now: float) -> Game:
    """The game in which every move has come as far as it has: tentative, made, or completed."""
    if game.published.parent is not game.root or (game.settle_at is not None and now >= game.settle_at):
        game = _settle(game, now)
    after = complete(game, now) if game.presses or game.made else game
    if after.root is game.root:
        return after
    if game.presses and (told := tell_answered(game, after.root.ply, now)) is not game:
        after = complete(told, now)
    due = settle_due(after)  # The next move may have waited for this one.
    return after if due is None or now < due else _with_stages(after, now)


def _settle(game: Game, now: float) -> Game:
    """Moves that have been replied to count as made, and the last one when it has stood long enough."""
    due = settle_due(game)
    settled = due is not None and now >= due
    if not settled and (game.paused or not may_settle(game)):
        return game
    line = game.open_line
    made = frozenset(line if settled else line[:-1])
    if not settled and made <= game.made:
        return game
    return replace(game, made=game.made | made, settle_at=None if settled else game.settle_at)
