"""What holds for every correction: refused or carried out, told, replayable, and never a wrong record."""

from __future__ import annotations

import dataclasses

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.rules.correcting.corrections import Correction, SetResult
from bridge.rules.game import step
from bridge.rules.inputs import Input
from bridge.rules.notices import Corrected, Refused
from bridge.rules.position import position_from_fen, position_of
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.placement import Sensing, seen_by
from drivers.reports import ClockResumed, Dump, LinkUp
from tests.bridge.rules.arbiters import some_corrections
from tests.bridge.rules.disputes import disputed_tables, sensible
from tests.bridge.rules.table import Table
from tests.bridge.rules.test_game import check_what_was_told, hands, reports, run, seen_on, waits

CHESS960 = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1"
SETUPS = [Setup(position_of(chess.Board())), Setup(position_from_fen(CHESS960, chess960=True))]
some = settings(max_examples=60)


@st.composite
def disputed_games(draw: st.DrawFn) -> list[tuple[float, Input]]:
    """Hands and sensors, with an arbiter who says something now and then."""
    stream = draw(st.one_of(hands(), st.lists(st.tuples(waits, reports), max_size=15)))
    for wait, correction in draw(st.lists(st.tuples(waits, some_corrections), min_size=1, max_size=8)):
        stream.insert(draw(st.integers(0, len(stream))), (wait, correction))
    return stream


def check_record(game: Game) -> None:
    before = game.setup.start
    for ply, played in enumerate(game.moves, 1):
        assert played.ply == ply
        assert played.before == before
        assert played.illegal or played.before.board().is_legal(played.move)
        before = played.after
        if ply == len(game.record):
            assert game.root.position == before
    if not game.record:
        assert game.root.position == game.setup.start
    assert game.position == before
    assert game.root.ply == len(game.record)


@some
@given(disputed_games(), st.sampled_from(Sensing), st.sampled_from(SETUPS))
def test_moves_are_legal_or_marked_whatever_the_arbiter_says(
    stream: list[tuple[float, Input]], sensing: Sensing, setup: Setup
) -> None:
    setup = Setup(setup.start, sensing=sensing)
    states, _ = run(setup, [(wait, seen_on(sensing, received)) for wait, received in stream])
    for game in states:
        check_record(game)
        assert len({alert.id for alert in game.alerts}) == len(game.alerts)


@some
@given(disputed_games())
def test_the_same_inputs_give_the_same_notices(stream: list[tuple[float, Input]]) -> None:
    assert run(SETUPS[0], stream)[1] == run(SETUPS[0], stream)[1]


@some
@given(disputed_games())
def test_what_was_told_adds_up_to_the_game(stream: list[tuple[float, Input]]) -> None:
    check_what_was_told(*run(SETUPS[0], stream))


@some
@given(disputed_tables())
def test_arbiters_who_know_what_they_say_leave_a_record_that_adds_up(table: Table) -> None:
    check_record(table.game)
    check_what_was_told([table.game], [(0.0, notice) for notice in table.notices])


@some
@given(disputed_tables(), st.data())
def test_no_correction_leaves_anything_undone(table: Table, data: st.DataObject) -> None:
    """A correction that is carried out leaves a game that is followed: once the board is right, nothing is awaited."""
    correction = sensible(data.draw, table.game)
    table.tell(correction, table.now + 1)
    table.standing = seen_by(table.sensing, table.game.position.placement)
    table.tell(LinkUp(), table.now + 1)
    table.tell(Dump(table.standing), table.now + 1)
    assert not table.game.restoring
    assert table.game.agrees or table.game.next is not None


@some
@given(disputed_games(), some_corrections)
def test_every_correction_is_carried_out_or_changes_nothing(
    stream: list[tuple[float, Input]], correction: Correction
) -> None:
    game = run(SETUPS[0], stream)[0][-1]
    after, notices = step(game, correction, 1e6)
    told = [notice for notice in notices if isinstance(notice, Corrected | Refused)]
    assert [notice.correction for notice in told] == [correction]
    if isinstance(told[0], Refused):
        assert notices == (told[0],)
        assert told[0].reason.endswith(".")
        assert {**facts(after), "ruling": None} == {**facts(game), "ruling": None}


def facts(game: Game) -> dict[str, object]:
    return {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}


def test_a_clock_that_goes_on_after_the_result_completes_nothing() -> None:
    table = Table().play("0:e2- 0.4:e4P")
    table.tell(SetResult("arbiter", "because", "1-0"), 0.5)
    told = len(table.notices)
    table.tell(ClockResumed(chess.BLACK), 0.6)
    table.wait()
    assert table.game.presses == ()
    assert len(table.notices) == told
