"""Every illegal move has a reason, and what the reason says is so; a legal move has none."""

from __future__ import annotations

from collections.abc import Callable

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.rules.irregularities.why_illegal import PROMOTES_TO, Fault, Reason, Standing, why_illegal
from bridge.rules.position import position_from_fen, position_of
from tests.bridge.rules.positions import boards

START = chess.STARTING_FEN
PASSED = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"
WORKED: list[tuple[str, str, Fault, str, str]] = [
    # position, move, fault, the square that matters, the pieces that forbid it
    (START, "e4e5", Fault.EMPTY_SQUARE, "", ""),
    (START, "e7e5", Fault.ENEMY_PIECE, "", ""),
    (START, "a1a2", Fault.OWN_PIECE_CAPTURED, "", "Pa2"),
    (START, "g1g3", Fault.NOT_ITS_WAY, "", ""),
    (START, "f1b5", Fault.IN_THE_WAY, "", "Pe2"),
    (START, "a1a3", Fault.IN_THE_WAY, "", "Pa2"),
    ("4k3/8/8/8/8/8/8/R2NB1K1 w - - 0 1", "a1f1", Fault.IN_THE_WAY, "", "Nd1"),
    ("4k3/8/8/8/8/8/8/R2NB2K w - - 0 1", "h1f1", Fault.NOT_ITS_WAY, "", ""),
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", Fault.PAWN_BACKWARDS, "", ""),
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4d3", Fault.PAWN_BACKWARDS, "", ""),
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4d4", Fault.PAWN_SIDEWAYS, "", ""),
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e6", Fault.PAWN_TWO_SQUARES, "", ""),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", Fault.NOT_ITS_WAY, "", ""),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d4", Fault.NOT_ITS_WAY, "", ""),
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", Fault.IN_THE_WAY, "", "Ne3"),
    ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2e4", Fault.PAWN_CAPTURED_AHEAD, "", "Ne4"),
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3", Fault.PAWN_CAPTURED_AHEAD, "", "Ne3"),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3", Fault.PAWN_DIAGONAL, "", ""),
    (PASSED, "e5d6", Fault.EN_PASSANT_LATE, "", "Pd5"),
    ("4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1", "e5d6", Fault.PAWN_DIAGONAL, "", ""),
    ("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", "e4d5", Fault.PAWN_DIAGONAL, "", ""),
    ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e7e8", Fault.PROMOTION_MISSING, "", ""),
    ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e7e8k", Fault.PROMOTION_WRONG, "", ""),
    ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "a1a2q", Fault.PROMOTION_ELSEWHERE, "", ""),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3q", Fault.PROMOTION_ELSEWHERE, "", ""),
    ("4r1k1/8/8/8/8/8/3P4/4K3 w - - 0 1", "d2d4", Fault.STAYS_IN_CHECK, "e1", "Re8"),
    ("4r1k1/8/8/8/7b/8/8/3PK3 w - - 0 1", "d1d2", Fault.STAYS_IN_CHECK, "e1", "Bh4 Re8"),
    ("4r1k1/8/8/8/7b/4K1P1/8/4R3 w - - 0 1", "g3h4", Fault.STAYS_IN_CHECK, "e3", "Re8"),
    ("4k3/8/3n4/1B6/8/8/8/4K3 b - - 0 1", "e8d7", Fault.KING_ATTACKED, "", "Bb5"),
    ("3rk3/8/8/8/8/8/3N4/3K4 w - - 0 1", "d2f3", Fault.PINNED, "d1", "Rd8"),
    ("6k1/8/1q6/8/8/8/8/4K3 w - - 0 1", "e1f2", Fault.KING_ATTACKED, "", "Qb6"),
    ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", Fault.KING_ATTACKED, "", "Ke3"),
    ("4r1k1/8/8/8/8/4K3/8/8 w - - 0 1", "e3e2", Fault.KING_ATTACKED, "", "Re8"),
    ("4r1k1/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", Fault.KING_ATTACKED, "", "Re8"),
    ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", Fault.EN_PASSANT_EXPOSES, "a5", "Rh5"),
    ("b7/8/8/3pP3/8/5K2/8/4k3 w - d6 0 1", "e5d6", Fault.EN_PASSANT_EXPOSES, "f3", "Ba8"),
    ("4r3/8/8/3pP3/8/8/8/k3K3 w - d6 0 1", "e5d6", Fault.PINNED, "e1", "Re8"),
    ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", Fault.KING_CAPTURED, "", "Ke8"),
    ("4k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", Fault.CASTLING_RIGHT_GONE, "", "Rh1"),
    ("4k2r/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", Fault.CASTLING_RIGHT_GONE, "", "Rh1"),
    ("4k2r/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", Fault.CASTLING_RIGHT_GONE, "", "Ra1"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", Fault.NOT_ITS_WAY, "", ""),
    ("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "d1b1", Fault.NOT_ITS_WAY, "", ""),
    ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", Fault.CASTLING_BLOCKED, "", "Nb1"),
    ("4k3/8/8/8/8/8/8/RN1QK1NR w KQ - 0 1", "e1c1", Fault.CASTLING_BLOCKED, "", "Qd1"),
    ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "e1g1", Fault.CASTLING_BLOCKED, "", "Ng1"),
    ("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", Fault.CASTLED_IN_CHECK, "e1", "Re8"),
    ("4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "e1g1", Fault.CASTLED_THROUGH_CHECK, "f1", "Rf2"),
    ("4k3/8/8/8/8/8/3r4/R3K2R w KQ - 0 1", "e1c1", Fault.CASTLED_THROUGH_CHECK, "d1", "Rd2"),
    ("6rk/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", Fault.CASTLED_INTO_CHECK, "g1", "Rg8"),
    ("6rk/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", Fault.CASTLED_INTO_CHECK, "g1", "Rg8"),
    ("4k3/8/8/8/8/8/8/R2RK3 w Q - 0 1", "e1d1", Fault.OWN_PIECE_CAPTURED, "", "Rd1"),
    ("4k3/8/8/8/8/8/4R3/R3K3 w Q - 0 1", "e1e2", Fault.OWN_PIECE_CAPTURED, "", "Re2"),
]

CHESS960 = [
    ("4k3/8/8/8/8/8/8/1RK3R1 w - - 0 1", "c1b1", Fault.CASTLING_RIGHT_GONE, "", "Rb1"),
    ("4k3/8/8/8/8/8/8/1RK1N1R1 w BG - 0 1", "c1g1", Fault.CASTLING_BLOCKED, "", "Ne1"),
    ("4k3/8/8/8/8/8/8/1RKB2R1 w BG - 0 1", "c1b1", Fault.CASTLING_BLOCKED, "", "Bd1"),
    ("2r1k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1", "c1g1", Fault.CASTLED_IN_CHECK, "c1", "Rc8"),
    ("4kr2/8/8/8/8/8/8/1RK3R1 w BG - 0 1", "c1g1", Fault.CASTLED_THROUGH_CHECK, "f1", "Rf8"),
    ("4k1r1/8/8/8/8/8/8/1RK2R2 w BF - 0 1", "c1f1", Fault.CASTLED_INTO_CHECK, "g1", "Rg8"),
    # The rook leaves the rank between its king and an enemy rook: the castling itself opens it.
    ("4k3/8/8/8/8/8/8/rR1K3R w BH - 0 1", "d1b1", Fault.CASTLED_INTO_CHECK, "c1", "Ra1"),
    ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1g1", Fault.NOT_ITS_WAY, "", ""),
    ("4k3/8/8/8/8/8/R7/R3K2R w HA - 0 1", "e1a2", Fault.OWN_PIECE_CAPTURED, "", "Ra2"),
]

ALL = [(*row, False) for row in WORKED] + [(*row, True) for row in CHESS960]


def standing(text: str) -> set[Standing]:
    return {Standing(chess.PIECE_SYMBOLS.index(word[0].lower()), chess.parse_square(word[1:])) for word in text.split()}


def mirrored(move: chess.Move) -> chess.Move:
    return chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)


@pytest.mark.parametrize(("fen", "uci", "fault", "at", "others", "chess960"), ALL, ids=[f"{r[1]} {r[0]}" for r in ALL])
def test_worked_case(fen: str, uci: str, fault: Fault, at: str, others: str, chess960: bool) -> None:
    position = position_from_fen(fen, chess960=chess960)
    move = chess.Move.from_uci(uci)
    reason = why_illegal(position, move)
    assert reason is not None
    assert reason.fault is fault
    assert reason.at == (chess.parse_square(at) if at else None)
    assert set(reason.others) == standing(others)
    assert_true(position.board(), move, reason)


@pytest.mark.parametrize(("fen", "uci", "fault", "at", "others", "chess960"), ALL, ids=[f"{r[1]} {r[0]}" for r in ALL])
def test_the_other_color_is_told_the_same(
    fen: str, uci: str, fault: Fault, at: str, others: str, chess960: bool
) -> None:
    board = chess.Board(fen, chess960=chess960).mirror()
    move = mirrored(chess.Move.from_uci(uci))
    reason = why_illegal(position_of(board), move)
    assert reason is not None
    assert (reason.fault, reason.color) == (fault, board.turn)
    assert reason.at == (chess.square_mirror(chess.parse_square(at)) if at else None)
    assert set(reason.others) == {each._replace(square=chess.square_mirror(each.square)) for each in standing(others)}
    assert_true(board, move, reason)


@pytest.mark.parametrize(
    ("move", "fault"),
    [
        (chess.Move.null(), Fault.NO_MOVE),
        (chess.Move(chess.E2, chess.E2), Fault.NO_MOVE),
        (chess.Move(chess.E4, chess.E4, drop=chess.QUEEN), Fault.PUT_ON),
    ],
)
def test_what_is_no_move_of_a_piece(move: chess.Move, fault: Fault) -> None:
    reason = why_illegal(position_from_fen(START), move)
    assert reason is not None
    assert reason.fault is fault


def test_every_fault_has_a_worked_case() -> None:
    assert {row[2] for row in ALL} | {Fault.NO_MOVE, Fault.PUT_ON} == set(Fault)


@st.composite
def endgames(draw: st.DrawFn) -> chess.Board:
    """A valid board with few pieces, on which checks, pins and free castling are common."""
    chess960 = draw(st.booleans())
    board = chess.Board(None, chess960=chess960)
    board.turn = draw(st.booleans())
    ranks = {color: 0 if color else 7 for color in chess.COLORS}
    for color, rank in ranks.items():
        king_file = draw(st.integers(1, 6)) if chess960 else 4
        rooks = (draw(st.integers(0, king_file - 1)), draw(st.integers(king_file + 1, 7))) if chess960 else (0, 7)
        board.set_piece_at(chess.square(king_file, rank), chess.Piece(chess.KING, color))
        for rook_file in rooks:
            square = chess.square(rook_file, rank)
            board.set_piece_at(square, chess.Piece(chess.ROOK, color))
            board.castling_rights |= chess.BB_SQUARES[square] if draw(st.booleans()) else chess.BB_EMPTY
    others = st.tuples(st.sampled_from(chess.SQUARES), st.sampled_from("PPPNBRQpppnbrq"))
    for square, symbol in draw(st.lists(others, max_size=8)):
        pawn_there = symbol in "Pp" and chess.square_rank(square) in (0, 7)
        if board.piece_at(square) is None and not pawn_there:
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    board.castling_rights = board.clean_castling_rights()
    passed = [
        square
        for square in chess.SquareSet(chess.BB_RANK_6 if board.turn else chess.BB_RANK_3)
        if has_just_passed(board, square)
    ]
    board.ep_square = draw(st.sampled_from([None, *passed]))
    return board


def has_just_passed(board: chess.Board, square: chess.Square) -> bool:
    """Whether a pawn of the side not to move may have passed this square on its last move."""
    back = -8 if board.turn else 8
    free = board.piece_at(square) is None and board.piece_at(square - back) is None
    return free and board.piece_at(square + back) == chess.Piece(chess.PAWN, not board.turn)


anything = st.builds(
    chess.Move,
    st.sampled_from(chess.SQUARES),
    st.sampled_from(chess.SQUARES),
    st.sampled_from([None, None, None, *chess.PIECE_TYPES]),
)


def every_tempting(board: chess.Board) -> list[chess.Move]:
    """The moves that the pieces could make but for checks, and all that a king might take for castling."""
    king = board.king(board.turn)
    assert king is not None
    along = [chess.Move(king, square) for square in chess.scan_forward(chess.BB_RANKS[chess.square_rank(king)])]
    return [*board.pseudo_legal_moves, *along]


def all_of_one_piece(board: chess.Board, choice: int) -> list[chess.Move]:
    """Moves of one piece of the side to move to every square."""
    own = list(chess.scan_forward(board.occupied_co[board.turn]))
    return [chess.Move(own[choice % len(own)], square) for square in chess.SQUARES]


@given(boards() | endgames(), st.lists(anything, max_size=30), st.integers(0, 15))
def test_every_illegal_move_has_a_true_reason_and_no_legal_one_has_any(
    board: chess.Board, moves: list[chess.Move], choice: int
) -> None:
    position = position_of(board)
    for move in moves + every_tempting(board) + all_of_one_piece(board, choice):
        reason = why_illegal(position, move)
        if board.is_legal(move) and board.piece_at(move.to_square) != chess.Piece(chess.KING, not board.turn):
            assert reason is None
        else:
            assert reason is not None
            assert_true(board, move, reason)


def assert_true(board: chess.Board, move: chess.Move, reason: Reason) -> None:
    """What the reason says holds on the board, asked of python-chess and not of the code that found it."""
    assert (reason.origin, reason.destination, reason.color) == (move.from_square, move.to_square, board.turn)
    assert reason.piece == (move.drop or board.piece_type_at(move.from_square))
    for piece, square in reason.others:
        assert board.piece_type_at(square) == piece
    assert HOLDS[reason.fault](board, move, reason)


def files_and_ranks(board: chess.Board, move: chess.Move) -> tuple[int, int]:
    """How far the move goes sideways, and forward for the side to move."""
    files = chess.square_file(move.to_square) - chess.square_file(move.from_square)
    ranks = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
    return abs(files), ranks if board.turn else -ranks


def is_pawn(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.PAWN


def reaches_last_rank(board: chess.Board, move: chess.Move) -> bool:
    return is_pawn(board, move) and chess.square_rank(move.to_square) == (7 if board.turn else 0)


def empty_board_goes(board: chess.Board, move: chess.Move) -> bool:
    """Whether the piece could go there if nothing else stood on the board."""
    alone = chess.Board(None)
    alone.turn = board.turn
    alone.set_piece_at(move.from_square, board.piece_at(move.from_square))
    return any(each.to_square == move.to_square for each in alone.pseudo_legal_moves)


def goes_nowhere_near(board: chess.Board, move: chess.Move, _: Reason) -> bool:
    if is_pawn(board, move):
        return files_and_ranks(board, move) not in {(0, 1), (0, 2), (1, 1)}
    return not empty_board_goes(board, move)


def stands_between(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    ((_, square),) = reason.others
    return square in chess.SquareSet.between(move.from_square, move.to_square) and empty_board_goes(board, move)


def captured(board: chess.Board, move: chess.Move, reason: Reason, color: chess.Color) -> bool:
    ((_, square),) = reason.others
    return square == move.to_square and board.color_at(square) == color


def attackers_after(board: chess.Board, move: chess.Move) -> tuple[int, set[int]]:
    """The king's square after the move, and the squares from which it is attacked there."""
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(board.turn)
    assert king is not None
    return king, set(after.attackers(not board.turn, king))


def in_check_after(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    king, attackers = attackers_after(board, move)
    told = {square for _, square in reason.others}
    return king == reason.at and bool(told) and told <= attackers


def pins(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    ((_, square),) = reason.others
    pinned = board.is_pinned(board.turn, move.from_square)
    return pinned and square in board.pin(board.turn, move.from_square) and in_check_after(board, move, reason)


def exposes(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    fresh = {square for _, square in reason.others}.isdisjoint(board.checkers())
    return board.is_en_passant(move) and fresh and in_check_after(board, move, reason)


def means_castling(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.KING and board.is_castling(move)


def rook_has_no_right(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    ((piece, rook),) = reason.others
    right_side = (rook > move.from_square) == (move.to_square > move.from_square)
    own = board.piece_at(rook) == chess.Piece(chess.ROOK, board.turn)
    return piece == chess.ROOK and own and right_side and not board.clean_castling_rights() & chess.BB_SQUARES[rook]


def castled_squares(board: chess.Board, move: chess.Move) -> tuple[int, int, set[int]]:
    """Where the king lands, with what rook, and all squares that must be empty, as the Guidelines list them."""
    rank, king = chess.square_rank(move.from_square), move.from_square
    if move.to_square > king:
        rook, lands, rook_lands = max(chess.scan_forward(rights(board, rank))), 6, 5
    else:
        rook, lands, rook_lands = min(chess.scan_forward(rights(board, rank))), 2, 3
    files = {king: lands, rook: rook_lands}
    needed = {
        chess.square(file, rank)
        for start, end in files.items()
        for file in range(min(chess.square_file(start), end), max(chess.square_file(start), end) + 1)
    }
    return chess.square(lands, rank), rook, needed - {king, rook}


def rights(board: chess.Board, rank: int) -> int:
    return board.clean_castling_rights() & chess.BB_RANKS[rank]


def blocks_castling(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    ((_, square),) = reason.others
    return means_castling(board, move) and square in castled_squares(board, move)[2]


def castled_in_check(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    return means_castling(board, move) and {square for _, square in reason.others} == set(board.checkers())


def castled_through(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    lands, _, _ = castled_squares(board, move)
    passed = chess.SquareSet.between(move.from_square, lands)
    return reason.at in passed and attacked_with_king_on(board, move, reason)


def attacked_with_king_on(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    assert reason.at is not None
    walked = board.copy(stack=False)
    walked.remove_piece_at(move.from_square)
    walked.set_piece_at(reason.at, chess.Piece(chess.KING, board.turn))
    return {square for _, square in reason.others} == set(walked.attackers(not board.turn, reason.at))


def castled_into(board: chess.Board, move: chess.Move, reason: Reason) -> bool:
    lands, rook, _ = castled_squares(board, move)
    after = board.copy(stack=False)
    after.chess960 = True
    after.push(chess.Move(move.from_square, rook))
    told = {square for _, square in reason.others}
    return reason.at == lands == after.king(board.turn) and told == set(after.attackers(not board.turn, lands))


HOLDS: dict[Fault, Callable[[chess.Board, chess.Move, Reason], bool]] = {
    Fault.NO_MOVE: lambda _, move, __: move.from_square == move.to_square,
    Fault.PUT_ON: lambda _, move, __: move.drop is not None,
    Fault.EMPTY_SQUARE: lambda board, move, _: board.piece_at(move.from_square) is None,
    Fault.ENEMY_PIECE: lambda board, move, _: board.color_at(move.from_square) is not board.turn,
    Fault.KING_CAPTURED: lambda board, move, reason: (
        captured(board, move, reason, not board.turn) and board.piece_type_at(move.to_square) == chess.KING
    ),
    Fault.OWN_PIECE_CAPTURED: lambda board, move, reason: captured(board, move, reason, board.turn),
    Fault.NOT_ITS_WAY: goes_nowhere_near,
    Fault.IN_THE_WAY: stands_between,
    Fault.PAWN_BACKWARDS: lambda board, move, _: is_pawn(board, move) and files_and_ranks(board, move)[1] < 0,
    Fault.PAWN_SIDEWAYS: lambda board, move, _: is_pawn(board, move) and files_and_ranks(board, move)[1] == 0,
    Fault.PAWN_TWO_SQUARES: lambda board, move, _: (
        files_and_ranks(board, move) == (0, 2)
        and is_pawn(board, move)
        and chess.square_rank(move.from_square) != (1 if board.turn else 6)
    ),
    Fault.PAWN_CAPTURED_AHEAD: lambda board, move, reason: (
        is_pawn(board, move) and files_and_ranks(board, move)[0] == 0 and captured(board, move, reason, not board.turn)
    ),
    Fault.PAWN_DIAGONAL: lambda board, move, _: (
        is_pawn(board, move) and files_and_ranks(board, move) == (1, 1) and board.piece_at(move.to_square) is None
    ),
    Fault.EN_PASSANT_LATE: lambda board, move, reason: (
        is_pawn(board, move)
        and board.ep_square != move.to_square
        and [board.piece_at(square) for _, square in reason.others] == [chess.Piece(chess.PAWN, not board.turn)]
        and chess.square_rank(move.from_square) == (4 if board.turn else 3)
    ),
    Fault.PROMOTION_MISSING: lambda board, move, _: reaches_last_rank(board, move) and move.promotion is None,
    Fault.PROMOTION_ELSEWHERE: lambda board, move, _: bool(move.promotion) and not reaches_last_rank(board, move),
    Fault.PROMOTION_WRONG: lambda board, move, _: reaches_last_rank(board, move) and move.promotion not in PROMOTES_TO,
    Fault.CASTLING_RIGHT_GONE: rook_has_no_right,
    Fault.CASTLING_BLOCKED: blocks_castling,
    Fault.CASTLED_IN_CHECK: castled_in_check,
    Fault.CASTLED_THROUGH_CHECK: castled_through,
    Fault.CASTLED_INTO_CHECK: castled_into,
    Fault.KING_ATTACKED: lambda board, move, reason: (
        attackers_after(board, move) == (move.to_square, {square for _, square in reason.others})
    ),
    Fault.STAYS_IN_CHECK: lambda board, move, reason: (
        in_check_after(board, move, reason) and {square for _, square in reason.others} <= set(board.checkers())
    ),
    Fault.PINNED: pins,
    Fault.EN_PASSANT_EXPOSES: exposes,
}
