"""The game: `step` takes one input and says what follows. It is the only place where a game changes.

Every stage of the path is a function from a game to a game: `receiving` takes the input, `following` says what follows
from it. Time enters as `now`; `wake_at` says when time alone would change something, which is what `waiting` knows.
"""

from __future__ import annotations

from bridge.rules.copying import replace
from bridge.rules.correcting.corrections import AcknowledgeAlert, CloseAlert, Correction, FromArbiter, SetResult
from bridge.rules.correcting.ruling import rule
from bridge.rules.endings.beyond import went_on
from bridge.rules.endings.renewal import begun
from bridge.rules.following import advance, told
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.news import news
from bridge.rules.notices import Notice
from bridge.rules.plain_play import plain_step
from bridge.rules.receiving import own_piece_lifted, receive
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.setup import Setup
from bridge.rules.state import Game, fresh_game
from bridge.rules.waiting import earlier, is_due, next_due
from drivers.reports import ClockTimes, LinkDown, LinkUp, Report, Silent


def new_game(setup: Setup, now: float) -> Game:
    """A game before its first move; what stands on the board is not known yet."""
    return replace(fresh_game(setup, SensorLog(changed_at=now), now), linked_at=now)


def step(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """The game after `received`, and what is concluded from it.

    `now` in seconds must not go back from one call to the next. The same inputs at the same times give the same
    notices, always.

    What one input may bring, in a plain example of each phase (the tests hold it against real games): `m` a move, or
    its next stage, `w` moves withdrawn, `a` and `c` an alert raised and closed, `d` a dump wanted, `g` a game started::

        phase              squares  dump  press  time  flag  lost  heard  start
        resting            -        -     d      -     a     a     -      g
        piece in hand      m        m     d      d     a     a     -      g
        tentative          w        w     md     m     a     a     -      g
        made               -        -     d      -     a     a     -      g
        question open      -        -     -      a     a     a     -      g
        out of sync        -        c     d      d     a     a     -      cg
        over               -        -     -      -     a     a     -      g
        next game waiting  -        -     d      -     -     a     -      cg
        not heard          -        -     -      -     a     -     c      cg
        heard, not read    -        -     d      -     a     a     -      g

    `lost` and `heard` are `LinkDown` or `Silent`, and `LinkUp`. Times of the clock are told in every phase; that it is
    paused, and what an e-board says of itself, in none; that it is resumed, only by a move that stands and is completed
    because the arbiter has started the opponent's clock.
    """
    return plain_step(game, received, now) or whole_step(game, received, now)


def whole_step(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """The same, however unusual it is what happens."""
    after = _step(game, received, now)
    return after, news(game, after)


def wake_at(game: Game) -> float | None:
    """When `step(game, TimePassed(), now)` is due, because time alone will change something.

    The moment may have passed already; `now` must not go back all the same.
    """
    if game.next is not None:
        return next_due(game.next)
    return next_due(game) if game.beyond is None else earlier(next_due(game), wake_at(game.beyond.game))


def _step(game: Game, received: Input, now: float) -> Game:
    if isinstance(received, StartGame):
        setup = game.setup.starting_from(received.position)
        following = fresh_game(setup, game.log.as_it_stands(), now, game.number + 1)
        return replace(following, clock=game.clock, clock_at=game.clock_at, linked=game.linked)
    if isinstance(received, FromArbiter):
        return _corrected(game, received, now)
    if game.next is not None:
        return _step_both(game, game.next, received, now)
    after = _step_alone(game, received, now)
    if after.beyond is None:
        return after
    return _step_beyond(after, after.beyond.game, TimePassed() if game.beyond is None else received, now)


def _step_beyond(game: Game, following: Game, received: Input, now: float) -> Game:
    """What goes on beyond a result takes every input, too."""
    return went_on(game, _step(following, received, now), now)


def _step_alone(game: Game, received: Report | TimePassed, now: float) -> Game:
    after = receive(game, received, now)
    uneventful = isinstance(received, ClockTimes) or own_piece_lifted(game, after.log)
    return after if uneventful and not is_due(game, now) else told(game, advance(after, now), now)


def _corrected(game: Game, asked: Correction, now: float) -> Game:
    """The arbiter means the game that is shown, also while the next one waits behind it."""
    ruled = rule(game, asked, now)
    refused = ruled.ruling is not None and ruled.ruling.refusal is not None
    if refused:
        return ruled
    after = told(game, ruled if ruled.next is not None else advance(ruled, now), now)
    if after.beyond is None:
        return after
    of_what_is_shown = isinstance(asked, SetResult | CloseAlert | AcknowledgeAlert)
    following = after.beyond.game if of_what_is_shown else rule(after.beyond.game, asked, now)
    return _step_beyond(after, following, TimePassed(), now)


def _step_both(game: Game, following: Game, received: Input, now: float) -> Game:
    """While the next game waits, it alone recognises moves; it takes over when one of them counts as made."""
    following = _step(following, received, now)
    if begun(following):
        return following
    if isinstance(received, LinkDown | Silent | LinkUp):
        game = receive(game, received, now)  # Only what happens to the game on show is told.
    game = replace(
        game, log=following.log, clock=following.clock, clock_at=following.clock_at, linked=following.linked,
        dump_asked_at=following.dump_asked_at, next=following,
    )  # fmt: skip
    back = game.result is None and game.placement == game.published.placement
    return replace(game, next=None) if back and following.published is following.root else game
