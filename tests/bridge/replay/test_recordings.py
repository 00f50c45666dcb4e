"""Bytes of e-boards, replayed, give the moves that were played: our own recordings, and real ones where they are.

`recordings/opera-1858.jsonl` is a capture of the emulator of this project: Morphy's game in the Paris opera of 1858
on a turned board, with six incidents on the way, and the kings in the centre at the end. Real recordings lie beside
the project, not in it.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chess
import pytest

from bridge.replay import replay_file, replay_file_as_text
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import AlertRaised, Notice
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.serve import Station
from drivers.dgt import EBOARD
from drivers.dgt.clock import clock_face
from drivers.dgt.codec import DgtCodec
from drivers.eboard import CodecOptions
from drivers.lines import null_modem
from drivers.lines.capture import Capture, Piece, read_capture
from drivers.reports import Report
from tests.virtual_time import run

OPERA = Path(__file__).parent / "recordings" / "opera-1858.jsonl"
OPERA_MOVES = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 "
    "Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
)
OPERA_ALERTS = [
    ("touch_out_of_turn", 6),
    ("touch_move_violation", 11),
    ("illegal_move", 14),
    ("castling_rook_first", 23),
    ("clock_without_move", 28),
    ("result_signal", 33),
]
HEX = sorted((Path(__file__).parents[2] / "drivers" / "dgt" / "recordings").glob("*.hex"))
REAL = sorted((Path(__file__).parents[4] / "shared" / "recordings").glob("dgt-*.base64lines"))
RUN_ON_SECONDS = 2.0  # a recording answers no questions: a little later it is rightly called silent


def summary(path: Path) -> dict[str, Any]:
    *_, last = replay_file(path)
    assert last["type"] == "summary"
    return last


def moves_played(path: Path) -> list[str]:
    """The moves of a real recording; they lie beside it, with numbers and a star between them."""
    words = path.with_suffix(".uci").read_text(encoding="ascii").split()
    return [word for word in words if word[0].isalpha()]


def test_game_with_incidents() -> None:
    told = summary(OPERA)
    assert " ".join(told["moves"]) == OPERA_MOVES
    assert [(alert["kind"], alert["ply"]) for alert in told["alerts"]] == OPERA_ALERTS
    assert told["result"] == "1-0"


def test_replaying_twice_tells_the_same() -> None:
    assert list(replay_file(OPERA)) == list(replay_file(OPERA))
    assert list(replay_file_as_text(OPERA)) == list(replay_file_as_text(OPERA))


def test_text_names_moves_alerts_and_the_board() -> None:
    text = list(replay_file_as_text(OPERA))
    assert any("12... Rd8 (completed)" in line for line in text)
    illegal = "ACT illegal_move: Black completed an illegal move with the queen from d8 to c5: "
    assert any(f"{illegal}the queen cannot move from d8 to c5. [FIDE Laws of Chess" in line for line in text)
    assert text[-1].startswith("opera-1858: 1. e4 e5 2. Nf3 d6 ")


def as_capture(path: Path, tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A hex fixture as a capture, and the facts in its comments."""
    lines = path.read_text(encoding="ascii").splitlines()
    facts = dict(line[2:].split(": ", 1) for line in lines if line.startswith(("# start: ", "# moves: ")))
    rows = [line.split(maxsplit=1) for line in lines if not line.startswith("#")]
    capture = tmp_path / "capture.jsonl"
    header = {"capture": 1, "eboard": "dgt", "started": "2026-11-28T10:00:00Z", "line": "/dev/ttyUSB0"}
    pieces = [{"t": float(at), "rx": b64encode(bytes.fromhex(data)).decode("ascii")} for at, data in rows]
    capture.write_text("".join(json.dumps(row) + "\n" for row in [header, *pieces]), encoding="ascii")
    return capture, facts


@pytest.mark.parametrize("path", HEX, ids=lambda path: path.stem)
def test_own_bytes(path: Path, tmp_path: Path) -> None:
    capture, facts = as_capture(path, tmp_path)
    told = summary(capture)
    chess960 = not facts["start"].startswith(chess.STARTING_BOARD_FEN)
    board = chess.Board(facts["start"], chess960=chess960)
    for move in facts["moves"].split():
        board.push_uci(move)
    assert told["uci"] == facts["moves"].split()
    assert chess.Board(told["fen"], chess960=chess960) == board
    assert not told["alerts"]


if REAL:

    @pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
    def test_real_bytes_through_the_codec(path: Path) -> None:
        told = summary(path)
        assert told["uci"] == moves_played(path)
        assert not told["alerts"]


@pytest.mark.parametrize("path", [OPERA, *REAL], ids=lambda path: path.stem)
def test_bytes_through_a_line_and_a_station(path: Path) -> None:
    desk = run(through_a_line(read_capture(path, clock_face)))
    played = [each.move.uci() for each in desk.game.moves]
    assert played == (summary(OPERA)["uci"] if path == OPERA else moves_played(path))
    assert desk.alerts() == (OPERA_ALERTS if path == OPERA else [])


class Desk:
    """Whom a station's reports are for: the rules, and a note of what they say."""

    def __init__(self, now: float) -> None:
        setup = Setup(position_of(chess.Board()), scan_period=EBOARD.scan_period, shortest_lift=EBOARD.shortest_lift)
        self.game = new_game(setup, now)
        self.notices: list[Notice] = []

    def deliver(self, report: Report, now: float) -> None:
        self._take(report, now)

    def wake_at(self) -> float | None:
        return wake_at(self.game)

    def wake(self, now: float) -> None:
        self._take(TimePassed(), now)

    def alerts(self) -> list[tuple[str, int]]:
        return [(told.alert.kind.value, told.alert.ply) for told in self.notices if isinstance(told, AlertRaised)]

    def _take(self, received: Input, now: float) -> None:
        self.game, notices = step(self.game, received, now)
        self.notices += notices


async def through_a_line(capture: Capture) -> Desk:
    """Play the e-board's bytes at their times into one end of a line; a station listens at the other."""
    host, eboard = null_modem()

    async def open_line() -> Any:
        return host

    loop = asyncio.get_running_loop()
    desk = Desk(loop.time())
    station = Station(open_line, DgtCodec(CodecOptions()), desk)
    serving = asyncio.create_task(station.run())
    await _play(_received(capture.pieces), eboard)
    await asyncio.sleep(RUN_ON_SECONDS)
    serving.cancel()
    await asyncio.wait({serving})
    return desk


def _received(pieces: Iterable[Piece]) -> list[Piece]:
    return [piece for piece in pieces if not piece.sent]


async def _play(pieces: list[Piece], eboard: Any) -> None:
    loop = asyncio.get_running_loop()
    begin = loop.time()
    for piece in pieces:
        await asyncio.sleep(max(0.0, begin + piece.at - loop.time()))
        await eboard.write(piece.data)
