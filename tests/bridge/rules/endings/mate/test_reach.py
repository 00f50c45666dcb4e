"""Where men can ever get to: at least to where they do get."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.rules.endings.mate.reach import (
    Man,
    Reach,
    _enlarge_pawn,
    _guarded_for_ever,
    _held_up,
    pawn_attacks,
    reach_of,
    steps,
)
from tests.bridge.rules.endings.mate.rows import own_rows
from tests.bridge.rules.positions import boards

LOCKED = [row.position.board() for row in own_rows() if not row.position.castling_rights]
choices = st.lists(st.integers(0, 1 << 16), max_size=60)


def without_castling(board: chess.Board) -> chess.Board:
    board = board.copy(stack=False)
    board.castling_rights, board.ep_square = chess.BB_EMPTY, None
    return board


starts = st.one_of(
    boards().map(without_castling), st.sampled_from(LOCKED).filter(lambda board: board.is_valid()).map(without_castling)
)


def follow(where: dict[int, int], board: chess.Board, move: chess.Move) -> None:
    """Take the move in a map from squares to the home squares of the men on them."""
    if board.is_en_passant(move):
        del where[chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))]
    where[move.to_square] = where.pop(move.from_square)


@given(starts, choices)
def test_no_move_ever_leaves_the_sets(start: chess.Board, played: list[int]) -> None:
    board, reach = start.copy(), reach_of(start)
    reached = {chess.lsb(each.home): each.reach for each in reach.men}
    where = {square: square for square in chess.scan_forward(board.occupied)}
    assert reached.keys() == where.keys()
    for choice in played:
        moves = list(board.legal_moves)
        if not moves:
            break
        move, color = moves[choice % len(moves)], board.turn
        pushed = board.piece_type_at(move.from_square) == chess.PAWN and not board.is_capture(move)
        follow(where, board, move)
        assert reached[where[move.to_square]] >> move.to_square & 1
        assert pushed or reach.arrive[color] >> move.to_square & 1
        board.push(move)
        for side in chess.COLORS:
            assert reach.clear[side] | board.occupied_co[side] == chess.BB_ALL


def man(kind: chess.PieceType, home: chess.Bitboard, further: chess.Bitboard = 0) -> Man:
    """A white man with what it attacks beside it."""
    contact = pawn_attacks(home, chess.WHITE) if kind == chess.PAWN else steps(kind, home)
    return Man(chess.WHITE, kind, home, home | further, contact)


@pytest.mark.parametrize(
    ("guard", "captures", "guarded"),
    [
        (man(chess.PAWN, chess.BB_D4), 0, chess.BB_C5 | chess.BB_E5),
        (man(chess.PAWN, chess.BB_D4), chess.BB_D4, 0),
        (man(chess.PAWN, chess.BB_D4, chess.BB_D5), 0, 0),
        (man(chess.KING, chess.BB_A1), chess.BB_A1, chess.BB_A2 | chess.BB_B1 | chess.BB_B2),
    ],
    ids=["a guard", "a guard that may be captured", "a guard that may move", "a king, whom nobody captures"],
)
def test_what_is_guarded_for_ever(guard: Man, captures: chess.Bitboard, guarded: chess.Bitboard) -> None:
    assert _guarded_for_ever(Reach([guard], [chess.BB_ALL] * 2, [captures, 0]), chess.WHITE) == guarded


def pawns(further: chess.Bitboard = 0, captures: chess.Bitboard = 0) -> tuple[Man, Reach]:
    """A white pawn on d4 with a black one on d6 in front of it; both might be pushed to d5, if they were not there."""
    black = Man(chess.BLACK, chess.PAWN, chess.BB_D6, chess.BB_D6 | chess.BB_D5, chess.BB_C5 | chess.BB_E5)
    white = man(chess.PAWN, chess.BB_D4, further)
    white.facing = (black,)
    return white, Reach([white, black], [chess.BB_ALL] * 2, [0, captures])


@pytest.mark.parametrize(
    ("further", "captures", "held"),
    [(0, 0, True), (chess.BB_D5, 0, True), (chess.BB_E5, 0, False), (0, chess.BB_D5, False)],
    ids=["face to face", "after a step", "after leaving the file", "when the other may be captured"],
)
def test_pawns_that_hold_each_other_up(further: chess.Bitboard, captures: chess.Bitboard, *, held: bool) -> None:
    pawn, reach = pawns(further, captures)
    assert bool(_held_up(pawn, reach) & chess.BB_D6) == held


@pytest.mark.parametrize(
    ("home", "enemies", "arrive"),
    [(chess.BB_D4, chess.BB_C5, chess.BB_C5), (chess.BB_D4, 0, 0), (chess.BB_D7, 0, chess.BB_ALL)],
    ids=["by capturing", "not by being pushed", "everywhere once promoted"],
)
def test_where_a_pawn_may_capture(home: chess.Bitboard, enemies: chess.Bitboard, arrive: chess.Bitboard) -> None:
    pawn = man(chess.PAWN, home)
    reach = Reach([pawn], [chess.BB_ALL] * 2, [0, 0])
    assert _enlarge_pawn(pawn, reach, enemies)
    assert reach.arrive == [0, arrive]


@pytest.mark.parametrize(
    ("fen", "home", "squares"),
    [
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", chess.D4, chess.BB_D4),
        ("4k3/8/8/8/p7/P7/8/4K3 w - - 0 1", chess.A3, chess.BB_ALL),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", chess.A2, chess.BB_ALL),
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", chess.E8, chess.BB_RANK_8 | chess.BB_RANK_7 | chess.BB_RANK_6),
        ("4k3/8/p6p/8/8/P2p3P/3P4/4K3 w - - 0 1", chess.D2, chess.BB_ALL),
    ],
    ids=[
        "a pawn that is held up",
        "a pawn whose enemy a king can take",
        "a free pawn",
        "a king behind a wall",
        "a pawn that a king can free",
    ],
)
def test_reach(fen: str, home: chess.Square, squares: chess.Bitboard) -> None:
    (found,) = [each for each in reach_of(chess.Board(fen)).men if each.home == chess.BB_SQUARES[home]]
    assert found.reach == squares
