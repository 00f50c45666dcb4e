"""Whole streams of bytes: two of our own, and those of real boards where they lie beside the project.

Our own (`recordings/*.hex`) came from the emulator once, and stay as they are.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import pytest

from drivers.dgt.codec import DgtCodec
from drivers.eboard import CodecOptions
from drivers.placement import EMPTY_BOARD, Placement, placement_of, with_code
from drivers.reports import ClockPaused, ClockTimes, Dump, Garbled, Oriented, Press, Report, SquaresChanged

OWN = Path(__file__).parent / "recordings"
SHARED = Path(__file__).parents[4] / "shared" / "recordings"


@dataclass(frozen=True)
class Recording:
    messages: tuple[bytes, ...]
    start: chess.Board
    moves: tuple[str, ...]


def own(path: Path) -> Recording:
    """A file of ours: `seconds hex` a line; the comments name start position and moves."""
    lines = path.read_text(encoding="ascii").splitlines()
    facts = dict(line[2:].split(": ", 1) for line in lines if line.startswith(("# start: ", "# moves: ")))
    messages = tuple(bytes.fromhex(line.split(maxsplit=1)[1]) for line in lines if not line.startswith("#"))
    chess960 = not facts["start"].startswith(chess.STARTING_BOARD_FEN)
    return Recording(messages, chess.Board(facts["start"], chess960=chess960), tuple(facts["moves"].split()))


def real(path: Path) -> Recording:
    """A file of a real board: one message a line in base64; the moves lie beside it, with numbers between them."""
    messages = tuple(base64.b64decode(line) for line in path.read_text(encoding="ascii").split())
    words = path.with_suffix(".uci").read_text(encoding="ascii").split()
    return Recording(messages, chess.Board(), tuple(word for word in words if word[0].isalpha()))


def recordings() -> dict[str, Recording]:
    found = {path.name: own(path) for path in sorted(OWN.glob("*.hex"))}
    return found | {path.name: real(path) for path in sorted(SHARED.glob("dgt-*.base64lines"))}


RECORDINGS = recordings()


def test_our_own_are_here() -> None:
    assert {"normal.hex", "turned-chess960.hex"} <= set(RECORDINGS)


def reports_of(recording: Recording) -> list[Report]:
    codec = DgtCodec(CodecOptions())
    return [report for message in recording.messages for report in codec.receive(message, 0.0)]


def placements(reports: list[Report]) -> Iterator[Placement]:
    placement = EMPTY_BOARD
    for report in reports:
        if isinstance(report, Dump):
            placement = report.placement
        elif isinstance(report, SquaresChanged):
            for square, code in report.changes:
                placement = with_code(placement, square, code)
        yield placement


@pytest.mark.parametrize("recording", RECORDINGS.values(), ids=RECORDINGS)
def test_every_byte_is_understood(recording: Recording) -> None:
    reports = reports_of(recording)
    assert not [report for report in reports if isinstance(report, Garbled)]
    assert next(report for report in reports if isinstance(report, Dump)) == Dump(placement_of(recording.start))


@pytest.mark.parametrize("recording", RECORDINGS.values(), ids=RECORDINGS)
def test_the_moves_that_were_played_can_be_seen(recording: Recording) -> None:
    seen = placements(reports_of(recording))
    game = recording.start.copy()
    for text in recording.moves:
        game.push_uci(text)
        wanted = placement_of(game)
        assert any(placement == wanted for placement in seen), f"{text} was not seen"


@pytest.mark.parametrize("recording", RECORDINGS.values(), ids=RECORDINGS)
def test_both_players_press_in_turn(recording: Recording) -> None:
    presses = [report.color for report in reports_of(recording) if isinstance(report, Press)]
    assert presses == [ply % 2 == 0 for ply in range(len(presses))]
    assert len(recording.moves) - 1 <= len(presses) <= len(recording.moves) + 1


@pytest.mark.parametrize("recording", RECORDINGS.values(), ids=RECORDINGS)
def test_the_clock_runs_down_between_presses(recording: Recording) -> None:
    last: ClockTimes | None = None
    for report in reports_of(recording):
        if isinstance(report, Press):
            last = None
        elif isinstance(report, ClockTimes):
            if last is not None:
                assert (report.white, report.black) <= (last.white, last.black)
            last = report


def test_one_byte_at_a_time_says_the_same() -> None:
    recording = RECORDINGS["turned-chess960.hex"]
    codec = DgtCodec(CodecOptions())
    stream = b"".join(recording.messages)
    reports = [report for byte in stream for report in codec.receive(bytes((byte,)), 0.0)]
    assert reports == reports_of(recording)
    assert Oriented(turned=True) in reports
    assert reports[-2:-1] == [ClockPaused()]
