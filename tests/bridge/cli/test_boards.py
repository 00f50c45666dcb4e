"""`touchmove boards` with a virtual e-board at a real port."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.cli import boards, main
from drivers import discover
from drivers.discover import SerialPort
from tests.bridge.broker.brokers import WAIT

pytestmark = pytest.mark.alone

HOUSE = Path(__file__).parents[3]


@pytest.fixture
def port(tmp_path: Path) -> Iterator[SerialPort]:
    """The port of a virtual e-board, called like a USB port."""
    link = tmp_path / "ttyUSB0"
    command = [sys.executable, "-m", "bridge.cli", "emulate", "dgt", "--link", str(link)]
    with subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.PIPE) as emulating:
        assert emulating.stdout is not None
        emulating.stdout.readline()
        yield SerialPort(str(link), str(link))
        emulating.send_signal(signal.SIGINT)


def test_an_e_board_is_found_and_described(
    port: SerialPort, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boards, "serial_ports", lambda: [port])
    assert main(["boards", "--kind", "dgt"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{port.path} (a USB port)"
    assert told[1].startswith("  ✓ DGT e-Board")
    assert f'    Configured by: kind = "dgt", line = "{port.path}", serial = "3000030123"' in told


@pytest.fixture
def radio() -> Iterator[str]:
    """Where the radio is on which a virtual Pegasus is heard."""
    command = [sys.executable, "-m", "bridge.cli", "emulate", "pegasus", "--on", "radio"]
    with subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.PIPE, text=True) as emulating:
        assert emulating.stdout is not None
        yield emulating.stdout.readline().strip().rpartition("=")[2]
        emulating.send_signal(signal.SIGINT)


def test_an_e_board_is_found_by_radio(
    radio: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(discover, "LISTEN_SECONDS", 0.5)
    monkeypatch.setenv("TOUCHMOVE_DEVELOPER_KEY", "010203040506")
    line = f"ble://C0:00:00:00:00:01?radio={radio}"
    status, told = boards_by_radio(radio, "  ✓", capsys)
    assert status == 0
    assert told[0] == f"{line} (DGT_PEGASUS_30123, by Bluetooth Low Energy)"
    assert told[1] == "  ✓ DGT Pegasus, P00030123A, firmware 1.0."
    assert f'    Configured by: kind = "pegasus", line = "{line}", serial = "P00030123A"' in told
    monkeypatch.delenv("TOUCHMOVE_DEVELOPER_KEY")
    status, told = boards_by_radio(radio, "developer key", capsys)
    assert status == 1
    assert told[1].startswith("  ✗ this e-board wants a developer key, and none is configured.")


def boards_by_radio(radio: str, part: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The status of the command and what it tells, as soon as that contains `part`: on a machine with much else to do
    an e-board may not be heard, or not answer, in the short time that it is given here.
    """
    until = time.monotonic() + WAIT
    while True:
        status = main(["boards", "--radio", radio])
        told = capsys.readouterr().out
        if part in told or time.monotonic() > until:
            return status, told.splitlines()


@pytest.mark.usefixtures("no_bluetooth")
def test_without_a_port_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(boards, "serial_ports", list)
    assert main(["boards"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "no serial port" in told[0]
    assert told[1].startswith(
        "By Bluetooth Low Energy nothing can be found: this machine's Bluetooth service does not run. Install it"
    )


def test_who_looks_for_a_family_without_radio_does_not_wait_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boards, "serial_ports", list)
    assert main(["boards", "--kind", "dgt"]) == 1
    assert "Bluetooth" not in capsys.readouterr().out


@pytest.fixture
def no_bluetooth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/bus")


@pytest.mark.usefixtures("no_bluetooth")
def test_a_port_that_is_gone_is_told_with_a_cross(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "ttyACM0")
    monkeypatch.setattr(boards, "serial_ports", lambda: [SerialPort(path, path)])
    assert main(["boards"]) == 1
    assert "✗" in capsys.readouterr().out
