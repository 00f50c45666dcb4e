"""Commands as programs: emulate, record, replay and check work together."""

from __future__ import annotations

import asyncio
import json
import resource
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bridge.broker.connection import BrokerAddress, connected
from bridge.check import check_file, shared_line
from bridge.cli import main
from bridge.cli.watch import CLEAR
from bridge.messages.envelope import Stamp
from bridge.messages.infos import round_info
from tests.bridge.broker.brokers import WAIT, free_port, mosquitto
from tests.bridge.messages.table import MIDNIGHT, Table, at_board
from tests.bridge.service.virtual_board import virtual_board

pytestmark = pytest.mark.alone

HOUSE = Path(__file__).parents[3]


@asynccontextmanager
async def touchmove(*arguments: str) -> AsyncIterator[Process]:
    """The command while it runs; at the end Ctrl-C, unless it has ended by itself."""
    command = (sys.executable, "-m", "bridge.cli", *arguments)
    process = await asyncio.create_subprocess_exec(*command, cwd=HOUSE, stdout=PIPE, stderr=PIPE)
    try:
        yield process
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        async with asyncio.timeout(WAIT):
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def line_of(process: Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(WAIT):
        return (await process.stdout.readline()).decode().rstrip("\n")


@pytest.mark.asyncio
async def test_what_happens_on_a_board_can_be_recorded_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capture = tmp_path / "capture"
    async with virtual_board(tmp_path / "eboard") as board, touchmove("record", board.port, str(capture)) as recording:
        assert await line_of(recording) == f"Recording {board.port}. Ctrl-C ends it."
        await board.play("e4", "e5", "Nf3")
    assert recording.returncode == 0
    assert main(["replay", "--json", str(capture)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[-1]["type"] == "summary"
    assert told[-1]["moves"] == ["e4", "e5", "Nf3"]
    assert main(["replay", str(capture)]) == 0
    assert "Nf3" in capsys.readouterr().out


def _nearly_full() -> None:
    """For the program that is started: no file grows beyond so many bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))


@pytest.mark.asyncio
async def test_a_disk_that_is_full_ends_a_recording_and_is_told(tmp_path: Path) -> None:
    capture = tmp_path / "capture"
    async with virtual_board(tmp_path / "eboard") as board, asyncio.timeout(WAIT):
        recording = await asyncio.create_subprocess_exec(
            *(sys.executable, "-B", "-m", "bridge.cli", "record", board.port, capture),
            cwd=HOUSE,
            stdout=PIPE,
            stderr=PIPE,
            preexec_fn=_nearly_full,
        )
        _, complained = await recording.communicate()
    assert recording.returncode == 2
    assert complained.decode().splitlines()[-1] == (
        f"touchmove: {capture}: the capture has ended (File too large). "
        "Free some space, and record on in another file; what is in this one can be replayed."
    )


@pytest.mark.asyncio
async def test_a_capture_is_never_written_over(tmp_path: Path) -> None:
    capture = tmp_path / "capture"
    capture.write_bytes(b"yesterday's")
    async with virtual_board(tmp_path / "eboard") as board, asyncio.timeout(WAIT):
        recording = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bridge.cli", "record", board.port, capture, cwd=HOUSE, stdout=PIPE, stderr=PIPE
        )
        told, complained = await recording.communicate()
    assert (recording.returncode, told) == (2, b"")
    assert complained.decode() == f"touchmove: {capture}: the file exists. Name another one, or remove it.\n"
    assert capture.read_bytes() == b"yesterday's"


@pytest.mark.asyncio
@pytest.mark.broker
async def test_who_watches_a_board_that_is_not_played_is_told_which_are(tmp_path: Path) -> None:
    port = free_port()
    told = round_info("İzmir Açık", [at_board(number) for number in (1, 2, 5)], Stamp(1, "session-1", MIDNIGHT))
    async with mosquitto(tmp_path, port), connected(BrokerAddress("127.0.0.1", port), "bridge") as bridge:
        await bridge.publish([told])
        async with touchmove("watch", "7", "--port", str(port)) as watching:
            shown = [(await line_of(watching)).removeprefix(CLEAR) for _ in range(5)]
    assert shown[0] == "Board 7: nothing has been heard yet."
    assert shown[3:] == ["The broker knows no board 7. It knows: 1-2, 5.", "Waiting for board 7."]
    assert watching.returncode == 130


@pytest.mark.asyncio
@pytest.mark.broker
async def test_who_watches_a_board_goes_on_when_the_broker_comes_back(tmp_path: Path) -> None:
    port = free_port()
    address = BrokerAddress("127.0.0.1", port)
    async with AsyncExitStack() as stack:
        async with mosquitto(tmp_path, port):
            watching = await stack.enter_async_context(touchmove("watch", "7", "--port", str(port)))
            await until_shown(watching, "Board 7: nothing has been heard yet.")
        await until_shown(watching, "It is tried again.")
        async with mosquitto(tmp_path, port), connected(address, "bridge") as bridge:
            await bridge.publish([message for message in Table().messages if message.retain])
            await until_shown(watching, "Board 7  izmir-open, round 3")
    assert watching.returncode == 130


async def until_shown(process: Process, text: str) -> None:
    while (await line_of(process)).removeprefix(CLEAR) != text:
        assert process.stdout is not None
        assert not process.stdout.at_eof(), f"it never said: {text}"


@pytest.mark.asyncio
async def test_emulated_boards_on_one_line_pass_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three are heard in less time than thirty; the roll is called again if a slow machine has not heard them all."""
    monkeypatch.setattr(shared_line, "ROLL_CALL_SECONDS", 4.0)
    link, hall = tmp_path / "bus", tmp_path / "hall.toml"
    broker = f"[broker]\nport = {free_port()}\nmqtt311_port = {free_port()}\n[web]\nenabled = false\n"
    eboard = '[[eboard]]\nkind = "dgt-bus"\nline = "{}"\nserial = "{}"\n'
    hall.write_text(
        f'[bridge]\nstate_directory = "state"\n{broker}{eboard.format(link, 1001)}{eboard.format(link, 1002)}'
    )
    async with touchmove("emulate", "dgt-bus", "--boards", "3", "--link", str(link)) as boards:
        await line_of(boards)
        until = asyncio.get_running_loop().time() + WAIT
        missing = {
            "✓ Board 1: the start position stands.",
            "✓ Board 2: the start position stands.",
            f"✓ {link}: e-board 1002, firmware 1.8.",
            f"✗ {link}: e-board 01003 is here, and nobody serves it.",
        }
        while missing and asyncio.get_running_loop().time() < until:
            missing -= {f"{'✓' if found.ok else '✗'} {found.what}" async for found in check_file(hall, {})}
    assert not missing


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["dgt", "chesslink", "certabo", "sentio"])
async def test_an_emulated_board_passes_the_check(tmp_path: Path, kind: str) -> None:
    link, hall = tmp_path / "eboard", tmp_path / "hall.toml"
    ports = (free_port(), free_port(), free_port())
    broker = f"[broker]\nport = {ports[0]}\nmqtt311_port = {ports[1]}\n[web]\nport = {ports[2]}\n"
    hall.write_text(f'[bridge]\nstate_directory = "state"\n{broker}[[eboard]]\nline = "{link}"\nkind = "{kind}"\n')
    async with touchmove("emulate", kind, "--link", str(link), "--scan", "--turned") as board:
        await line_of(board)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bridge.cli", "check", str(hall), cwd=HOUSE, stdout=PIPE
        )
        output, _ = await process.communicate()
    findings = output.decode().splitlines()
    assert "✓ Board 1: the start position stands." in findings
    assert process.returncode == (1 if any(line.startswith("✗") for line in findings) else 0)


@pytest.mark.asyncio
@pytest.mark.parametrize("where", ["pty", "tcp", "radio"])
async def test_an_emulated_board_of_a_family_by_radio_is_reached_on_everything(where: str, tmp_path: Path) -> None:
    key, hall = tmp_path / "key", tmp_path / "hall.toml"
    key.write_text("01 02 03 04 05 06")
    async with touchmove("emulate", "pegasus", "--on", where) as board:
        line = await line_of(board)
        ports = (free_port(), free_port(), free_port())
        hall.write_text(
            f"[broker]\nport = {ports[0]}\nmqtt311_port = {ports[1]}\n[web]\nport = {ports[2]}\n"
            f'[[eboard]]\nkind = "pegasus"\nline = "{line}"\ndeveloper_key_file = "key"\norientation = "normal"\n'
        )
        findings = await found_by_check(hall)
        key.write_text("")
        without_key = await found_by_check(hall)
    assert line.startswith({"pty": "/dev/pts/", "tcp": "tcp://127.0.0.1:", "radio": "ble://DGT_PEGASUS_30123?"}[where])
    assert "✓ Board 1: the start position stands." in findings
    assert any(each.endswith(": e-board P00030123A, firmware 1.0.") for each in findings)
    assert any("this e-board wants a developer key, and none is configured." in each for each in without_key)


async def found_by_check(hall: Path) -> list[str]:
    command = (sys.executable, "-m", "bridge.cli", "check", str(hall))
    process = await asyncio.create_subprocess_exec(*command, cwd=HOUSE, stdout=PIPE, stderr=PIPE)
    async with asyncio.timeout(2 * WAIT):
        output, _ = await process.communicate()
    return output.decode().splitlines()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dgt", "--on", "radio"], "--on radio: an e-board of the kind 'dgt' has no Bluetooth Low Energy"),
        (["pegasus", "--on", "tcp", "--link", "x"], "--link: only a pseudo-terminal has a link."),
    ],
)
def test_a_line_that_a_family_does_not_have_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["emulate", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"touchmove: {said}")
