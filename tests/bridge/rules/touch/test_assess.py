"""The touch-move rules from the first touch to the press: worked cases, and what holds for all of them."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.laws import ARTICLES, EDITIONS, Edition
from bridge.rules.position import Position, position_from_fen, position_of
from bridge.rules.touch.acts import Act, ClockPressed, Released, Removed, Touched, TouchedTogether
from bridge.rules.touch.assess import Assessment, assess
from bridge.rules.touch.course import TouchAlert
from tests.bridge.rules.acts_in_words import act_from, expected
from tests.bridge.rules.positions import boards

OWN = Path(__file__).parent / "conduct.json"
SHARED = Path(__file__).parents[5] / "shared" / "laws" / "touch-move-cases.json"

ROWS: list[dict[str, Any]] = json.loads(OWN.read_text(encoding="utf-8"))
CASES = [pytest.param(row, year, id=f"{row['why']} ({year})") for row in ROWS for year in row["article"]]


def position_in(row: dict[str, Any]) -> Position:
    return position_from_fen(row["fen"], chess960=row.get("chess960", False))


def told(position: Position, answer: Assessment) -> tuple[set[str], str | None, bool, str | None]:
    """The answer in the words of the cases: permitted moves, the move made, completed, alert."""
    board = position.board()
    made = None if answer.made_move is None else board.uci(answer.made_move)
    alert = None if answer.alert is None else answer.alert.value
    return {board.uci(move) for move in answer.permitted}, made, answer.completed, alert


@pytest.mark.parametrize(("row", "year"), CASES)
def test_worked_case(row: dict[str, Any], year: str) -> None:
    position = position_in(row)
    answer = assess(position, EDITIONS[year], [act_from(text) for text in row["acts"]])
    permitted = expected(position.board(), row["permitted"])
    assert told(position, answer) == (permitted, row["made"], row["completed"], row["alert"])
    assert answer.article == row["article"][year]
    assert answer.made == (row["made"] is not None)


def turned(act: Act) -> Act:
    """The same act on the board of the other color."""
    changes = {}
    for each in fields(act):
        value = getattr(act, each.name)
        if each.name != "piece_type":
            changes[each.name] = (
                frozenset(map(chess.square_mirror, value)) if isinstance(value, frozenset) else value ^ 56
            )
    return replace(act, **changes)


@pytest.mark.parametrize(("row", "year"), CASES)
def test_the_other_color_is_treated_alike(row: dict[str, Any], year: str) -> None:
    position, acts = position_in(row), [act_from(text) for text in row["acts"]]
    here = assess(position, EDITIONS[year], acts)
    there = assess(position_of(position.board().mirror()), EDITIONS[year], list(map(turned, acts)))
    moves = {chess.Move(move.from_square ^ 56, move.to_square ^ 56, move.promotion) for move in here.permitted}
    assert there.permitted == moves
    assert (there.made, there.completed, there.alert, there.article) == (
        here.made,
        here.completed,
        here.alert,
        here.article,
    )


def test_there_are_enough_worked_cases() -> None:
    assert len(ROWS) >= 160
    assert len({row["why"] for row in ROWS}) == len(ROWS)
    assert {row["alert"] for row in ROWS} == {None, *(kind.value for kind in TouchAlert)}
    words = {text.split()[0] for row in ROWS for text in row["acts"]}
    assert {type(act_from(text)) for row in ROWS for text in row["acts"]} == set(get_args(Act))
    assert len(words) == len(get_args(Act))


if SHARED.exists():
    SHARED_ROWS = json.loads(SHARED.read_text(encoding="utf-8"))
    WORD = {
        "touch": "touch",
        "touch_together": "together",
        "touch_order_unknown": "unordered",
        "release": "release",
        "hold": "hold",
        "put_back": "back",
        "remove": "off",
        "new_piece_touch": "new-touches",
        "new_piece_release": "new",
        "adjust_announced": "adjusting",
        "accident_ruled": "accident",
        "opponent_touch": "opponent",
        "clock_press": "press",
    }

    def act_beside(event: dict[str, Any]) -> Act:
        pieces = [chess.piece_name(chess.PIECE_SYMBOLS.index(event["piece"].lower()))] if "piece" in event else []
        squares = [event[key] for key in ("square", "from", "to") if key in event] + event.get("squares", [])
        return act_from(" ".join([WORD[event["type"]], *pieces, *squares]))

    @pytest.mark.parametrize(
        ("row", "year"),
        [pytest.param(row, year, id=f"{row['id']}-{year}") for row in SHARED_ROWS for year in row["editions"]],
    )
    def test_case_beside_the_project(row: dict[str, Any], year: str) -> None:
        position = position_in(row)
        answer = assess(position, EDITIONS[year], list(map(act_beside, row["events"])))
        assert told(position, answer) == (
            set(row["permitted"]),
            row["made_move"],
            row["completed"],
            row["alert"],
        )
        assert answer.made == row["made"]


squares = st.sampled_from(chess.SQUARES)
piece_types = st.sampled_from([chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN])
editions = st.sampled_from(sorted(EDITIONS.values(), key=lambda edition: edition.year))


@st.composite
def acts_on(draw: st.DrawFn, board: chess.Board) -> list[Act]:
    """Touches of pieces, moves begun and finished, and things that no rule expects."""
    taken = st.sampled_from(sorted(board.piece_map()))
    legal = st.sampled_from(sorted(board.legal_moves, key=chess.Move.uci) or [chess.Move(0, 1)])
    kinds: list[st.SearchStrategy[Act]] = [
        taken.map(Touched),
        st.frozensets(taken, min_size=1, max_size=3).map(TouchedTogether),
        legal.map(lambda move: Released(move.from_square, move.to_square)),
        legal.map(lambda move: Removed(move.to_square)),
    ]
    for kind in get_args(Act):
        drawn = {
            each.name: piece_types
            if each.name == "piece_type"
            else st.frozensets(squares, max_size=3)
            if each.name == "squares"
            else squares
            for each in fields(kind)
        }
        kinds.append(st.builds(kind, **drawn))
    return draw(st.lists(st.one_of(kinds), max_size=6))


@st.composite
def games(draw: st.DrawFn) -> tuple[Position, Edition, list[Act]]:
    board = draw(boards())
    return position_of(board), draw(editions), draw(acts_on(board))


@given(games())
def test_only_legal_moves_and_some_when_there_are_any(game: tuple[Position, Edition, list[Act]]) -> None:
    position, edition, acts = game
    legal = set(position.board().legal_moves)
    answer = assess(position, edition, acts)
    assert answer.permitted <= legal
    assert bool(answer.permitted) == bool(legal)


@given(games())
def test_what_was_made_is_legal_and_permitted_or_there_is_an_alert(game: tuple[Position, Edition, list[Act]]) -> None:
    position, edition, acts = game
    answer = assess(position, edition, acts)
    if answer.made_move is not None:
        assert answer.made_move in position.board().legal_moves
        assert answer.permitted == {answer.made_move} or answer.alert is not None


@given(games())
def test_every_article_exists_in_the_edition(game: tuple[Position, Edition, list[Act]]) -> None:
    position, edition, acts = game
    answer = assess(position, edition, acts)
    if answer.article:
        assert answer.article in ARTICLES[edition.year]
    else:
        assert answer == Assessment(frozenset(position.board().legal_moves), None, False, None, "")


def castles_by_the_rook_alone(position: Position, moves: frozenset[chess.Move]) -> bool:
    board = position.board()
    return position.chess960 and bool(moves) and all(board.is_castling(move) for move in moves)


@given(games(), st.data())
def test_one_more_touch_frees_nobody(game: tuple[Position, Edition, list[Act]], data: st.DataObject) -> None:
    """But for Chess960: a rook that could only castle must not once the king is touched after it (Art. 4.4.2)."""
    position, edition, acts = game
    further = data.draw(st.one_of(squares.map(Touched), st.frozensets(squares, max_size=3).map(TouchedTogether)))
    before = assess(position, edition, acts)
    after = assess(position, edition, [*acts, further])
    assert after.permitted <= before.permitted or castles_by_the_rook_alone(position, before.permitted)
    assert after.made_move == before.made_move


@given(games())
def test_an_illegal_move_is_only_completed_by_the_clock(game: tuple[Position, Edition, list[Act]]) -> None:
    position, edition, acts = game
    answer = assess(position, edition, acts)
    if answer.completed and not answer.made:
        assert any(isinstance(act, ClockPressed) for act in acts)
        assert answer.alert is not None
