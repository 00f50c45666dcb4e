"""The wire of the emulator: its speed, its delays, its faults."""

from __future__ import annotations

from random import Random

import pytest

from drivers.dgt.outlet import NO_FAULTS, Faults, Outlet
from drivers.dgt.wire import WIRE_RATE

MESSAGE = bytes.fromhex("8E 0005  34 00")


def outlet(faults: Faults = NO_FAULTS, seed: int = 0) -> Outlet:
    return Outlet(faults, Random(seed))


def sent(faults: Faults, messages: int = 200, seed: int = 0) -> bytes:
    wire = outlet(faults, seed)
    for _ in range(messages):
        wire.send(MESSAGE, 0.0)
    wire.advance(0.0)
    return wire.take()


def test_without_faults_everything_arrives_at_once() -> None:
    assert sent(NO_FAULTS, messages=3) == MESSAGE * 3


def test_at_9600_baud_a_message_takes_its_time() -> None:
    wire = outlet(Faults(rate=WIRE_RATE))
    wire.send(bytes(67), 1.0)
    wire.send(MESSAGE, 1.0)
    assert wire.next_departure() == pytest.approx(1.0 + 67 / 960)
    wire.advance(1.069)
    assert wire.take() == b""
    wire.advance(1.07)
    assert wire.take() == bytes(67)
    assert wire.next_departure() == pytest.approx(1.0 + 72 / 960)


def test_a_delayed_message_lets_others_pass() -> None:
    wire = outlet()
    wire.send(b"\x8d", 0.0, delay=1.5)
    wire.send(MESSAGE, 0.1)
    wire.advance(1.0)
    assert wire.take() == MESSAGE
    wire.advance(1.5)
    assert wire.take() == b"\x8d"


def test_a_cut_loses_what_is_on_its_way() -> None:
    wire = outlet(Faults(rate=WIRE_RATE))
    wire.send(MESSAGE, 0.0)
    wire.cut()
    assert wire.next_departure() is None


def test_the_same_seed_makes_the_same_faults() -> None:
    faults = Faults(byte_loss=0.1, bit7=0.05, noise=0.1, truncation=0.1, duplication=0.1)
    assert sent(faults, seed=3) == sent(faults, seed=3) != sent(faults, seed=4)


def test_every_fault_does_what_its_name_says() -> None:
    whole = len(MESSAGE) * 200
    assert whole * 0.8 < len(sent(Faults(byte_loss=0.1))) < whole
    flips = [byte ^ clean for byte, clean in zip(sent(Faults(bit7=0.1)), MESSAGE * 200, strict=True)]
    assert set(flips) == {0, 0x80}
    assert 0 < flips.count(0x80) < whole * 0.2
    assert len(sent(Faults(noise=0.1))) > whole
    assert whole * 0.8 < len(sent(Faults(truncation=0.1))) < whole
    assert sent(Faults(duplication=1.0), messages=1) == MESSAGE * 2
