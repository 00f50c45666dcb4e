"""What every registered family must stand: bytes in any pieces, lost, damaged, of another maker, or none at all.

Nothing of it raises, and the next reading of all squares is right again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import chess
import pytest

from drivers.eboard import EBoard
from drivers.placement import EMPTY, code_at
from drivers.reports import Garbled, Identified, Report, Silent
from tests.drivers.connection import (
    OPENING_SECONDS,
    RECOVERY_SECONDS,
    Connection,
    Tamper,
    believed,
    byte_by_byte,
    flipping_bits,
    in_random_pieces,
    losing_bytes,
    size_of,
    told_where_white_sits,
    whole,
    with_garbage,
)
from tests.drivers.families import FAMILIES, every_family, name_of
from tests.drivers.fuzz import corpus_of

every_stranger = pytest.mark.parametrize("stranger", FAMILIES, ids=name_of)

OPENING_MOVES = ((chess.E2, chess.E4), (chess.D7, chess.D5), (chess.E4, chess.D5), (chess.D8, chess.D5))
KEPT_OF_GARBAGE = 64  # bytes, by the contract
ABSURD = 1 << 16  # bytes
ABSURD_PIECE = 1 << 12  # bytes
MOST_KEPT = 1 << 14  # bytes that a codec may keep of them; twice the longest message of all families


def rng_of(*seed: object) -> random.Random:
    return random.Random(" ".join(map(str, seed)))


def play_opening(table: Connection) -> None:
    for origin, target in OPENING_MOVES:
        table.move(origin, target)


def assert_right_after_the_next_dump(table: Connection) -> None:
    """The line is good from now on."""
    table.tamper = whole
    table.wait(RECOVERY_SECONDS)
    table.ask_for_all_squares()
    table.wait(RECOVERY_SECONDS)
    assert believed(table.reports) == table.visible
    table.move(chess.G8, chess.F6)
    table.wait(RECOVERY_SECONDS)
    assert believed(table.reports) == table.visible


def trouble(reports: list[Report]) -> list[Report]:
    return [report for report in reports if isinstance(report, Garbled | Silent)]


GOOD_TAMPERS = {"byte by byte": byte_by_byte, "in random pieces": in_random_pieces(rng_of("pieces"))}
BAD_TAMPERS = {
    "every hundredth byte lost": losing_bytes(rng_of("lost"), 0.01),
    "every fifth byte lost": losing_bytes(rng_of("many lost"), 0.2),
    "bits flipped": flipping_bits(rng_of("bits"), 0.02),
    "garbage before, between and after": with_garbage(rng_of("garbage")),
}


@every_family
@pytest.mark.parametrize("tamper", GOOD_TAMPERS.values(), ids=GOOD_TAMPERS)
def test_pieces_may_have_any_size(family: EBoard, tamper: Tamper) -> None:
    table = Connection(family)
    table.tamper = tamper
    play_opening(table.open())
    assert believed(table.reports) == table.visible
    assert trouble(table.reports) == []


@every_family
def test_pieces_may_come_glued(family: EBoard) -> None:
    table = Connection(family).open()
    for origin, target in OPENING_MOVES:
        table.held_up = True
        table.set(target, EMPTY)
        code = code_at(table.world, origin)
        table.set(origin, EMPTY)
        table.wait(0.3)
        table.set(target, code)
        table.wait(0.3)
        table.release()
        table.wait(table.hold_seconds)
        assert believed(table.reports) == table.visible
    assert not [report for report in table.reports if isinstance(report, Silent)]


@every_family
@pytest.mark.parametrize("tamper", BAD_TAMPERS.values(), ids=BAD_TAMPERS)
def test_a_bad_line_is_forgotten_with_the_next_dump(family: EBoard, tamper: Tamper) -> None:
    table = Connection(family).open()
    table.tamper = tamper
    play_opening(table)
    assert_right_after_the_next_dump(table)
    assert all(len(report.data) <= KEPT_OF_GARBAGE for report in table.reports if isinstance(report, Garbled))


@every_family
def test_a_line_that_is_bad_from_the_beginning(family: EBoard) -> None:
    table = Connection(family)
    table.tamper = with_garbage(rng_of("opening"))
    play_opening(table.open())
    assert_right_after_the_next_dump(table)


@every_family
def test_garbage_is_told(family: EBoard) -> None:
    table = Connection(family).open()
    table.hear(rng_of("told").randbytes(300))
    table.wait(RECOVERY_SECONDS)
    assert any(isinstance(report, Garbled) for report in table.reports)
    assert_right_after_the_next_dump(table)


NEVER_UNDERSTOOD = (b"\x01", b"~~ \r\n", b"\xff\x15junk~")


@every_family
@pytest.mark.parametrize("addition", [*NEVER_UNDERSTOOD, None], ids=repr)
def test_whatever_is_added_to_each_answer_the_questions_have_an_end(family: EBoard, addition: bytes | None) -> None:
    usual = Connection(family).open(RECOVERY_SECONDS)
    table = Connection(family)
    table.tamper = lambda said: (said, said if addition is None else addition)
    table.open(RECOVERY_SECONDS)
    assert len(table.sent) - len(usual.sent) < 5 * RECOVERY_SECONDS


@every_family
def test_an_e_board_that_answers_with_all_that_it_can_say_is_not_asked_without_end(family: EBoard) -> None:
    vocabulary = corpus_of(family.name).said
    for words in (vocabulary, vocabulary[::-1]):
        table = Connection(family)
        table.tamper = and_then(words)
        table.open(RECOVERY_SECONDS)
        assert len(table.sent) < 50 * RECOVERY_SECONDS


def and_then(words: Iterable[bytes]) -> Tamper:
    return lambda said: (said, *words)


def pieces_of_an_opening(family: EBoard, count: int) -> list[bytes]:
    """What such an e-board says first, in at most so many bytes."""
    said = []
    table = Connection(family)
    table.tamper = lambda data: said.append(data) or (data,)  # type: ignore[func-returns-value]
    table.open()
    table.move(chess.E2, chess.E4)
    return [bytes((byte,)) for byte in b"".join(said)[:count]]


@every_family
def test_cut_at_every_byte_and_connected_again(family: EBoard) -> None:
    said = pieces_of_an_opening(family, 200)
    assert len(said) > 20
    for cut in range(len(said)):
        table = Connection(family)
        table.plug()
        table.deaf = True
        table.hear(b"".join(said[:cut]))
        table.unplug()
        table.deaf = False
        table.move(chess.E2, chess.E4)
        table.drain()
        table.open()
        assert believed(table.reports) == table.visible, cut
        assert trouble(table.reports) == [], cut


@every_family
def test_line_lost_in_mid_move(family: EBoard) -> None:
    table = Connection(family).open()
    table.set(chess.E2, EMPTY)
    table.wait(table.hold_seconds)
    table.unplug()
    table.wait(7.0)
    table.set(chess.E4, chess.PAWN)
    table.wait(3.0)
    table.drain()
    table.open()
    assert believed(table.reports) == table.visible
    table.move(chess.E7, chess.E5)
    assert believed(table.reports) == table.visible
    assert trouble(table.reports) == []


@every_family
def test_it_is_the_same_e_board_however_often_it_is_connected(family: EBoard) -> None:
    table = Connection(family).open()
    for _ in range(3):
        table.unplug()
        table.wait(1.0)
        table.open()
    assert len({report for report in table.reports if isinstance(report, Identified)}) <= 1


@every_family
def test_a_silent_e_board_is_told_once_and_read_again_when_it_speaks(family: EBoard) -> None:
    table = Connection(family).open()
    table.set(chess.E2, EMPTY)
    table.wait(table.hold_seconds)
    table.deaf = True
    table.wait(RECOVERY_SECONDS)
    assert [type(report) for report in trouble(table.reports)] == [Silent]
    table.set(chess.E4, chess.PAWN)
    table.wait(60.0)
    assert [type(report) for report in trouble(table.reports)] == [Silent]
    table.deaf = False
    table.wait(RECOVERY_SECONDS)
    assert believed(table.reports) == table.visible
    table.move(chess.E7, chess.E5)
    assert believed(table.reports) == table.visible


@every_family
def test_an_e_board_that_never_speaks_is_silent(family: EBoard) -> None:
    table = Connection(family)
    table.deaf = True
    table.open(RECOVERY_SECONDS)
    assert [type(report) for report in table.reports if not isinstance(report, Garbled)][-1] is Silent


@every_family
@every_stranger
def test_an_e_board_of_another_maker_behind_the_port(family: EBoard, stranger: EBoard) -> None:
    table = Connection(family)
    table.emulator, own = Connection(stranger).emulator, table.emulator
    table.open()
    play_opening(table)
    table.emulator, table.world = own, Connection(family).world
    table.drain()
    assert_right_after_the_next_dump(table)


def nonsense(family: EBoard) -> Iterator[tuple[str, bytes]]:
    """Kinds of input without an end: what begins and never stops is the worst."""
    rng = rng_of("absurd", family.name)
    said = b"".join(pieces_of_an_opening(family, 400))
    for byte in (0x00, 0x0A, 0x3A, 0x7F, 0x86, 0x8F, 0xFF, said[0]):
        yield f"only {byte:02X}", bytes((byte,)) * ABSURD_PIECE
    for size in (1, 3, 5, 20):
        yield f"heads of {size} bytes", said[:size] * (ABSURD_PIECE // size)
        yield f"a head of {size} bytes, then low ones", said[:size] + bytes(rng.choices(range(0x80), k=ABSURD_PIECE))
    yield "its own bytes in disorder", bytes(rng.choices(said, k=ABSURD_PIECE))
    yield "anything", rng.randbytes(ABSURD_PIECE)


@every_family
def test_memory_is_bounded_whatever_comes(family: EBoard) -> None:
    for kind, piece in nonsense(family):
        codec = family.codec(told_where_white_sits(family, turned=False))
        codec.start(0.0)
        before = size_of(codec)
        for turn in range(ABSURD // len(piece)):
            for report in codec.receive(piece, turn * 0.01):
                assert not isinstance(report, Garbled) or len(report.data) <= KEPT_OF_GARBAGE
            while codec.data_to_send():
                pass
        assert size_of(codec) - before < MOST_KEPT, kind


@every_family
def test_emulator_stands_anything_from_the_host(family: EBoard) -> None:
    rng = rng_of("host", family.name)
    table = Connection(family)
    for _ in range(300):
        table.now += 0.05
        table.emulator.receive(rng.randbytes(rng.randrange(1, 40)), table.now)
        while table.emulator.data_to_send():
            pass
        due = table.emulator.next_timeout()
        if due is not None and due <= table.now:
            table.emulator.handle_timeout(table.now)
    table.now += OPENING_SECONDS
    table.open(RECOVERY_SECONDS)
    assert believed(table.reports) == table.visible
