"""`touchmove calibrate` as a program, at a virtual board on a pseudo-terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import chess
import pytest

from bridge.cli import main
from bridge.config import chips_text, read_chips
from drivers.certabo import emulator
from drivers.certabo.chips import VIRTUAL_SET
from drivers.certabo.emulator import CertaboEmulator
from drivers.eboard import EmulatorOptions
from drivers.emulation import emulate
from drivers.lines import PtyLine
from drivers.placement import EMPTY, code_from_symbol
from tests.bridge.broker.brokers import WAIT
from tests.bridge.cli.test_commands import line_of, touchmove

pytestmark = pytest.mark.alone

QUEENS = {chess.D3: "Q", chess.D6: "q"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board tells its chips more often than a real one: so many times make them certain, not so many seconds."""
    monkeypatch.setattr(emulator, "PERIOD", 0.05)


@asynccontextmanager
async def certabo(path: Path, **missing: str) -> AsyncIterator[CertaboEmulator]:
    """A board in the start position with its spare queens at a port, but for the pieces that are `missing`."""
    line, board = PtyLine(path), CertaboEmulator(EmulatorOptions())
    for square, symbol in QUEENS.items():
        board.set_square(square, code_from_symbol(symbol), 0.0)
    for square in missing:
        board.set_square(chess.parse_square(square), EMPTY, 0.0)
    playing = asyncio.create_task(emulate(board, line))
    yield board
    playing.cancel()
    await asyncio.wait({playing})
    await line.close()


async def lines_until(process: asyncio.subprocess.Process, said: str) -> list[str]:
    lines: list[str] = []
    while not lines or said not in lines[-1]:
        lines.append(await line_of(process))
    return lines


@pytest.mark.asyncio
async def test_a_set_is_calibrated_and_the_missing_square_shines(tmp_path: Path) -> None:
    port, file = tmp_path / "eboard", tmp_path / "club.toml"
    async with certabo(port, e2="P") as board, touchmove("calibrate", str(port), str(file)) as asking:
        assert "spare queens" in "".join(await lines_until(asking, "Ctrl-C"))
        await lines_until(asking, "Missing: e2")
        async with asyncio.timeout(WAIT):
            while board.lit != {chess.E2}:  # noqa: ASYNC110 - nobody tells when a lamp shines
                await asyncio.sleep(0.05)
        board.set_square(chess.E2, chess.PAWN, asyncio.get_running_loop().time())
        assert (await lines_until(asking, "club.toml"))[-1].startswith(f"{file}: 34 pieces.")
        async with asyncio.timeout(WAIT):
            assert await asking.wait() == 0
        assert board.lit == frozenset()
    chips = read_chips(file)
    assert len(chips) == 34
    assert chips.items() <= VIRTUAL_SET.items()


@pytest.mark.asyncio
async def test_who_does_not_wait_gets_nothing_written(tmp_path: Path) -> None:
    port, file = tmp_path / "eboard", tmp_path / "club.toml"
    async with certabo(port, e2="P"), touchmove("calibrate", str(port), str(file)) as asking:
        await lines_until(asking, "Missing: e2")
    assert asking.returncode == 1
    assert not file.exists()


@pytest.mark.asyncio
async def test_further_pieces_are_added_to_a_set_but_not_to_another_one(tmp_path: Path) -> None:
    port, file = tmp_path / "eboard", tmp_path / "club.toml"
    spare = {bytes((9, 8, 7, 6, 5)): code_from_symbol("Q")}
    file.write_text(chips_text(spare, file.name), encoding="utf-8")
    async with certabo(port):
        async with touchmove("calibrate", str(port), str(file), "--add") as adding:
            await lines_until(adding, "34 pieces")
        assert len(read_chips(file)) == 35
        mixed = {chip: code_from_symbol("p") for chip in VIRTUAL_SET}
        file.write_text(chips_text(mixed, file.name), encoding="utf-8")
        async with touchmove("calibrate", str(port), str(file), "--add") as adding:
            assert adding.stderr is not None
            async with asyncio.timeout(WAIT):
                said = await adding.stderr.read()
                await adding.wait()
        assert adding.returncode == 2
        assert "chips were found under two pieces" in said.decode()
    assert read_chips(file) == mixed


def test_a_file_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.toml"
    file.write_text("kept", encoding="utf-8")
    assert main(["calibrate", "/dev/null", str(file)]) == 2
    assert "the file exists" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "kept"


def test_without_a_port_nothing_is_asked_of_the_user(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", str(tmp_path / "nothing"), str(tmp_path / "club.toml")]) == 2
    assert "there is no such port" in capsys.readouterr().err
