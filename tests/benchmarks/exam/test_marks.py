"""The exam counts right: what was recorded, told, told without a cause, taken back, and how long it took."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import chess
import pytest

from benchmarks.exam.marks import Marks, Task, examine, marked
from benchmarks.exam.profiles import PROFILES
from benchmarks.table import CLEAR_SIGHT, Played, Sight, follow
from drivers.hand import CALM, Act, Incident, play
from drivers.hand.style import CaptureOrder
from drivers.placement import EMPTY, Sensing, code_from_symbol
from drivers.reports import Press, SquaresChanged

CLEAN = PROFILES["clean", Sensing.IDENTITY]
NO_INCIDENTS: Mapping[int, Incident] = {}


def game(moves: str, fen: str = chess.STARTING_FEN) -> Played:
    board = chess.Board(fen)
    for san in moves.split():
        board.push_san(san)
    return Played("a game", chess.Board(fen), tuple(board.move_stack))


def acts(script: str) -> list[Act]:
    """The acts of a script like `0:e2- 0.4:e4P 0.8:W`."""
    return [_act(*event.split(":")) for event in script.split()]


def _act(at: str, what: str) -> Act:
    if what in ("W", "B"):
        return Act(float(at), Press(what == "W"))
    code = EMPTY if what[2:] == "-" else code_from_symbol(what[2:])
    return Act(float(at), SquaresChanged(((chess.parse_square(what[:2]), code),)))


def marks_of(played: Played, script: str, sight: Sight = CLEAR_SIGHT) -> Marks:
    followed = follow(played.start, acts(script), sight)
    return marked(Task(played, replace(CLEAN, sight=sight), 1), followed, NO_INCIDENTS)


def test_a_perfect_game() -> None:
    marks = examine(Task(game("e4 e5 Nf3 Nc6"), CLEAN, 1))
    assert (marks.games, marks.perfect, marks.plies, marks.share_perfect) == (1, 1, 4, 1.0)
    assert (marks.wrong, marks.false.total(), marks.false_alerts, marks.withdrawn) == ([], 0, 0.0, 0)
    assert len(marks.delays) == 4


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("1:e2- 1.4:e4P 1.8:W", "half-move 2: nothing instead of e7e5"),
        ("1:e2- 1.4:e3P 1.8:W 4:e7- 4.4:e5p 4.8:B", "half-move 1: e2e3, e7e5 instead of e2e4, e7e5 at 1.4 s"),
        (
            "1:e2- 1.4:e4P 1.8:W 4:e7- 4.4:e5p 4.8:B 7:a2- 7.4:a3P 7.8:W",
            "half-move 3: a2a3 instead of nothing at 7.4 s",
        ),
    ],
)
def test_a_game_recorded_wrongly(script: str, said: str) -> None:
    marks = marks_of(game("e4 e5"), script)
    assert (marks.games, marks.perfect, marks.share_perfect) == (1, 0, 0.0)
    assert marks.wrong == [f"a game (seed 1) {said}"]


def test_a_game_recorded_wrongly_because_the_board_shows_too_little() -> None:
    """The pawn takes the knight without a gap; the queen is the likelier victim."""
    swapping = replace(CALM, captures=((CaptureOrder.SWAP, 1.0),))
    profile = replace(CLEAN, style=swapping, sight=Sight(Sensing.OCCUPANCY))
    played = game("dxc5", "6k1/8/8/2n1q3/3P4/8/8/7K w - - 0 1")
    assert examine(Task(played, replace(profile, sight=Sight(Sensing.COLOR)), 1)).perfect == 1
    (wrong,) = examine(Task(played, profile, 1)).wrong
    assert wrong.startswith("a game (seed 1) half-move 1: d4e5 instead of d4c5 at ")


@pytest.mark.parametrize(("sensing", "perfect"), [(Sensing.IDENTITY, 0), (Sensing.COLOR, 1), (Sensing.OCCUPANCY, 1)])
def test_what_a_pawn_became_is_no_matter_where_nothing_shows_it(sensing: Sensing, perfect: int) -> None:
    played = game("a8=N", "6k1/P6p/8/8/8/8/6K1/8 w - - 0 1")
    marks = marks_of(played, "1:a7- 2:a8Q 2.5:W", Sight(sensing))
    assert marks.perfect == perfect


def test_moves_taken_back_after_they_counted_as_made() -> None:
    marks = marks_of(game("Nh3"), "1:g1- 1.4:f3N 5:f3- 5.4:h3N 9:W")
    assert (marks.perfect, marks.withdrawn, marks.withdrawn_moves) == (1, 1, 1000.0)
    assert marks_of(game("Nh3"), "1:g1- 1.4:f3N 1.5:f3- 1.9:h3N 9:W").withdrawn == 0


def test_the_time_until_a_move_counts_as_made() -> None:
    marks = marks_of(game("Nf3 e5 Nc3"), "1:g1- 1.4:f3N 5:e7- 5.4:e5p 5.8:B 9:b1- 9.4:c3N 9.7:W")
    assert marks.delays == [pytest.approx(0.9), pytest.approx(0.1), pytest.approx(0.3)]
    assert marks.made_after == pytest.approx(0.3)


def followed_with(incidents: Mapping[int, Incident], told: Mapping[int, Incident]) -> Marks:
    """The marks of a game in which `incidents` happened, when the examiner expects `told`."""
    played = game("e4 e5 Nf3 Nc6 Bb5 a6")
    seen = follow(played.start, play(played.start, played.moves, CALM, random.Random("exam"), incidents))
    return marked(Task(played, CLEAN, 1), seen, told)


ILLEGAL = {3: Incident.ILLEGAL_MOVE}


def test_an_incident_that_was_told() -> None:
    marks = followed_with(ILLEGAL, ILLEGAL)
    assert (marks.happened, marks.told) == ({Incident.ILLEGAL_MOVE: 1}, {Incident.ILLEGAL_MOVE: 1})
    assert (marks.recall, marks.precision, marks.false.total()) == (1.0, 1.0, 0)


def test_an_incident_that_was_not_told() -> None:
    marks = followed_with(NO_INCIDENTS, ILLEGAL)
    assert (marks.happened[Incident.ILLEGAL_MOVE], marks.told[Incident.ILLEGAL_MOVE]) == (1, 0)
    assert marks.recall == 0.0


def test_an_alert_without_a_cause() -> None:
    marks = followed_with(ILLEGAL, NO_INCIDENTS)
    assert marks.false == {"illegal_move": 1}
    assert marks.false_alerts == pytest.approx(1000 / 6)


def test_an_alert_far_from_its_incident_is_one_without_a_cause() -> None:
    marks = followed_with(ILLEGAL, {6: Incident.ILLEGAL_MOVE})
    assert (marks.recall, marks.false) == (0.0, {"illegal_move": 1})


def test_alerts_and_incidents_are_weighed_against_each_other() -> None:
    marks = followed_with(ILLEGAL, ILLEGAL)
    marks.add(followed_with(ILLEGAL, NO_INCIDENTS))
    marks.add(followed_with(NO_INCIDENTS, ILLEGAL))
    assert (marks.games, marks.plies) == (3, 18)
    assert (marks.recall, marks.precision) == (0.5, 0.5)


def test_harmless_incidents_are_not_expected_to_be_told() -> None:
    marks = followed_with({3: Incident.FUMBLE}, {3: Incident.FUMBLE})
    assert (marks.happened.total(), marks.false.total(), marks.perfect) == (0, 0, 1)


def test_questions_and_lost_lines_have_a_cause() -> None:
    played = game("a8=Q", "6k1/P6p/8/8/8/8/6K1/8 w - - 0 1")
    assert marks_of(played, "1:a7- 2:a8Q 2.5:W", Sight(Sensing.OCCUPANCY)).false.total() == 0


@pytest.mark.parametrize("incidents", [False, True])
def test_the_same_task_gives_the_same_marks(incidents: bool) -> None:
    task = Task(game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"), replace(CLEAN, incidents=incidents), 7)
    assert examine(task) == examine(task)


def test_incidents_happen_where_they_are_asked_for() -> None:
    played = game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O")
    happened = [examine(Task(played, replace(CLEAN, incidents=True), seed)).happened.total() for seed in range(12)]
    assert any(happened)
    assert not examine(Task(played, CLEAN, 1)).happened
