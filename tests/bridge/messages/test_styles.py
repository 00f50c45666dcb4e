"""The same move in every style."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.messages.move_facts import MoveFacts, facts_of
from bridge.messages.styles import ENGLISH, FIGURINES, LAWS_MARKS, PGN_MARKS, SAN, TURKISH, Form, Letters, Style, render
from bridge.rules.position import position_from_fen, position_of
from tests.bridge.rules.positions import boards

LAWS_ENGLISH, LAWS_TURKISH, LAWS_FIGURINES = (
    Style(letters, marks=LAWS_MARKS) for letters in (ENGLISH, TURKISH, FIGURINES)
)
LONG, LONG_TURKISH = Style(form=Form.LONG), Style(TURKISH, Form.LONG)
LONG_LAWS = Style(form=Form.LONG, marks=LAWS_MARKS)
STYLES = [
    Style(letters, form, marks)
    for letters in (ENGLISH, TURKISH, FIGURINES)
    for form in Form
    for marks in (PGN_MARKS, LAWS_MARKS)
]


def facts(fen: str, move: str, *, chess960: bool = False) -> MoveFacts:
    return facts_of(position_from_fen(fen, chess960=chess960), chess.Move.from_uci(move))


SAMPLE_MOVES = """e2e4 e7e5 g1f3 g8f6 d2d4 e5d4 e4e5 f6e4 d1d4 d7d5 e5d6 e4d6 c1g5 b8c6 d4e3 f8e7 b1d2 e8g8 e1c1 f8e8
    c1b1"""
SAMPLE = [
    (
        LAWS_ENGLISH,
        """e4 e5|Nf3 Nf6|d4 exd4|e5 Ne4|Qxd4 d5|exd6 e.p. Nxd6|Bg5 Nc6|Qe3+ Be7|Nbd2 0-0|0-0-0 Re8|Kb1 (=)""",
    ),
    (
        LAWS_TURKISH,
        """e4 e5|Af3 Af6|d4 exd4|e5 Ae4|Vxd4 d5|exd6 e.p. Axd6|Fg5 Ac6|Ve3+ Fe7|Abd2 0-0|0-0-0 Ke8|Şb1 (=)""",
    ),
    (
        LAWS_FIGURINES,
        """e4 e5|♘f3 ♘f6|d4 exd4|e5 ♘e4|♕xd4 d5|exd6 e.p. ♘xd6|♗g5 ♘c6|♕e3+ ♗e7|♘bd2 0-0|0-0-0 ♖e8|♔b1 (=)""",
    ),
    (
        SAN,
        """e4 e5|Nf3 Nf6|d4 exd4|e5 Ne4|Qxd4 d5|exd6 Nxd6|Bg5 Nc6|Qe3+ Be7|Nbd2 O-O|O-O-O Re8|Kb1 (=)""",
    ),
    (
        LONG,
        """e2-e4 e7-e5|Ng1-f3 Ng8-f6|d2-d4 e5xd4|e4-e5 Nf6-e4|Qd1xd4 d7-d5|e5xd6 Ne4xd6|Bc1-g5 Nb8-c6|Qd4-e3+ Bf8-e7|
        Nb1-d2 O-O|O-O-O Rf8-e8|Kc1-b1 (=)""",
    ),
    (
        LONG_LAWS,
        """e2e4 e7e5|Ng1f3 Ng8f6|d2d4 e5xd4|e4e5 Nf6e4|Qd1xd4 d7d5|e5xd6 e.p. Ne4xd6|Bc1g5 Nb8c6|Qd4e3+ Bf8e7|
        Nb1d2 0-0|0-0-0 Rf8e8|Kc1b1 (=)""",
    ),
]
"""The sample game of Appendix C of the Laws, which ends with the offer of a draw."""


@pytest.mark.parametrize(("style", "text"), SAMPLE)
def test_sample_game_of_the_laws(style: Style, text: str) -> None:
    board, words = chess.Board(), []
    moves = [chess.Move.from_uci(word) for word in SAMPLE_MOVES.split()]
    for move in moves:
        words.append(render(facts_of(position_of(board), move), style, draw_offered=move is moves[-1]))
        board.push(move)
    assert " ".join(words).split() == text.replace("|", " ").split()


PROMOTION = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"
MATE = "7k/R7/1R6/8/8/8/8/K7 w - - 0 1"
TRANSLATED = [
    (PROMOTION, "a7a8n", LAWS_TURKISH, "a8A"),
    (PROMOTION, "a7b8r", LAWS_TURKISH, "axb8K+"),
    (PROMOTION, "a7b8q", Style(TURKISH), "axb8=V+"),
    (PROMOTION, "a7b8b", LONG_TURKISH, "a7xb8=F"),
    (PROMOTION, "a7a8q", LAWS_FIGURINES, "a8♕"),
    (MATE, "b6b8", Style(TURKISH), "Kb8#"),
    (MATE, "b6b8", LONG_TURKISH, "Kb6-b8#"),
    (MATE, "a1b1", Style(TURKISH), "Şb1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", LAWS_TURKISH, "0-0-0"),
    ("4k3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", LONG_LAWS, "e5xd6 e.p."),
    ("4k3/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "d4e3", LAWS_TURKISH, "dxe3 e.p."),
    ("7k/8/8/8/8/8/8/QQQ4K w - - 0 1", "a1b2", Style(TURKISH), "Vab2+"),
    ("8/8/k7/8/7Q/8/8/K3Q2Q w - - 0 1", "h4f2", Style(TURKISH), "Vhf2"),
    ("8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", SAN, "Qh4e1"),
    ("R7/7k/8/8/8/8/8/R6K w - - 0 1", "a1a4", LAWS_TURKISH, "K1a4"),
]


@pytest.mark.parametrize(("fen", "move", "style", "text"), TRANSLATED)
def test_letters_and_forms(fen: str, move: str, style: Style, text: str) -> None:
    assert render(facts(fen, move), style) == text


@pytest.mark.parametrize(("move", "text"), [("c1g1", "0-0"), ("c1b1", "0-0-0")])
def test_chess960_castling(move: str, text: str) -> None:
    written = facts("2k5/8/8/8/8/8/8/1RK3R1 w GB - 0 1", move, chess960=True)
    assert (written.uci, render(written, LAWS_TURKISH)) == (move, text)


ILLEGAL = [
    (chess.STARTING_FEN, "g1e3", LAWS_TURKISH, "Ae3"),
    (chess.STARTING_FEN, "e2d3", LAWS_TURKISH, "exd3 e.p."),  # As if there had been a pawn to take.
    ("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", LAWS_ENGLISH, "exd6 e.p."),
    ("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", SAN, "exd6"),
    ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", LAWS_TURKISH, "0-0"),
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "c3e2", LONG_TURKISH, "Ac3-e2"),
    (chess.STARTING_FEN, "e4e5", LAWS_TURKISH, "e4e5"),
    (chess.STARTING_FEN, "0000", LAWS_TURKISH, "0000"),
]


@pytest.mark.parametrize(("fen", "move", "style", "text"), ILLEGAL)
def test_illegal_moves_are_written_alike(fen: str, move: str, style: Style, text: str) -> None:
    written = facts(fen, move)
    assert (render(written, style), render(written, style, draw_offered=True)) == (text, f"{text} (=)")


@given(boards())
def test_english_as_python_chess_writes_it(board: chess.Board) -> None:
    position = position_of(board)
    for move in board.legal_moves:
        written = facts_of(position, move)
        assert render(written, SAN) == board.san(move)
        assert render(written, LONG) == board.lan(move)
        assert written.uci == board.uci(move)
        assert written.en_passant == board.is_en_passant(move)


@given(boards(), st.sampled_from([TURKISH, FIGURINES]), st.sampled_from(Form))
def test_letters_change_and_nothing_else(board: chess.Board, letters: Letters, form: Form) -> None:
    back = str.maketrans(dict(zip(letters, ENGLISH, strict=True)))
    for move in board.legal_moves:
        written = facts_of(position_of(board), move)
        assert render(written, Style(letters, form)).translate(back) == render(written, Style(ENGLISH, form))


@given(boards())
def test_different_moves_are_written_differently(board: chess.Board) -> None:
    moves = [facts_of(position_of(board), move) for move in board.legal_moves]
    for style in STYLES:
        assert len({render(move, style) for move in moves}) == len(moves)


squares = st.sampled_from(chess.SQUARES)


@given(boards(), squares, squares, st.sampled_from(STYLES))
def test_no_style_marks_an_illegal_move(board: chess.Board, start: int, end: int, style: Style) -> None:
    text = render(facts_of(position_of(board), chess.Move(start, end)), style)
    letters = "".join(style.letters)
    assert text
    assert set(text.removesuffix(" e.p.")) <= set(f"abcdefgh12345678x+#-=0O{letters}")
