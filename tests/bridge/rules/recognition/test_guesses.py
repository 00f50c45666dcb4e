"""Guesses that later moves put right: the other choice is recorded, and what came after it is kept."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.notices import MoveSeen, MovesWithdrawn, Stage
from bridge.rules.position import position_from_fen, position_of
from bridge.rules.recognition.guesses import LINES_TRIED, other_lines, other_moves
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.successors import played
from drivers.placement import Sensing
from drivers.placement import seen_by as shown_by
from tests.bridge.rules.mirror import play, seen_by
from tests.bridge.rules.table import mirrored

TWO_VICTIMS = "6k1/8/8/2n1q3/P2P2p1/5B1N/8/7K w - - 0 1"
RECAPTURE = "3r3Q/k7/8/3n4/8/8/3R2K1/3R4 w - - 0 1"
PAWN = "6k1/P6p/8/8/8/8/6K1/8 w - - 0 1"
TOOK = "0:d4- 0.4:c5P 0.8:W"  # which piece it took is not seen: the queen on e5 is the likeliest
BACK = "4:g4- 4.4:f3p 5:B"  # nor is it here: knight h3, worth as much as bishop f3, comes first in the list

both_colors = pytest.mark.parametrize("color", chess.COLORS, ids=lambda color: chess.COLOR_NAMES[color])

PUT_RIGHT = {
    "the piece said to be taken moves": (TWO_VICTIMS, f"{TOOK} 5:e5- 5.4:f6q 5.8:B", "dxc5 Qf6"),
    "the piece that took moves on": (TWO_VICTIMS, f"{TOOK} 5:g8- 5.4:g7k 5.8:B 9:c5- 9.4:c6P 9.8:W", "dxc5 Kg7 c6"),
    "the recapture was another capture": (
        RECAPTURE, "0:d5- 0.3:d2- 0.7:d5R 1:W 4:d8- 4.5:h8r 5:B 8:d5- 8.4:d7R 8.8:W", "Rxd5 Rxh8 Rd7+",
    ),
    "the first of two": (
        TWO_VICTIMS, f"{TOOK} 4:g4- 4.4:h3p 5:B 8:a4- 8.4:a5P 8.8:W 12:e5- 12.5:e6q 13:B", "dxc5 gxh3 a5 Qe6",
    ),
    "the second of two": (
        TWO_VICTIMS, f"0:d4- 0.4:e5P 0.8:W {BACK} 8:h3- 8.4:g1N 8.8:W", "dxe5 gxf3 Ng1",
    ),
    "both": (TWO_VICTIMS, f"{TOOK} {BACK} 8:h3- 8.4:g1N 8.8:W 12:e5- 12.5:e6q 13:B", "dxc5 gxf3 Ng1 Qe6"),
    "both at once": (TWO_VICTIMS, f"{TOOK} {BACK} 8:h3- 8.4:f2N 8.8:W 12:e5- 12.5:e6q 13:B", "dxc5 gxf3 Nf2 Qe6"),
    "a knight was promoted": (PAWN, "0:a7- 0.5:a8N 1:W 4:g8- 4.5:g7k 5:B 8:a8- 8.5:b6N 9:W", "a8=N Kg7 Nb6"),
    "a rook was: a queen would give check": (
        PAWN, "0:a7- 0.5:a8R 1:W 4:g8- 4.5:g7k 5:B 8:a8- 8.4:a1R 9:W 12:h7- 12.4:h6p 12.8:B", "a8=R+ Kg7 Ra1 h6",
    ),
    "two knights were": (
        "6k1/P6p/8/8/8/8/p5K1/8 w - - 0 1",
        "0:a7- 0.5:a8N 1:W 4:g8- 4.5:g7k 5:B 8:g2- 8.4:g3K 9:W 11:a2- 11.5:a1n 12:B 13:a8- 13.4:b6N 14:W 15:a1- 16:b3n",
        "a8=N Kg7 Kg3 a1=N Nb6 Nb3",
    ),
}  # fmt: skip


@both_colors
@pytest.mark.parametrize(("fen", "script", "moves"), PUT_RIGHT.values(), ids=PUT_RIGHT)
def test_a_guess_is_put_right_by_a_later_move(color: chess.Color, fen: str, script: str, moves: str) -> None:
    table = play(fen, script, color, sensing=Sensing.OCCUPANCY)
    assert table.moves == seen_by(color, moves)
    assert set(table.raised) <= {"ambiguous_move", "promotion_choice_needed"}


PROMOTIONS = [name for name, (fen, _, _) in PUT_RIGHT.items() if "P" in fen.split("/")[1]]


@both_colors
@pytest.mark.parametrize("name", PROMOTIONS)
def test_promotions_are_guessed_on_boards_that_know_colors_too(color: chess.Color, name: str) -> None:
    fen, script, moves = PUT_RIGHT[name]
    table = play(fen, script, color, sensing=Sensing.COLOR)
    assert table.moves == seen_by(color, moves)
    assert table.closed == table.raised == ["promotion_choice_needed"] * moves.count("=")


@both_colors
def test_what_came_before_and_after_the_guess_is_kept_and_everybody_is_told(color: chess.Color) -> None:
    before = f"0:f3- 0.4:e2B 0.8:W 2:g8- 2.4:g7k 2.8:B {later(4, TOOK)} 8:g7- 8.4:g8k 8.8:B 12:a4- 12.4:a5P 12.8:W"
    table = play(TWO_VICTIMS, before, color, sensing=Sensing.OCCUPANCY)
    assert table.moves == seen_by(color, "Be2 Kg7 dxe5 Kg8 a5")
    times = [each.at for each in table.game.moves]
    table.notices.clear()
    denial = later(table.now, "0:e5- 0.4:d6q 0.8:B")
    table.play(denial if color else mirrored(denial)).wait()
    assert table.moves == seen_by(color, "Be2 Kg7 dxc5 Kg8 a5 Qd6")
    assert [each.at for each in table.game.moves[:5]] == times
    assert table.stages == [Stage.COMPLETED] * 6
    assert [told.ply for told in table.notices if isinstance(told, MovesWithdrawn)] == [3]
    assert [told.played.ply for told in table.notices if isinstance(told, MoveSeen)][:4] == [3, 4, 5, 6]
    assert table.closed == ["ambiguous_move"]


def later(seconds: float, script: str) -> str:
    """The script, begun some seconds later."""
    events = [event.partition(":") for event in script.split()]
    return " ".join(f"{float(at) + seconds}:{what}" for at, _, what in events)


def line_of(fen: str, moves: str, guesses: frozenset[int], sensing: Sensing = Sensing.OCCUPANCY) -> Reading:
    """The moves as a line of readings; those of the half-moves `guesses` are guesses."""
    start = position_from_fen(fen)
    reading = Reading(None, None, start, shown_by(sensing, start.placement), 0, 0.0)
    for ply, uci in enumerate(moves.split(), 1):
        move, after, placement = played(reading.position, chess.Move.from_uci(uci), sensing)
        reading = Reading(reading, move, after, placement, ply, float(ply), guess=ply in guesses)
    return reading


def whole_line(last: Reading) -> list[Reading]:
    """All readings with a move, in order of play."""
    line = []
    while last.parent is not None:
        line.append(last)
        last = last.parent
    return line[::-1]


def moves_of(last: Reading) -> tuple[str, ...]:
    return tuple(reading.move.uci() for reading in whole_line(last) if reading.move)


THREE_PAWNS = "8/PPP5/8/8/7k/8/8/K7 w - - 0 1"
THREE_QUEENS = "a7a8q h4h5 b7b8q h5h4 c7c8q h4h5"


def test_other_lines_look_alike_are_legal_and_not_too_many() -> None:
    root = line_of(THREE_PAWNS, THREE_QUEENS, frozenset({1, 3, 5}))
    lines = list(other_lines(root, Sensing.OCCUPANCY))
    assert len(lines) == LINES_TRIED < 4**3 - 1
    assert len({moves_of(line) for line in lines}) == LINES_TRIED
    for line in lines:
        board = chess.Board(THREE_PAWNS)
        for uci in moves_of(line):
            board.push_uci(uci)  # raises for an illegal move
        assert (line.placement, line.ply) == (root.placement, root.ply)
        assert line.position == position_of(board)


def test_the_latest_guess_is_changed_first() -> None:
    root = line_of(THREE_PAWNS, THREE_QUEENS, frozenset({1, 3, 5}))
    first, *_ = other_lines(root, Sensing.OCCUPANCY)
    assert moves_of(first) == ("a7a8q", "h4h5", "b7b8q", "h5h4", "c7c8r", "h4h5")


@pytest.mark.parametrize("guesses", [frozenset[int](), frozenset({2})])
def test_what_is_no_guess_or_has_no_other_choice_stays(guesses: frozenset[int]) -> None:
    assert list(other_lines(line_of(THREE_PAWNS, THREE_QUEENS, guesses), Sensing.OCCUPANCY)) == []


def test_later_moves_must_stay_legal() -> None:
    """The queen that gives no check from a8 may go on; no other piece could move like that."""
    moves = "a7a8q h4h5 a8h8"
    root = line_of("8/P7/8/8/7k/8/8/K7 w - - 0 1", moves, frozenset({1}))
    assert [moves_of(line) for line in other_lines(root, Sensing.OCCUPANCY)] == [("a7a8r", "h4h5", "a8h8")]


@pytest.mark.parametrize(
    ("sensing", "fen", "moves", "others"),
    [
        (Sensing.OCCUPANCY, TWO_VICTIMS, "d4e5", {"d4c5"}),
        (Sensing.COLOR, TWO_VICTIMS, "d4e5", set[str]()),
        (Sensing.OCCUPANCY, THREE_PAWNS, "a7a8q", {"a7a8r", "a7a8b", "a7a8n"}),
        (Sensing.COLOR, THREE_PAWNS, "a7a8q", {"a7a8r", "a7a8b", "a7a8n"}),
        (Sensing.IDENTITY, THREE_PAWNS, "a7a8q", set[str]()),
    ],
)
def test_other_moves_that_look_like_a_guess(sensing: Sensing, fen: str, moves: str, others: set[str]) -> None:
    guess = line_of(fen, moves, frozenset({1}), sensing)
    assert {move.uci() for move in other_moves(guess, (), sensing)} == others
    assert guess.parent is not None
    assert other_moves(guess.parent, (), sensing) == ()


@pytest.mark.parametrize(
    ("moves", "others"),
    [
        ("d4e5 g8g7", {"d4c5"}),
        ("d4e5 c5b7", set[str]()),  # the knight that the other choice takes
        ("d4e5 g8g7 e5e6", set[str]()),  # from the square to which the other choice goes
    ],
)
def test_other_moves_must_allow_the_later_ones(moves: str, others: set[str]) -> None:
    last = line_of(TWO_VICTIMS, moves, frozenset({1}))
    guess, *later = whole_line(last)
    assert {move.uci() for move in other_moves(guess, later, Sensing.OCCUPANCY)} == others
