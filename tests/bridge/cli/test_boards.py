"""`touchmove boards` with a virtual e-board at a real port."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.cli import boards, main
from drivers.discover import SerialPort

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


def test_without_a_port_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(boards, "serial_ports", list)
    assert main(["boards"]) == 1
    assert "no serial port" in capsys.readouterr().out


def test_a_port_that_is_gone_is_told_with_a_cross(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "ttyACM0")
    monkeypatch.setattr(boards, "serial_ports", lambda: [SerialPort(path, path)])
    assert main(["boards"]) == 1
    assert "✗" in capsys.readouterr().out
