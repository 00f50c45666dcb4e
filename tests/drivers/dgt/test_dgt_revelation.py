"""Revelation II: the bytes of its lights, its number, and what it does by itself until it is told not to."""

from __future__ import annotations

import chess
import pytest

from drivers.dgt.revelation import ALL_OFF, EBOARD, RevelationCodec, RevelationEmulator
from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.placement import EMPTY
from drivers.reports import Identified
from tests.drivers.connection import Connection

VERSION, SERIAL = "93 0005 03 19", "91 0008 30 30 30 30 31"


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


def asked(codec: RevelationCodec, until: float) -> bytes:
    """Everything that is sent while nobody answers."""
    sent = codec.data_to_send()
    while (due := codec.next_timeout()) is not None and due <= until:
        codec.handle_timeout(due)
        sent += codec.data_to_send()
    return sent


def with_firmware(text: str) -> RevelationCodec:
    codec = RevelationCodec(CodecOptions())
    codec.start(0.0)
    number = f"{text}0010001".encode()
    for message in (raw(VERSION), raw(SERIAL), b"\xa2\x00\x0e" + number):
        codec.receive(message, 0.0)
    asked(codec, 5.0)
    return codec


def test_its_answer_holds_firmware_and_number() -> None:
    reports = Connection(EBOARD).open().reports
    assert Identified("0030123", "3.25") in reports


def test_what_it_does_by_itself_is_switched_off_before_its_fields_are_read() -> None:
    sent = b"".join(Connection(EBOARD).open().sent)
    assert raw("60 04 02 01 00 00  60 04 02 02 00 00  4B 42") in sent


@pytest.mark.parametrize(
    ("squares", "orders"),
    [
        ([], "60 04 00 40 40 00"),
        ([chess.E2, chess.E4], "60 04 00 40 40 00  60 04 01 24 34 00"),
        ([chess.E2], "60 04 00 40 40 00  60 04 01 34 34 00"),
        ([chess.A8, chess.H1, chess.E4], "60 04 00 40 40 00  60 04 01 00 24 00  60 04 01 3F 3F 00"),
    ],
)
def test_orders_for_lights(squares: list[chess.Square], orders: str) -> None:
    codec = with_firmware("3.25")
    codec.light(frozenset(squares), 5.0)
    assert raw(orders) in asked(codec, 8.0)


def test_old_firmware_is_not_told_to_put_lights_out() -> None:
    codec = with_firmware("3.20")
    codec.light(frozenset({chess.E2}), 5.0)
    sent = asked(codec, 8.0)
    assert raw("60 04 01 34 34 00") in sent
    assert ALL_OFF not in sent


def test_only_the_last_wish_is_carried_out() -> None:
    codec = with_firmware("3.25")
    codec.light(frozenset(chess.SQUARES), 5.0)
    codec.light(frozenset({chess.E2}), 5.0)
    assert asked(codec, 9.0).count(raw("60 04 01")) == 1


def test_orders_leave_the_board_time_to_obey() -> None:
    table = Connection(EBOARD).open()
    table.sent.clear()
    table.light(chess.SQUARES)
    assert len(b"".join(table.sent)) == len(ALL_OFF)
    table.wait(0.5)
    assert len(table.emulator.lit) < 16


def test_lights_stay_when_a_piece_moves() -> None:
    table = Connection(EBOARD).open()
    table.light({chess.E4})
    table.wait(1.0)
    table.set(chess.E2, EMPTY)
    table.wait(1.0)
    assert table.emulator.lit == {chess.E4}


def test_a_virtual_one_that_is_told_nothing_turns_its_fields_and_puts_lights_out() -> None:
    emulator = RevelationEmulator(EmulatorOptions(turned=True))
    emulator.receive(raw("60 04 01 34 24 00  44 42"), 0.0)
    assert emulator.lit == {chess.E2, chess.E4}
    assert emulator.data_to_send()[3:11] == raw("08 09 0A 0C 0B 0A 09 08")
    emulator.set_square(chess.E2, EMPTY, 1.0)
    assert emulator.data_to_send() == raw("8E 0005 34 00")
    assert emulator.lit == set()
