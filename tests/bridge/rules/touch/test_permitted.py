"""What a player may still play after the pieces that he touched: worked cases, and what holds for all of them."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.laws import ARTICLES, EDITIONS, FIDE_2023, Edition
from bridge.rules.touch.permitted import Moves, capture_square, castling_rook, order_matters, permitted
from tests.bridge.rules.acts_in_words import expected
from tests.bridge.rules.positions import boards

OWN = Path(__file__).parent / "touches.json"
SHARED = Path(__file__).parents[5] / "shared" / "laws" / "touch-move-cases.json"
TOUCHES_ONLY = {"touch", "touch_together", "touch_order_unknown"}

ROWS: list[dict[str, Any]] = json.loads(OWN.read_text(encoding="utf-8"))


def board_of(fen: str) -> chess.Board:
    board = chess.Board(fen)
    return board if board.is_valid() else chess.Board(fen, chess960=True)


def allowed(board: chess.Board, groups: list[list[str]]) -> set[str]:
    """The moves permitted by every edition: they differ in words and numbers, not in these."""
    touches = [frozenset(map(chess.parse_square, group)) for group in groups]
    (moves,) = {permitted(board, edition, touches).moves for edition in EDITIONS.values()}
    return {board.uci(move) for move in moves}


@pytest.mark.parametrize("row", ROWS, ids=[row["why"] for row in ROWS])
def test_worked_case(row: dict[str, Any]) -> None:
    board = board_of(row["fen"])
    assert allowed(board, row["touched"]) == expected(board, row["permitted"])
    touches = [frozenset(map(chess.parse_square, group)) for group in row["touched"]]
    assert permitted(board, FIDE_2023, touches).article in row["article"]


def shared_rows() -> list[dict[str, Any]]:
    rows = json.loads(SHARED.read_text(encoding="utf-8"))
    return [
        row for row in rows if "2023" in row["editions"] and {event["type"] for event in row["events"]} <= TOUCHES_ONLY
    ]


if SHARED.exists():

    @pytest.mark.parametrize("row", shared_rows(), ids=lambda row: row["id"])
    def test_case_beside_the_project(row: dict[str, Any]) -> None:
        board = chess.Board(row["fen"], chess960=row["chess960"])
        groups = [event.get("squares") or [event["square"]] for event in row["events"]]
        groups = [[group] if isinstance(group, str) else group for group in groups]
        assert allowed(board, groups) == set(row["permitted"])


def test_there_are_enough_worked_cases() -> None:
    assert len(ROWS) >= 60
    assert len({row["why"] for row in ROWS}) == len(ROWS)


groups_touched = st.lists(st.frozensets(st.sampled_from(chess.SQUARES), min_size=1, max_size=5), max_size=5)


def left_by(board: chess.Board, touches: list[frozenset[int]]) -> Moves:
    return permitted(board, FIDE_2023, touches).moves


@given(boards(), groups_touched)
def test_only_legal_moves_and_some_when_there_are_any(board: chess.Board, touches: list[frozenset[int]]) -> None:
    legal = set(board.legal_moves)
    moves = left_by(board, touches)
    assert moves <= legal
    assert bool(moves) == bool(legal)


@given(boards(), groups_touched, st.frozensets(st.sampled_from(chess.SQUARES), max_size=5))
def test_one_more_touch_frees_nobody(
    board: chess.Board, touches: list[frozenset[int]], further: frozenset[int]
) -> None:
    """But for Chess960: a rook that alone may still castle must not once the king is touched after it (Art. 4.4.2)."""
    before = left_by(board, touches)
    after = left_by(board, [*touches, further])
    assert after <= before or all(board.is_castling(move) for move in before)


@given(boards(), groups_touched)
def test_what_is_permitted_in_an_unknown_order_is_permitted_in_some_order(
    board: chess.Board, touches: list[frozenset[int]]
) -> None:
    """But for king and rook, of which the king counts first."""
    first = next(iter(touches), frozenset())
    own = [square for square in first if board.color_at(square) == board.turn]
    enemy = [square for square in first if board.color_at(square) == (not board.turn)]
    moves = left_by(board, [first])
    ways = [(*mine, *theirs) for mine in permutations(own) for theirs in permutations(enemy)]
    results = [left_by(board, [frozenset({square}) for square in way]) for way in ways]
    assert moves <= frozenset().union(*results)
    assert order_matters(board, FIDE_2023, [], first) == (len(set(results)) > 1)


@given(boards(), groups_touched, st.sampled_from(list(EDITIONS.values())))
def test_the_article_exists_in_the_edition(board: chess.Board, touches: list[frozenset[int]], edition: Edition) -> None:
    assert permitted(board, edition, touches).article in ARTICLES[edition.year]


def test_so_many_pieces_at_once_were_no_touch_of_a_player() -> None:
    board = chess.Board()
    assert left_by(board, [frozenset(range(16))]) == set(board.legal_moves)
    knight = [frozenset({chess.G1})]
    assert left_by(board, [*knight, frozenset(range(16))]) == left_by(board, knight)
    assert left_by(board, [frozenset(range(16)), *knight]) == set(board.legal_moves)
    assert order_matters(board, FIDE_2023, [], frozenset(range(16)))
    assert order_matters(board, FIDE_2023, [frozenset(range(16))], frozenset({chess.B1, chess.G1}))


@given(boards(), st.sampled_from(chess.SQUARES))
def test_touching_twice_is_touching_once(board: chess.Board, square: int) -> None:
    once = [frozenset({square})]
    assert permitted(board, FIDE_2023, once) == permitted(board, FIDE_2023, once * 2)


@given(boards())
def test_what_every_move_takes_and_castles_with(board: chess.Board) -> None:
    for move in board.legal_moves:
        victim, rook = capture_square(board, move), castling_rook(board, move)
        assert (victim is not None) == board.is_capture(move)
        assert victim is None or board.color_at(victim) == (not board.turn)
        assert (rook is not None) == board.is_castling(move)
        assert rook is None or board.piece_at(rook) == chess.Piece(chess.ROOK, board.turn)


@pytest.mark.parametrize("chess960", [False, True])
@given(data=st.data())
def test_king_and_then_rook_bind_to_castling(chess960: bool, data: st.DataObject) -> None:
    """What `judge` takes for granted, so that it need not ask."""
    number = data.draw(st.integers(0, 959)) if chess960 else 518
    board = chess.Board.from_chess960_pos(number) if chess960 else chess.Board()
    between = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_8) - chess.SquareSet(board.kings | board.rooks)
    for square in data.draw(st.sets(st.sampled_from(list(between)))):
        board.remove_piece_at(square)
    board.turn = data.draw(st.booleans())
    for move in board.generate_castling_moves():
        rook = castling_rook(board, move)
        assert rook is not None
        touches = [frozenset({move.from_square}), frozenset({rook})]
        assert all(permitted(board, edition, touches).moves == {move} for edition in EDITIONS.values())
