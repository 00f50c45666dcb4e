"""Draws that follow from the moves: repetition and the count of moves, against worked cases and python-chess."""

from __future__ import annotations

from dataclasses import dataclass

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.demo.games import shipped_games
from bridge.laws.draws import DRAW_RULES
from bridge.rules.endings.draws import (
    DrawGround,
    DrawKind,
    History,
    automatic_draw,
    claimable,
    claimable_with,
    history_of,
    position_key,
)
from bridge.rules.position import position_from_fen, position_of
from tests.bridge.rules.positions import boards
from tests.bridge.rules.records import moves_of, record_of

START = chess.STARTING_FEN
KNIGHTS = "g1f3 g8f6 f3g1 f6g8 "
KINGS = "e1d1 e8d8 d1e1 d8e8 "
ROOKS_AND_KINGS = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
FIVE_EACH_TIME_ANOTHER_WAY = "b2 b7 c1 c8 a3 a6 c1 c8 d2 d7 c1 c8 e3 e6 c1 c8"


def history(fen: str, moves: str, *, chess960: bool = False) -> History:
    start = position_from_fen(fen, chess960=chess960)
    return history_of(start, record_of(start, moves_of(moves)))


def to_and_fro(origins: tuple[str, str], destinations: str) -> str:
    """Both sides' moves in UCI, from the squares that their pieces go to in turn."""
    here, words = list(origins), []
    for index, square in enumerate(destinations.split()):
        words.append(here[index % 2] + square)
        here[index % 2] = square
    return " ".join(words)


@dataclass(frozen=True)
class Repeated:
    """A position that stands at the end, and after which half-moves it did."""

    why: str
    fen: str
    moves: str
    plies: tuple[int, ...]
    chess960: bool = False


REPEATED = [
    Repeated("the start position counts", START, KNIGHTS * 2, (0, 4, 8)),
    Repeated("twice is not thrice", START, KNIGHTS, (0, 4)),
    Repeated("other moves in between", START, KNIGHTS + "b1c3 b8c6 c3b1 c6b8 " + KNIGHTS, (0, 4, 8, 12)),
    Repeated("the square for en passant alone does not matter", START, "e2e4 " + "g8f6 g1f3 f6g8 f3g1 " * 2, (1, 5, 9)),
    Repeated(
        "en passant was possible the first time",
        "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        "e2e4 " + "e8d8 e1d1 d8e8 d1e1 " * 3,
        (5, 9, 13),
    ),
    Repeated(
        "en passant was possible the first time, for White",
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "d7d5 " + "e1d1 e8d8 d1e1 d8e8 " * 3,
        (5, 9, 13),
    ),
    Repeated(
        "en passant was barred by a pin on the file",
        "3k4/8/8/8/3p4/8/4P3/K2R4 w - - 0 1",
        "e2e4 " + "d8e8 a1b1 e8d8 b1a1 " * 2,
        (1, 5, 9),
    ),
    Repeated(
        "en passant was barred by a pin on the rank",
        "8/8/8/8/k2p3R/8/4P3/K7 w - - 0 1",
        "e2e4 " + "a4b5 a1b1 b5a4 b1a1 " * 2,
        (1, 5, 9),
    ),
    Repeated("the kings could castle before they moved", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", KINGS * 3, (4, 8, 12)),
    Repeated(
        "one rook has moved",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "h1h2 e8d8 h2h1 d8e8 " + "h1h2 e8d8 h2h1 d8e8 " * 2,
        (4, 8, 12),
    ),
    Repeated(
        "only Black's rook has moved",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "a8a7 e1d1 a7a8 d1e1 " * 3,
        (4, 8, 12),
    ),
    Repeated(
        "castling is barred for a while, not lost",
        "r3k3/8/8/8/8/8/8/R3K1r1 w Qq - 0 1",
        "e1f2 g1g8 f2e1 g8g1 " * 3,
        (4, 8, 12),
    ),
    Repeated(
        "a piece in the way does not end the right to castle",
        "1n2k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "b1c3 b8c6 c3b1 c6b8 " * 2,
        (0, 4, 8),
    ),
    Repeated(
        "a right to castle without a rook is none",
        "4k2n/8/8/8/8/8/7P/4K2N w K - 0 1",
        "h1g3 h8g6 g3h1 g6h8 " * 2,
        (0, 4, 8),
    ),
    Repeated(
        "Chess960: the right is lost with the rook's move",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
        "g1g2 g8g7 g2g1 g7g8 " * 3,
        (4, 8, 12),
        chess960=True,
    ),
    Repeated(
        "Chess960: the right lasts while a knight goes and comes",
        "1rk1n1r1/8/8/8/8/8/8/1RK1N1R1 w GBgb - 0 1",
        "e1f3 e8f6 f3e1 f6e8 " * 2,
        (0, 4, 8),
        chess960=True,
    ),
    Repeated(
        "two rooks have changed places",
        "4k3/8/8/8/8/8/8/R1R1K3 w - - 0 1",
        "a1a2 e8e7 c1a1 e7e8 a2c2 e8e7 c2c1 e7e8",
        (0, 8),
    ),
    Repeated(
        "the same pieces with the other side to move",
        ROOKS_AND_KINGS,
        "a1a3 e8d8 a3a2 d8e8 a2a1",
        (5,),
    ),
    Repeated(
        "an illegal knight's move stands, and its position counts",
        START,
        ("g1g3 g8f6 g3g1 f6g8 ") * 2,
        (0, 4, 8),
    ),
    Repeated(
        "the position after an illegal move",
        ROOKS_AND_KINGS,
        "a1b3 " + "e8d8 b3b4 d8e8 b4b3 " * 2,
        (1, 5, 9),
    ),
    Repeated(
        "a pawn has gone back illegally",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "e2e3 e8d8 e3e2 d8e8 " * 2,
        (0, 4, 8),
    ),
]


@pytest.mark.parametrize("case", REPEATED, ids=lambda case: case.why)
def test_when_a_position_stood(case: Repeated) -> None:
    after = history(case.fen, case.moves, chess960=case.chess960)
    assert after.occurrences == case.plies
    threefold = [ground for ground in claimable(after, DRAW_RULES["2023"]) if "threefold" in ground.kind.value]
    expected = DrawGround(DrawKind.THREEFOLD_REPETITION, "9.2.2", case.plies)
    assert threefold == ([expected] if len(case.plies) >= 3 else [])


THREEFOLD_ARTICLES = [
    ("1997", "9.2(b)", "9.2(a)"),
    ("2014", "9.2(b)", "9.2(a)"),
    ("2018", "9.2", "9.2"),
    ("2023", "9.2.2", "9.2.1"),
]


@pytest.mark.parametrize(("year", "stands", "intended"), THREEFOLD_ARTICLES)
def test_threefold_is_claimed_when_it_stands_or_is_declared(year: str, stands: str, intended: str) -> None:
    before = history(START, (KNIGHTS * 2).removesuffix(" f6g8 "))
    move = chess.Move.from_uci("f6g8")
    assert claimable(before, DRAW_RULES[year]) == ()
    (declared,) = claimable_with(before, move, DRAW_RULES[year])
    assert declared == DrawGround(DrawKind.THREEFOLD_REPETITION, intended, (0, 4, 8))
    assert claimable_with(before, chess.Move.from_uci("e7e5"), DRAW_RULES[year]) == ()
    (standing,) = claimable(history(START, KNIGHTS * 2), DRAW_RULES[year])
    assert standing == DrawGround(DrawKind.THREEFOLD_REPETITION, stands, (0, 4, 8))


def counted(halfmoves: int, *, pieces: str = "4k3/7p/8/8/8/8/4p3/R3K3", turn: str = "w") -> str:
    return f"{pieces} {turn} - - {halfmoves} 80"


FIFTY = [
    (counted(99), "a1a2", (-98, 1)),
    (counted(99, turn="b"), "e8e7", (-98, 1)),
    (counted(98), "a1a2 e8e7", (-97, 2)),
    (counted(120), "a1a2", (-119, 1)),
    (counted(100), "", (-99, 0)),
    (counted(98), "a1a2", None),
    (counted(99), "e1e2", None),  # Takes the pawn.
    (counted(98), "a1b3 e8e7", (-97, 2)),  # An illegal move stands: no pawn moved, nothing was taken.
    (counted(98, pieces="4k3/7p/8/8/8/8/8/R3K3"), "a1a2 h7h6", None),
    (counted(98, pieces="r3k2r/8/8/8/8/8/8/R3K2R").replace(" - - ", " KQkq - "), "e1g1 e8c8", (-97, 2)),
]


@pytest.mark.parametrize("year", DRAW_RULES)
@pytest.mark.parametrize(("fen", "moves", "plies"), FIFTY)
def test_fifty_moves(fen: str, moves: str, plies: tuple[int, int] | None, year: str) -> None:
    article = "9.3(b)" if year in {"1997", "2014"} else "9.3.2"
    expected = () if plies is None else (DrawGround(DrawKind.FIFTY_MOVES, article, plies),)
    assert claimable(history(fen, moves), DRAW_RULES[year]) == expected


FIFTY_DECLARED = [
    ("4k3/7p/8/8/8/8/4p3/R3K3 w - - 99 80", "a1a2", (-98, 1)),
    ("4k3/7p/8/8/8/8/4p3/R3K3 b - - 99 80", "e8e7", (-98, 1)),
    ("4k3/7p/8/8/8/8/4p3/R3K3 w - - 98 80", "a1a2", None),
    ("4k3/7p/8/8/8/8/4p3/R3K3 w - - 99 80", "e1e2", None),
    ("4k3/7p/8/8/8/8/4p3/R3K3 b - - 99 80", "h7h6", None),
    ("4k3/7p/8/8/8/8/4p3/R3K3 w - - 99 80", "a1b3", None),
    ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", (-98, 1)),  # It would mate; the claim comes first.
]


@pytest.mark.parametrize(("fen", "move", "plies"), FIFTY_DECLARED)
def test_fifty_moves_with_a_declared_move(fen: str, move: str, plies: tuple[int, int] | None) -> None:
    expected = () if plies is None else (DrawGround(DrawKind.FIFTY_MOVES, "9.3.1", plies),)
    assert claimable_with(history(fen, ""), chess.Move.from_uci(move), DRAW_RULES["2023"]) == expected


BISHOPS = "2b2rk1/5ppp/8/8/8/8/5PPP/2B2RK1 w - - 0 1"
AWAY_AND_BACK = to_and_fro(("c1", "c8"), FIVE_EACH_TIME_ANOTHER_WAY)
INTERRUPTED = f"{KNIGHTS * 3} b1c3 b8c6 g1f3 g8f6 c3b1 c6b8 f3g1 f6g8"
IN_THREE_MOVES = to_and_fro(("e1", "e8"), "d1 d8 d2 d7 e1 e8 " * 4)
FIVEFOLD = [
    (START, KNIGHTS * 4, (0, 4, 8, 12, 16), (0, 4, 8, 12, 16)),
    (START, KNIGHTS * 3, None, None),
    (START, KNIGHTS * 5, (4, 8, 12, 16, 20), (0, 4, 8, 12, 16, 20)),
    (BISHOPS, AWAY_AND_BACK, (0, 4, 8, 12, 16), (0, 4, 8, 12, 16)),
    (START, INTERRUPTED, None, (0, 4, 8, 12, 20)),
    (START, f"{INTERRUPTED} {KNIGHTS * 3}", None, (0, 4, 8, 12, 20, 24, 28, 32)),
    (START, f"{INTERRUPTED} {KNIGHTS * 4}", (20, 24, 28, 32, 36), (0, 4, 8, 12, 20, 24, 28, 32, 36)),
    ("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", IN_THREE_MOVES, None, (0, 6, 12, 18, 24)),
]


@pytest.mark.parametrize(("fen", "moves", "in_2014", "later"), FIVEFOLD)
def test_fivefold(fen: str, moves: str, in_2014: tuple[int, ...] | None, later: tuple[int, ...] | None) -> None:
    after = history(fen, moves)
    assert automatic_draw(after, DRAW_RULES["1997"]) is None
    for year, article, plies in (("2014", "9.6(a)", in_2014), ("2018", "9.6.1", later), ("2023", "9.6.1", later)):
        expected = None if plies is None else DrawGround(DrawKind.FIVEFOLD_REPETITION, article, plies)
        assert automatic_draw(after, DRAW_RULES[year]) == expected


SEVENTY_FIVE = [
    (counted(149), "a1a2", (-148, 1)),
    (counted(148), "a1b3 e8e7", (-147, 2)),
    (counted(148), "a1a2", None),
    (counted(149), "e1e2", None),
    ("7k/8/6K1/8/8/8/8/R7 w - - 149 100", "a1a7", (-148, 1)),
    ("7k/8/6K1/8/8/8/8/R7 w - - 149 100", "a1a8", None),  # Mate takes precedence.
    ("7K/8/6k1/8/8/8/8/r7 b - - 149 100", "a1a8", None),
    ("7k/8/6K1/8/8/8/8/5Q2 w - - 149 100", "f1f7", None),  # Stalemate has ended it.
    ("7k/8/6K1/8/8/8/8/5B2 w - - 149 100", "f1e2", None),  # A dead position has been over before.
]


@pytest.mark.parametrize(("fen", "moves", "plies"), SEVENTY_FIVE)
def test_seventy_five_moves(fen: str, moves: str, plies: tuple[int, int] | None) -> None:
    after = history(fen, moves)
    assert automatic_draw(after, DRAW_RULES["1997"]) is None
    for year, article in (("2014", "9.6(b)"), ("2018", "9.6.2"), ("2023", "9.6.2")):
        expected = None if plies is None else DrawGround(DrawKind.SEVENTY_FIVE_MOVES, article, plies)
        assert automatic_draw(after, DRAW_RULES[year]) == expected


@pytest.mark.parametrize(
    ("fen", "move"),
    [("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8"), ("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1f7")],
)
def test_nothing_is_claimed_after_the_end(fen: str, move: str) -> None:
    after = history(fen, move)
    assert claimable(after, DRAW_RULES["2023"]) == ()
    assert claimable_with(after, chess.Move.from_uci("h8g8"), DRAW_RULES["2023"]) == ()


RECORDED = [
    (
        "Dortmund 1995, drawn as the position stood for the third time",
        """e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Bb7 d4 Re8 Nbd2 Bf8 d5 Nb8 Nf1 Nbd7 Ng3
        g6 Bg5 Bg7 Qd2 Qe7 Nh2 h5 Rad1 Qf8 Bc2 Nb6 b3 Nfd7 Nf3 Rac8 Bd3 c6 c4 bxc4 bxc4 Nc5 Rb1 Nbd7 Bf1 Rc7
        Be3 Qe7 Bg5 Qf8 Be3 Qe7 Bg5 Qf8""",
        {60: (52, 56, 60)},
    ),
    (
        "Dortmund 2005, drawn as the position stood for the third time",
        """e4 c5 Nf3 Nc6 Bb5 g6 Bxc6 bxc6 O-O Bg7 Re1 Nf6 e5 Nd5 c4 Nc7 d4 cxd4 Qxd4 O-O Qh4 f6 exf6 exf6 Qd4
        Ne6 Qd6 f5 Nbd2 c5 Nf1 Bb7 Qd1 Rb8 Ne3 Bxf3 Qxf3 Nd4 Qd5+ Kh8 Qxc5 f4 Nd5 Qg5 Qe7 Nf3+ Kh1 Qh5 gxf3
        Qxf3+ Kg1 Qg4+ Kh1 Qf3+ Kg1 Qg4+ Kh1 Qf3+""",
        {58: (50, 54, 58)},
    ),
    (
        "Soviet championship 1937, won although either side could have claimed once",
        """c4 e5 Nc3 Nc6 g3 g6 Bg2 Bg7 e3 d6 Nge2 Be6 d4 Bxc4 d5 Nb8 Qa4+ b5 Nxb5 Bxb5 Qxb5+ Nd7 e4 Ne7 O-O O-O
        Nc3 Rb8 Qe2 c5 dxc6 Nxc6 Be3 Nc5 Qd2 Ne6 Rac1 Ned4 f4 Qa5 f5 f6 Rf2 Kh8 Qd1 Rbd8 fxg6 hxg6 Qg4 Ne7
        Bf1 d5 Nxd5 Nxd5 exd5 Nf5 Bc5 Bh6 b4 Qa3 Qxg6 Qxc1 Rxf5 Bg5 h4 Rg8 Qh5+ Bh6 Rxf6 Kh7 Qf5+ Kh8 Qh5
        Kh7 Qf5+ Kh8 Qh5 Kh7""",
        {77: (69, 73, 77), 78: (70, 74, 78)},
    ),
]


@pytest.mark.parametrize(("what", "text", "claims"), RECORDED, ids=[row[0] for row in RECORDED])
def test_recorded_games(what: str, text: str, claims: dict[int, tuple[int, ...]]) -> None:
    board, found = chess.Board(), {}
    so_far = history_of(position_of(board))
    for san in text.split():
        board.push_san(san)
        so_far = so_far.after(position_of(board))
        for ground in claimable(so_far, DRAW_RULES["2023"]):
            found[so_far.ply] = ground.plies
        assert automatic_draw(so_far, DRAW_RULES["2023"]) is None
    assert found == claims, what


def test_nobody_could_claim_in_the_games_of_the_demonstration() -> None:
    for game in shipped_games():
        so_far = history_of(position_of(game.start))
        for played in record_of(so_far.position, game.moves):
            so_far = so_far.after(played.after)
            assert claimable(so_far, DRAW_RULES["2023"]) == ()
            assert automatic_draw(so_far, DRAW_RULES["2023"]) is None


FEW_PIECES = [
    "r3k3/8/8/8/8/8/8/R3K3 w Qq - 90 60",
    "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1",
    "7k/8/8/8/8/8/R7/K7 w - - 140 90",
]


@st.composite
def shuffled(draw: st.DrawFn) -> chess.Board:
    """A board after moves of few pieces that often go back, so that positions come again."""
    board = chess.Board(draw(st.sampled_from(FEW_PIECES)))
    for choice in draw(st.lists(st.sampled_from([0, 1, 2, None, None, None, None]), min_size=4, max_size=60)):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        back = way_back(board)
        board.push(back if choice is None and back in moves else moves[(choice or 0) % len(moves)])
    return board


def way_back(board: chess.Board) -> chess.Move | None:
    """The move that undoes the player's last one."""
    if len(board.move_stack) < 2:
        return None
    last = board.move_stack[-2]
    return chess.Move(last.to_square, last.from_square)


def replayed(board: chess.Board) -> History:
    start = position_of(board.root())
    return history_of(start, record_of(start, board.move_stack))


@given(st.one_of(shuffled(), boards()))
def test_as_python_chess_counts(board: chess.Board) -> None:
    after, rules = replayed(board), DRAW_RULES["2023"]
    assert after.ply == len(board.move_stack)
    for times in range(1, 7):
        assert (len(after.occurrences) >= times) == board.is_repetition(times)
    over = board.outcome()
    draws = {chess.Termination.FIVEFOLD_REPETITION, chess.Termination.SEVENTYFIVE_MOVES}
    assert (automatic_draw(after, rules) is not None) == (over is not None and over.termination in draws)
    if over is None or over.termination in draws:
        standing = claimable(after, rules)
        declared = [ground for move in board.legal_moves for ground in claimable_with(after, move, rules)]
        kinds = {ground.kind for ground in (*standing, *declared)}
        assert (DrawKind.THREEFOLD_REPETITION in kinds) == board.can_claim_threefold_repetition()
        assert (DrawKind.FIFTY_MOVES in kinds) == board.can_claim_fifty_moves()
    else:
        assert claimable(after, rules) == ()


@given(boards())
def test_same_key_for_the_same_position_only(board: chess.Board) -> None:
    keys = {}
    while True:
        en_passant = board.ep_square if board.has_legal_en_passant() else None
        same = (board.board_fen(), board.turn, board.clean_castling_rights(), en_passant)
        assert keys.setdefault(position_key(position_of(board)), same) == same
        if not board.move_stack:
            break
        board.pop()
    assert len(set(keys.values())) == len(keys)


@given(shuffled(), st.data())
def test_a_history_goes_on_from_anywhere(board: chess.Board, data: st.DataObject) -> None:
    start = position_of(board.root())
    record = record_of(start, board.move_stack)
    cut = data.draw(st.integers(0, len(record)))
    onward = history_of(start, record[:cut])
    for played in record[cut:]:
        onward = onward.after(played.after)
    assert onward == history_of(start, record)


@given(shuffled())
def test_what_an_edition_draws_by_itself_every_later_one_does(board: chess.Board) -> None:
    after = replayed(board)
    drawn = [automatic_draw(after, rules) is not None for rules in DRAW_RULES.values()]
    assert drawn == sorted(drawn)
    assert drawn[0] is False
