"""What a user types wrongly is answered with one sentence and exit status 2."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import bridge
from bridge.cli import main
from tests.bridge.broker.brokers import free_port

pytestmark = pytest.mark.alone

HOUSE = Path(__file__).parents[3]
CONFIGURATION = """
[bridge]
state_directory = "state"
[broker]
port = {mqtt}
mqtt311_port = {mqtt311}
[web]
port = {page}
[[eboard]]
line = "/dev/ttyNowhere"
"""


def sentence(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says when it cannot be done: exactly one line, and nothing on standard output."""
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith("touchmove: ")
    return line.removeprefix("touchmove: ")


def configured(folder: Path, **ports: int) -> str:
    path = folder / "hall.toml"
    free = {name: free_port() for name in ("mqtt", "mqtt311", "page")}
    path.write_text(CONFIGURATION.format(**{**free, **ports}))
    return str(path)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(("run",), "a configuration file, or --line", id="nothing to run"),
        pytest.param(("run", "hall.toml", "--line", "/dev/x"), "a configuration file, or --line", id="both"),
        pytest.param(("run", "/nowhere/hall.toml"), "there is no such file", id="no configuration"),
        pytest.param(("run", "--line", "usb://1"), "not known", id="no such kind of line"),
        pytest.param(("record", "/dev/ttyNowhere", "/nowhere/capture"), "no such port", id="no port to record"),
        pytest.param(("replay", "/nowhere/capture"), "cannot be read", id="nothing to replay"),
        pytest.param(("watch", "3", "--root", "Tür"), "--root", id="no name of a topic"),
        pytest.param(("emulate", "dgt", "--game", "/nowhere/game.pgn"), "cannot be read", id="no game"),
        pytest.param(("emulate", "dgt", "--boards", "2"), "have a line each", id="no bus"),
        pytest.param(("emulate", "dgt", "--link", "/nowhere/port"), "link cannot be made", id="no place for the link"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    arguments: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert expected in sentence(capsys, *arguments)


def test_a_broker_that_is_not_there_cannot_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nothing listens there" in sentence(capsys, "watch", "3", "--port", str(free_port()))


@pytest.mark.parametrize(("name", "expected"), [("mqtt", "does not start"), ("page", "uses this port already")])
def test_a_port_that_is_taken_is_named(
    name: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = sentence(capsys, "run", configured(tmp_path, **{name: port}))
    assert expected in told
    assert str(port) in told


def test_a_journal_belongs_to_one_service(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "state").write_text("in the way")
    assert "state directory cannot be made" in sentence(capsys, "run", configured(tmp_path))


@pytest.mark.parametrize("text", ["", "1-0", "this is a letter", "1. e4 e5 2. Ke3 *"])
def test_an_eboard_is_not_emulated_without_a_game_to_play(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(text)
    told = sentence(capsys, "emulate", "dgt", "--game", str(path))
    assert told.startswith(f"{path}: ")
    assert told.endswith(("Name a file in PGN that has one.", "Correct it, or name another file."))


def test_a_configuration_without_an_eboard_is_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hall.toml"
    path.write_text("[web]\nport = 8080\n")
    told = sentence(capsys, "run", str(path))
    assert told.startswith(f"{path}: there is no e-board in it. ")
    assert "[[eboard]]" in told
    assert "--line" in told


def test_every_fault_of_a_configuration_has_a_line_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hall.toml"
    path.write_text('[round]\ndate = "tomorrow"\n[web]\nport = 1884\n')
    assert main(["run", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    starts = [line.partition(": [")[0] for line in told.err.splitlines()]
    assert starts == [f"touchmove: {path}, line {number}" for number in (2, 4)]


def test_without_a_command_the_way_in_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "touchmove demo" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"touchmove {bridge.__version__}\n"


@pytest.mark.parametrize(
    "arguments", [("frobnicate",), ("demo", "--boards", "0"), ("demo", "--pace", "fast"), ("demo", "--port", "70000")]
)
def test_wrong_arguments_end_with_2(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: touchmove" in capsys.readouterr().err


def test_a_reader_that_has_had_enough_is_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = subprocess.run(
        [sys.executable, "-m", "bridge.cli"], cwd=HOUSE, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (program.returncode, program.stderr) == (0, b"")
