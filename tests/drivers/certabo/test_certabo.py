"""The Certabo board: what its chips mean, what is believed of them, and the virtual board."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import pytest

from drivers.certabo import EBOARD
from drivers.certabo.chips import NUMBERS, VIRTUAL_SET, chips_of, square_of_cell, virtual_chip
from drivers.certabo.emulator import CertaboEmulator
from drivers.eboard import Codec, CodecOptions, EmulatorOptions, Orientation
from drivers.placement import (
    EMPTY,
    SOME_PIECE,
    Code,
    Placement,
    code_at,
    code_from_symbol,
    from_fen,
    with_code,
)
from drivers.reports import Dump, Garbled, Identified, Oriented, Report, Silent, SquaresChanged
from drivers.tabutronic.emulator import Faults
from drivers.tabutronic.lamps import Lamps
from drivers.tabutronic.lines import line_of
from tests.drivers.talk import Talk, believed

START = from_fen(chess.STARTING_BOARD_FEN)
BLACK_PAWN = code_from_symbol("p")
RECORDED = (Path(__file__).parent / "recordings" / "start-lift-noise.txt").read_bytes().splitlines(keepends=True)
"""Three lines of a real board, from the tests of picochess: the start position, h7 lifted, the same with noise."""
RECORDED_SET = {
    chip: code_at(START, square_of_cell(cell))
    for cell, chip in enumerate(chips_of(tuple(map(int, RECORDED[0][1:].split()))))
    if chip
}
NOISE = bytes((152, 11, 175, 70, 64))


def line(chips: dict[str, bytes]) -> bytes:
    """A line in which these squares read these chips, and nothing else does."""
    cells = {square_of_cell(chess.parse_square(square)): chip for square, chip in chips.items()}
    return line_of(tuple(number for cell in range(64) for number in cells.get(cell, bytes(5))), b" \r\n")


def virtual(fen: str = chess.STARTING_BOARD_FEN, **others: bytes) -> dict[str, bytes]:
    """The chips of the virtual set in this placement, numbered from a to h; others may read something else."""
    counts: dict[str, int] = {}
    chips = {}
    board = chess.BaseBoard(fen)
    for rank in range(7, -1, -1):
        for file in range(8):
            square = chess.square(file, rank)
            if piece := board.piece_at(square):
                counts[piece.symbol()] = counts.get(piece.symbol(), 100) + 1
                code = code_from_symbol(piece.symbol())
                chips[chess.square_name(square)] = virtual_chip(code, counts[piece.symbol()])
    return chips | others


def moved(origin: str, target: str = "", fen: str = chess.STARTING_BOARD_FEN) -> dict[str, bytes]:
    """The start position after one piece was lifted, and put down on the target if there is one."""
    chips = virtual(fen)
    chip = chips.pop(origin)
    return chips | ({target: chip} if target else {})


def hear(codec: Codec, *lines: dict[str, bytes] | bytes, at: float = 10.0) -> list[Report]:
    """What is reported when these lines come, 0.3 s after each other."""
    reports: list[Report] = []
    for number, each in enumerate(lines):
        reports += codec.receive(line(each) if isinstance(each, dict) else each, at + 0.3 * number)
    return [report for report in reports if not isinstance(report, Identified)]


def started(options: CodecOptions | None = None) -> Codec:
    codec = EBOARD.codec(options or CodecOptions())
    codec.start(0.0)
    return codec


def opened() -> Codec:
    """A codec that has seen the virtual set in the start position."""
    codec = started()
    assert hear(codec, virtual(), virtual(), at=0.0) == [Oriented(turned=False), Dump(START)]
    return codec


def changed(**codes: str) -> SquaresChanged:
    order = sorted((chess.parse_square(square), code_from_symbol(symbol)) for square, symbol in codes.items())
    return SquaresChanged(tuple(order))


# ---- bytes ----


def test_start_position_byte_by_byte() -> None:
    """As worked out for the sheet from which this was written: 819 bytes."""
    home = (
        "18 0 200 18 101 18 0 200 19 101 18 0 200 20 101 18 0 200 21 101 18 0 200 22 101 18 0 200 20 102 "
        "18 0 200 19 102 18 0 200 18 102 " + " ".join(f"18 0 200 17 {number}" for number in range(101, 109))
    )
    white = " ".join(f"18 0 200 1 {number}" for number in range(101, 109)) + (
        " 18 0 200 2 101 18 0 200 3 101 18 0 200 4 101 18 0 200 5 101 18 0 200 6 101 18 0 200 4 102 "
        "18 0 200 3 102 18 0 200 2 102"
    )
    said = f":{home} {'0 ' * 160}{white} \r\n".encode()
    assert len(said) == 819
    assert line(virtual()) == said
    emulator = CertaboEmulator(EmulatorOptions())
    emulator.handle_timeout(0.0)
    assert emulator.data_to_send() == said


def test_after_e4_ten_numbers_are_different() -> None:
    before, after = (list(map(int, line(chips)[1:].split())) for chips in (virtual(), moved("e2", "e4")))
    assert {at for at in range(NUMBERS) if before[at] != after[at]} <= {*range(180, 185), *range(260, 265)}
    assert after[180:185] == [18, 0, 200, 1, 105]
    assert after[260:265] == [0] * 5
    assert len(line(virtual())) == len(line(moved("e2", "e4")))


def test_recorded_lines_of_a_calibrated_set() -> None:
    """One line with noise on six squares is borne; the pawn that is missing in three lines has been lifted."""
    codec = started(CodecOptions(calibration=RECORDED_SET))
    start, lifted, noisy = RECORDED
    assert hear(codec, start, start, at=0.0) == [Oriented(turned=False), Dump(START)]
    assert hear(codec, noisy, start) == []
    assert hear(codec, lifted, noisy, lifted) == [changed(h7="")]
    assert hear(codec, lifted) == []


def test_recorded_lines_of_a_set_that_was_never_calibrated() -> None:
    """It is learned in the start position: the third line in which a chip is read is no accident any more."""
    codec = started()
    start, lifted, noisy = RECORDED
    assert hear(codec, start, start, start, at=0.0)[-2:] == [Oriented(turned=False), Dump(START)]
    assert hear(codec, noisy, lifted, noisy) == [changed(h7="")]


# ---- what is believed ----


def test_a_piece_that_is_missed_once_or_twice_was_not_lifted() -> None:
    codec = opened()
    assert hear(codec, moved("e2"), virtual(), moved("e2"), moved("e2"), virtual()) == []


def test_a_piece_that_is_missing_three_times_was_lifted() -> None:
    codec = opened()
    assert hear(codec, moved("e2"), moved("e2")) == []
    assert hear(codec, moved("e2"), at=10.6) == [changed(e2="")]
    assert hear(codec, moved("e2", "e4"), at=10.9) == [changed(e4="P")]


def test_a_piece_that_arrives_has_left() -> None:
    assert hear(opened(), moved("e2", "e4")) == [changed(e2="", e4="P")]


def test_a_capture_is_seen_with_the_first_line() -> None:
    open_game = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR"
    codec = opened()
    before = virtual(open_game)
    hear(codec, *[before] * 4, at=5.0)
    after = {square: chip for square, chip in before.items() if square != "e4"} | {"d5": before["e4"]}
    assert hear(codec, after) == [changed(e4="", d5="P")]


def test_noise_on_empty_squares_is_nothing() -> None:
    codec = opened()
    rng = random.Random(1)
    lines = [virtual(e4=rng.randbytes(5), d5=rng.randbytes(5)) for _ in range(50)]
    assert hear(codec, virtual(e6=NOISE), virtual(), *lines) == []


def test_a_piece_beside_its_square_reads_like_no_piece_and_then_has_left() -> None:
    codec = opened()
    rng = random.Random(1)
    beside = [virtual(e2=rng.randbytes(5)) for _ in range(5)]
    assert hear(codec, *beside[:2], virtual()) == []
    assert hear(codec, *beside[2:]) == [changed(e2="")]
    assert hear(codec, virtual()) == [changed(e2="P")]


def test_a_chip_that_nobody_knows_is_some_piece_after_three_lines() -> None:
    codec = opened()
    assert hear(codec, virtual(e4=NOISE), virtual(e4=NOISE)) == []
    assert hear(codec, virtual(e4=NOISE), at=10.6) == [changed(e4="?")]


def test_a_chip_on_two_squares_stays_where_it_was() -> None:
    codec = opened()
    both = virtual() | {"e4": virtual()["e2"]}
    assert hear(codec, both, both, both) == []
    assert hear(codec, moved("e2", "e4")) == [changed(e2="", e4="P")]


def test_what_is_left_of_a_chip_is_none() -> None:
    assert chips_of((48, 0, 0, 0, 7) + (0,) * 315)[0] == b""
    assert chips_of((48, 0, 0, 3, 7) + (0,) * 315)[0] == bytes((48, 0, 0, 3, 7))


# ---- sets of pieces ----


def other_set(fen: str = chess.STARTING_BOARD_FEN) -> dict[str, bytes]:
    """A set that nobody has calibrated."""
    return {square: bytes((91, 0, 124)) + chip[3:] for square, chip in virtual(fen).items()}


def test_an_unknown_set_is_learned_where_it_stands_in_the_start_position() -> None:
    codec = started()
    assert hear(codec, other_set(), other_set(), other_set(), at=0.0)[-1] == Dump(START)
    chips = other_set()
    assert hear(codec, chips | {"e2": b"\0" * 5, "e4": chips["e2"]}) == [changed(e2="", e4="P")]


def test_in_any_other_position_it_is_some_pieces() -> None:
    codec = started()
    chips = other_set("4k3/8/8/8/8/8/8/4K3")
    reports = hear(codec, chips, chips, chips, at=0.0)
    assert believed(reports) == from_fen("4?3/8/8/8/8/8/8/4?3")


def test_what_was_learned_is_kept_over_a_new_line() -> None:
    codec = started()
    hear(codec, other_set(), other_set(), other_set(), at=0.0)
    codec.start(5.0)
    chips = other_set()
    chips["e4"] = chips.pop("e2")
    assert hear(codec, chips, chips)[-1] == Dump(from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"))


def test_known_pieces_that_stand_wrong_are_no_start_position_to_learn_from() -> None:
    codec = started()
    swapped = virtual() | {"e1": virtual()["d1"], "d1": virtual()["e1"], "a2": NOISE}
    assert code_at(believed(hear(codec, *[swapped] * 4, at=0.0)), chess.A2) == SOME_PIECE


def test_a_calibrated_set_is_never_learned_anew() -> None:
    codec = started(CodecOptions(calibration=VIRTUAL_SET))
    assert believed(hear(codec, *[other_set()] * 4, at=0.0)).bit_count() == 32  # some piece each: one bit


def test_a_new_set_on_a_turned_board_is_learned_as_it_lies() -> None:
    codec = started(CodecOptions(Orientation.TURNED))
    assert hear(codec, *[other_set()] * 3, at=0.0)[-1] == Dump(START)
    chips = other_set()
    chips["e4"] = chips.pop("e2")  # as the board names them: a black pawn
    assert hear(codec, chips) == [SquaresChanged(((chess.D7, EMPTY), (chess.D5, BLACK_PAWN)))]


@pytest.mark.parametrize("number", [0, 518, 959])
def test_the_side_of_white_is_seen_in_every_start_position(number: int) -> None:
    fen = chess.Board.from_chess960_pos(number).board_fen()
    chips = virtual(fen)
    opposite = {chess.square_name(63 - chess.parse_square(square)): chip for square, chip in chips.items()}
    assert hear(started(), opposite, opposite, at=0.0) == [Oriented(turned=True), Dump(from_fen(fen))]


def test_a_board_full_of_one_kind_of_pieces_has_enough_chips() -> None:
    emulator = CertaboEmulator(EmulatorOptions())
    for square in chess.SQUARES:
        emulator.set_square(square, chess.QUEEN, 1.0)
    talk = Talk(EBOARD.codec(CodecOptions()), emulator, 2.0).open()
    assert believed(talk.reports) == from_fen("/".join(["QQQQQQQQ"] * 8))


# ---- lost, damaged, none at all ----


@pytest.mark.parametrize("cut", [1, 5, 100, 400, 817, 818])
def test_a_new_line_in_mid_line(cut: int) -> None:
    codec = opened()
    said = line(moved("e2"))
    codec.receive(said[:cut], 10.0)
    codec.start(10.1)
    assert hear(codec, said[cut:], moved("e2", "e4"), moved("e2", "e4")) == [
        Dump(with_code(with_code(START, chess.E2, EMPTY), chess.E4, chess.PAWN))
    ]


def test_half_a_line_and_the_next() -> None:
    codec = opened()
    reports = hear(codec, line(moved("e2"))[:400], moved("e2", "e4"))
    assert [type(report) for report in reports] == [Garbled, SquaresChanged, Dump]


def test_a_sentio_behind_the_port_is_garbled_and_silent() -> None:
    codec = started()
    reports = hear(codec, *[b":255 255 0 0 0 0 255 255\r\n"] * 12, at=0.0) + codec.handle_timeout(3.5)
    assert {type(report) for report in reports} == {Garbled, Silent}


# ---- the virtual board ----


@pytest.mark.parametrize("seed", range(4))
def test_a_noisy_board_tells_no_touch_that_did_not_happen(seed: int) -> None:
    """Half of the empty squares read something at random, and every hundredth piece is missed."""
    emulator = CertaboEmulator(EmulatorOptions(scan=0.3, seed=seed), Faults(ghosts=0.5, dropouts=0.01))
    talk = Talk(EBOARD.codec(CodecOptions()), emulator).open()
    assert believed(talk.drain()) == START
    talk.wait(120.0)
    assert talk.drain() == []


@pytest.mark.parametrize("lamps", Lamps)
@pytest.mark.parametrize("is_turned", [False, True])
def test_a_move_on_a_noisy_board_with_lights(is_turned: bool, lamps: Lamps) -> None:
    faults = Faults(lamps=lamps, ghosts=0.5, dropouts=0.02, acknowledge_after=0.3)
    emulator = CertaboEmulator(EmulatorOptions(scan=0.3, seed=7, turned=is_turned), faults)
    talk = Talk(EBOARD.codec(CodecOptions()), emulator).open()
    talk.light(chess.E2, chess.E4)
    talk.wait(3.0)
    assert emulator.lit == {chess.E2, chess.E4}
    talk.set(chess.E2, EMPTY, 1.5)
    assert code_at(believed(talk.reports), chess.E2) == EMPTY
    talk.set(chess.E4, chess.PAWN, 3.0)
    assert believed(talk.reports) == with_code(with_code(START, chess.E2, EMPTY), chess.E4, chess.PAWN)


def test_lines_without_ends_through_the_makers_relay() -> None:
    emulator = CertaboEmulator(EmulatorOptions(scan=0.3), Faults(line_end=b""))
    talk = Talk(EBOARD.codec(CodecOptions()), emulator).open(2.0)
    assert believed(talk.drain()) == START
    talk.set(chess.E2, EMPTY, 1.2)
    assert [report for report in talk.drain() if isinstance(report, Garbled)] == []


def test_lines_that_are_cut() -> None:
    emulator = CertaboEmulator(EmulatorOptions(scan=0.3, seed=2), Faults(cuts=0.3))
    talk = Talk(EBOARD.codec(CodecOptions()), emulator).open(10.0)
    talk.set(chess.E2, EMPTY, 5.0)
    talk.set(chess.E4, chess.PAWN, 5.0)
    assert any(isinstance(report, Garbled) for report in talk.reports)
    assert believed(talk.reports) == with_code(with_code(START, chess.E2, EMPTY), chess.E4, chess.PAWN)


def test_pieces_keep_their_chips() -> None:
    """A promoted pawn is exchanged for a queen of its own; the pawn that comes back is the one that was taken off."""
    emulator = CertaboEmulator(EmulatorOptions(scan=0.3))
    talk = Talk(EBOARD.codec(CodecOptions()), emulator).open()

    def put(square: chess.Square, code: Code) -> Placement:
        talk.set(square, code, 1.2)
        return believed(talk.reports)

    put(chess.A8, EMPTY)
    put(chess.A2, EMPTY)
    assert code_at(put(chess.A8, chess.QUEEN), chess.A8) == chess.QUEEN
    assert code_at(put(chess.A2, chess.PAWN), chess.A2) == chess.PAWN
    assert believed(talk.reports) == with_code(START, chess.A8, chess.QUEEN)
