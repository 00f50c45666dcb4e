"""Every kind of incident can be let happen, leaves the board as the truth says, and is told of as what it is."""

from __future__ import annotations

import random
from itertools import pairwise

import chess
import pytest

from benchmarks.exam.__main__ import OURS
from benchmarks.exam.storm.kinds import AT_THE_END, EVERY_KIND, Kind, Upset, lore_of
from benchmarks.exam.storm.stream import events_of, opening
from benchmarks.exam.storm.weather import INTERJECTIONS, TRICKS, Storm, scripted, storm, wild_games
from benchmarks.table import CLEAR_SIGHT, Played, Sight, games_in
from drivers.hand import CALM, CLUB, Incident, placement_after
from drivers.placement import Sensing, placement_of
from drivers.reports import Press

PLACES = [*wild_games(), *games_in([OURS[1]])]


def somewhere(kind: Kind) -> Storm:
    """A game in which the incident happens."""
    for seed in range(6):
        for played in PLACES:
            try:
                return scripted(played, [kind], CALM, random.Random(seed))
            except ValueError:
                continue
    raise AssertionError(f"{kind.name} never happens")


def test_there_are_many_kinds_and_every_upset_is_played_somewhere() -> None:
    assert len(EVERY_KIND) >= 70
    assert set(Upset) == set(TRICKS) | set(INTERJECTIONS)
    assert not set(TRICKS) & set(INTERJECTIONS)


@pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.value)
def test_an_incident_happens_and_the_board_ends_as_the_truth_says(kind: Kind) -> None:
    weather = somewhere(kind)
    assert kind in {each.kind for each in weather.truth.happened}
    assert all(one.at <= other.at for one, other in pairwise(weather.stream.acts))
    last = weather.truth.plies[-1] if weather.truth.plies else None
    if last is not None and kind not in AT_THE_END:
        board = last.before.copy(stack=False)
        board.push(last.move)
        assert placement_after(placement_of(weather.stream.start), weather.stream.acts) == placement_of(board)


@pytest.mark.parametrize("seed", range(12))
def test_a_storm_is_one_game_whose_moves_follow_each_other(seed: int) -> None:
    weather = storm(PLACES[seed % len(PLACES)], CLUB, random.Random(seed))
    for ply in weather.truth.plies:
        assert ply.illegal is not ply.before.is_legal(ply.move)
        assert ply.started <= ply.done
    for one, other in pairwise(weather.truth.plies):
        board = one.before.copy(stack=False)
        board.push(one.move)
        assert board.board_fen() == other.before.board_fen()


def test_nobody_presses_a_lever_that_is_down() -> None:
    for seed in range(12):
        presses = [act.does for act in storm(PLACES[seed % 5], CLUB, random.Random(seed)).stream.acts]
        colors = [each.color for each in presses if isinstance(each, Press)]
        assert colors


def test_the_same_dice_give_the_same_storm() -> None:
    one, other = (storm(PLACES[0], CLUB, random.Random(5)) for _ in range(2))
    assert one.stream.acts == other.stream.acts
    assert one.truth.happened == other.truth.happened


def test_odd_chips_and_dead_squares_show_only_where_they_can() -> None:
    weather = scripted(PLACES[0], [Upset.CHIP_FROM_START], CALM, random.Random(1))
    real = placement_of(weather.stream.start)
    assert opening(weather.stream, Sensing.IDENTITY) != real == opening(weather.stream, Sensing.OCCUPANCY)
    dead = scripted(PLACES[0], [Upset.DEAD_SQUARE], CALM, random.Random(1)).stream
    assert opening(dead, Sensing.OCCUPANCY) != real
    events = list(events_of(dead, Sight(Sensing.OCCUPANCY)))
    assert len(events) <= len(dead.acts)
    assert all(one.at <= other.at for one, other in pairwise(events_of(dead, CLEAR_SIGHT)))


def test_what_is_expected_of_incidents_is_expected_of_them_here_too() -> None:
    assert lore_of(Incident.ILLEGAL_MOVE).blamed
    assert not lore_of(Incident.ADJUST_OUT_OF_TURN).blamed
    assert not lore_of(Upset.LEVER_BOUNCE).expected


def test_games_without_a_course_begin_where_they_can_be_played() -> None:
    for played in wild_games():
        assert played.start.is_valid()
        assert isinstance(played, Played)
        assert played.start.turn is chess.WHITE
