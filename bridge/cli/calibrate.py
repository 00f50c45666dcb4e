"""`touchmove calibrate`: find out which chip is under which piece of a set."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import chess

from bridge.cli.arguments import Commands, log_to_stderr
from bridge.config import LogLevel, chips_text, read_chips
from bridge.serve import Station
from bridge.service.tasks import stop_signal
from drivers import registry
from drivers.certabo.calibration import SPARE_QUEENS, Calibration, contradictions
from drivers.eboard import CodecOptions, Orientation
from drivers.errors import ConfigError, FormatError
from drivers.lines import open_line
from drivers.placement import Code, symbol_of
from drivers.reports import Report
from drivers.tabutronic.codec import LineCodec

KIND = "certabo"
LIGHTS_OUT_SECONDS = 1.0
"""The board listens to its lamps so seldom that the last command may have to wait for its turn."""

ASKED = """\
Set the pieces up for a game, White's where the e-board means White to sit, and the spare queens beside it: the white
one on d3, the black one on d6 (leave them away if there are none). Nothing else may stand on the board.
The squares that shine still miss their piece. Ctrl-C ends it without writing anything."""


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "calibrate",
        help="find out which chip is under which piece",
        description="For e-boards that read chips (Certabo, TabuTronic Cerno): one file for each set of pieces.",
    )
    parser.add_argument("line", metavar="LINE", help="a port, or tcp://host:port")
    parser.add_argument("file", type=Path, metavar="FILE", help="what is found out; must not exist yet")
    parser.add_argument("--add", action="store_true", help="add further pieces of the same set to FILE")
    parser.add_argument("--turned", action="store_true", help="White sits where the e-board means Black to sit")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    log_to_stderr(LogLevel.INFO)
    known = read_chips(given.file) if given.add else {}
    if not given.add and given.file.exists():
        remedy = "Name another one, or add the pieces to those in it: --add."
        raise FormatError("the file exists.", where=str(given.file), remedy=remedy)
    found = asyncio.run(_calibrate(given.line, turned=given.turned))
    if found is None:
        print("Nothing was written.")
        return 1
    _write(given.file, known, found)
    queens = len(SPARE_QUEENS) - (len(found) - 32)
    if queens:
        print(f"{queens} spare queens were not seen: on the board they will be pieces that nobody knows.")
    print(f'{given.file}: {len(found)} pieces. In the configuration: [[eboard]] calibration = "{given.file}"')
    return 0


async def _calibrate(address: str, *, turned: bool) -> dict[bytes, Code] | None:
    """The chips of all pieces; None when the user would not wait for them."""
    stop = stop_signal()
    family = registry.eboard(KIND)
    await (await open_line(address, family)).close()  # refuses before anything is asked of the user
    guide = _Guide(turned=turned)
    station = Station(partial(open_line, address, family), guide.codec, guide, time.monotonic)
    serving = asyncio.create_task(station.run())
    print(ASKED, flush=True)
    waiting = {asyncio.create_task(stop.wait()), asyncio.create_task(guide.done.wait())}
    await asyncio.wait({serving, *waiting}, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()  # raises why nothing is heard any more
    guide.codec.light(frozenset(), time.monotonic())
    station.nudge()
    await asyncio.sleep(LIGHTS_OUT_SECONDS)
    for task in (serving, *waiting):
        task.cancel()
    await asyncio.wait({serving, *waiting})
    return guide.calibration.chips if guide.done.is_set() else None


class _Guide:
    """A `bridge.serve.Listener` that shows which squares are still missing, in the terminal and on the board."""

    def __init__(self, *, turned: bool) -> None:
        self.calibration = Calibration(turned=turned)
        orientation = Orientation.TURNED if turned else Orientation.NORMAL
        self.codec = LineCodec(CodecOptions(orientation), self.calibration)
        self.done = asyncio.Event()
        self._shown: frozenset[chess.Square] | None = None
        self._wake_at: float | None = 0.0

    def deliver(self, report: Report, now: float) -> None:
        """See `Listener`."""

    def wake_at(self) -> float | None:
        """See `Listener`: half a second after the last time, until all is known."""
        return self._wake_at

    def wake(self, now: float) -> None:
        """See `Listener`."""
        self._wake_at = None if self.calibration.complete else now + 0.5
        if self.calibration.complete:
            self.done.set()
        elif self.calibration.missing != self._shown:
            self._shown = self.calibration.missing
            self.codec.light(self._shown, now)
            print(f"Missing: {', '.join(map(chess.square_name, sorted(self._shown))) or 'nothing'}", flush=True)


def _write(path: Path, known: Mapping[bytes, Code], found: Mapping[bytes, Code]) -> None:
    if mixed := contradictions(known, found):
        pieces = ", ".join(f"{symbol_of(known[chip])} and {symbol_of(found[chip])}" for chip in mixed)
        remedy = "Calibrate the whole set anew, into another file."
        raise ConfigError(f"chips were found under two pieces ({pieces}).", where=str(path), remedy=remedy)
    try:
        path.write_text(chips_text({**known, **found}, path.name), encoding="utf-8")
    except OSError as error:
        remedy = "Name a file in a folder that you may write to."
        raise FormatError(f"the file cannot be written ({error.strerror}).", where=str(path), remedy=remedy) from error
