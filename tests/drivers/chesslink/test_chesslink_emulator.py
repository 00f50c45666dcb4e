"""The virtual board: every answer, every way of reporting, every weakness; and the codec listening to it."""

from __future__ import annotations

import chess
import pytest

from drivers.chesslink.codec import ChessLinkCodec
from drivers.chesslink.emulator import ChessLinkEmulator, Faults
from drivers.chesslink.model import Model
from drivers.chesslink.wire import letters_of_placement, to_bytes
from drivers.eboard import CodecOptions, EmulatorOptions, Orientation
from drivers.placement import Sensing, code_from_symbol, from_fen, seen_by, with_code
from drivers.reports import Dump, Garbled, Identified, Silent, SquaresChanged
from tests.drivers.talk import Talk, believed

START = from_fen(chess.STARTING_BOARD_FEN)
LIFTED = with_code(START, chess.E2, 0)
SCAN = EmulatorOptions(scan=0.041)
PERIOD = 20 * 0.002048  # seconds
LETTERS = letters_of_placement(START)


def quiet(options: EmulatorOptions | None = None, mode: str = "03", **extra: object) -> ChessLinkEmulator:
    """A board that reports on change, or as the mode says."""
    emulator = ChessLinkEmulator(options or EmulatorOptions(), **extra)  # type: ignore[arg-type]
    ask(emulator, f"W02{mode}")
    return emulator


def ask(emulator: ChessLinkEmulator, command: str, now: float = 0.0) -> bytes:
    emulator.receive(to_bytes(command), now)
    return said(emulator)


def said(emulator: ChessLinkEmulator, until: float | None = None) -> bytes:
    while until is not None and (due := emulator.next_timeout()) is not None and due <= until:
        emulator.handle_timeout(due)
    return b"".join(iter(emulator.data_to_send, b""))


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("V", "v0103"),
        ("S", "s" + LETTERS),
        ("X", "x"),
        ("L22" + "00" * 81, "l"),
        ("R01", "r0114"),
        ("R0A", "r0A00"),
        ("W0A55", "w0A55"),
    ],
)
def test_commands_are_answered(command: str, answer: str) -> None:
    assert ask(quiet(), command) == to_bytes(answer)


@pytest.mark.parametrize(
    ("model", "version", "identity"),
    [
        (Model.EXCLUSIVE, "v0103", ""),
        (Model.PERFORMANCE, "v0110", ""),
        (Model.SUPREME, "v0203", "i00chesslink-55mm"),
        (Model.EONE, "v0203", "i00e-one"),
    ],
)
def test_models_say_who_they_are(model: Model, version: str, identity: str) -> None:
    emulator = quiet(model=model)
    assert ask(emulator, "V") == to_bytes(version)
    assert ask(emulator, "I00") == (to_bytes(identity) if identity else b"")


@pytest.mark.parametrize("command", [b"\x53\xb5\xb3", b"\xd3\xb5\xb5", b"?"])
def test_damaged_commands_are_not_heard(command: bytes) -> None:
    emulator = quiet()
    emulator.receive(command, 0.0)
    assert said(emulator) == b""


def test_what_is_written_to_a_register_stays_there() -> None:
    emulator = quiet()
    ask(emulator, "W0130")
    assert ask(emulator, "R01") == to_bytes("r0130")


# ---- when it reports ----


def test_from_the_factory_it_reports_every_scan() -> None:
    emulator = ChessLinkEmulator(SCAN)
    assert said(emulator, 1.0) == to_bytes("s" + LETTERS) * 25


def test_what_it_said_while_nobody_served_it_is_gone() -> None:
    emulator = ChessLinkEmulator(SCAN)
    emulator.handle_timeout(5000.0)
    assert said(emulator) in {to_bytes("s" + LETTERS), to_bytes("s" + LETTERS) * 2}
    assert emulator.next_timeout() == pytest.approx(5000.0, abs=2 * PERIOD)


def test_a_period_can_be_set() -> None:
    emulator = quiet(SCAN, "02")
    ask(emulator, "W03F4")
    assert said(emulator, 3.01) == to_bytes("s" + LETTERS) * 3  # each 244 * 4.096 ms


@pytest.mark.parametrize("mode", ["01", "03", "07"])
def test_where_nothing_changes_nothing_is_reported(mode: str) -> None:
    assert said(quiet(SCAN, mode), 10.0) == b""


@pytest.mark.parametrize(("mode", "scans"), [("03", 1), ("04", 2), ("05", 3), ("06", 4), ("07", 5)])
def test_a_change_is_reported_after_as_many_scans_as_set(mode: str, scans: int) -> None:
    emulator = quiet(SCAN, mode)
    emulator.set_square(chess.E2, 0, 5.0)
    assert said(emulator, 5.0 + (scans - 0.5) * PERIOD) == b""
    assert said(emulator, 5.0 + (scans + 0.5) * PERIOD) == to_bytes("s" + letters_of_placement(LIFTED))
    assert said(emulator, 10.0) == b""


def test_what_is_undone_before_the_scan_is_never_seen() -> None:
    emulator = quiet(SCAN)
    emulator.set_square(chess.E2, 0, 5.0)
    emulator.set_square(chess.E2, chess.PAWN, 5.01)
    assert said(emulator, 10.0) == b""


def test_without_a_scan_every_change_is_seen_at_once() -> None:
    emulator = quiet()
    emulator.set_square(chess.E2, 0, 5.0)
    assert said(emulator) == to_bytes("s" + letters_of_placement(LIFTED))


def test_a_reset_takes_three_seconds_and_the_lights() -> None:
    emulator = quiet()
    ask(emulator, "L22" + "FF" * 81)
    assert len(emulator.lit) == 64
    assert ask(emulator, "T", 1.0) == b""
    assert not emulator.lit
    assert ask(emulator, "V", 2.0) == b""
    assert ask(emulator, "V", 4.1) == to_bytes("v0103")


# ---- weaknesses ----


def test_acknowledgements_may_be_missing() -> None:
    emulator = quiet(faults=Faults(acknowledges=False))
    assert ask(emulator, "X") + ask(emulator, "W0114") == b""
    assert ask(emulator, "R01") == to_bytes("r0114")


def test_parity_may_be_wrong_and_pieces_small() -> None:
    emulator = quiet(faults=Faults(parity=False, largest=20))
    emulator.receive(to_bytes("S"), 0.0)
    pieces = list(iter(emulator.data_to_send, b""))
    assert [len(piece) for piece in pieces] == [20, 20, 20, 7]
    assert bytes(byte ^ 0x80 for byte in b"".join(pieces)) == to_bytes("s" + LETTERS)


def test_an_eone_guesses_that_what_arrives_is_what_was_lifted_last() -> None:
    emulator = quiet(model=Model.EONE)
    emulator.set_square(chess.E2, 0, 0.0)
    emulator.set_square(chess.E4, code_from_symbol("Q"), 0.1)
    said(emulator)
    e4 = with_code(LIFTED, chess.E4, chess.PAWN)
    assert ask(emulator, "S", 1.0) == to_bytes("s" + letters_of_placement(e4))


# ---- with the codec ----

FAULTS = {
    "none": Faults(),
    "no acknowledgements": Faults(acknowledges=False),
    "wrong parity": Faults(parity=False),
    "reports before answers": Faults(interrupts=True),
    "small pieces": Faults(largest=20),
}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("faults", FAULTS.values(), ids=FAULTS)
def test_every_weakness_is_borne(faults: Faults, turned: bool) -> None:
    emulator = ChessLinkEmulator(EmulatorOptions(scan=0.041, turned=turned), faults=faults)
    talk = Talk(ChessLinkCodec(CodecOptions()), emulator).open()
    assert Identified("", "1.3", "Millennium Exclusive") in talk.reports
    assert believed(talk.drain()) == START
    talk.light(chess.E2, chess.E4)
    talk.set(chess.E2, 0, 0.5)
    assert emulator.lit == {chess.E2, chess.E4}
    talk.set(chess.E4, chess.PAWN, 0.5)
    assert [report for report in talk.drain() if not isinstance(report, Dump)] == [
        SquaresChanged(((chess.E2, 0),)),
        SquaresChanged(((chess.E4, chess.PAWN),)),
    ]
    talk.wait(60.0)
    assert talk.drain() == []


def test_an_eone_is_followed_by_what_it_feels() -> None:
    emulator = ChessLinkEmulator(SCAN, Model.EONE)
    talk = Talk(ChessLinkCodec(CodecOptions(Orientation.NORMAL), Sensing.OCCUPANCY), emulator).open()
    talk.set(chess.D7, 0, 0.2)
    talk.set(chess.D1, 0, 0.2)
    talk.set(chess.D7, code_from_symbol("Q"), 0.2)
    expected = with_code(START, chess.D1, 0)
    assert believed(talk.reports) == seen_by(Sensing.OCCUPANCY, expected)


def test_a_board_that_was_reset_is_silent_and_comes_back() -> None:
    talk = Talk(ChessLinkCodec(CodecOptions()), ChessLinkEmulator(SCAN)).open()
    talk.deaf = True
    talk.drain()
    talk.set(chess.E2, 0, 20.0)
    assert [type(report) for report in talk.drain()] == [Silent]
    talk.deaf = False
    talk.wait(5.0)
    assert believed(talk.drain()) == LIFTED


def test_bytes_that_get_lost_cost_one_report() -> None:
    talk = Talk(ChessLinkCodec(CodecOptions()), ChessLinkEmulator(SCAN)).open()
    talk.tamper = lambda data: (data[:30], data[31:])
    talk.set(chess.E2, 0, 0.3)
    talk.tamper = lambda data: (data,)
    talk.wait(2.0)
    assert any(isinstance(report, Garbled) for report in talk.reports)
    assert believed(talk.reports) == LIFTED
