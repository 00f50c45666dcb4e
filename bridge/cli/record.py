"""`touchmove record`: every byte of a line, in a file."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from bridge.cli.arguments import Commands, add_kind, log_to_stderr, own_name
from bridge.config import EBoardSection, LogLevel, codec_options
from bridge.serve import Station
from bridge.service.tasks import stop_signal, until_set
from drivers import registry
from drivers.errors import FormatError
from drivers.lines import CaptureWriter, Heading, Line, RecordingLine, open_line
from drivers.reports import Report


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "record",
        help="write down every byte of a line",
        description="Talk to the e-board as the service does, and write every byte with its time, until Ctrl-C.",
    )
    parser.add_argument("line", metavar="LINE", help="a port, tcp://host:port, rfcomm://device, or ble://name")
    parser.add_argument("file", type=Path, metavar="FILE", help="the capture; must not exist yet")
    parser.add_argument(
        "--turned",
        action="store_true",
        help="White sits where the e-board means Black to sit, and it cannot tell",
    )
    add_kind(parser)
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    log_to_stderr(LogLevel.INFO)
    reports = asyncio.run(_record(given.line, given.file, given.kind, turned=given.turned))
    look = f"{own_name(sys.argv[0])} replay {given.file}"
    print(f"{given.file}: {reports} reports of the e-board. Look at them with: {look}")
    return 0


class _Tally:
    """A `bridge.serve.Listener` that only counts."""

    def __init__(self) -> None:
        self.reports = 0

    def deliver(self, report: Report, now: float) -> None:  # noqa: ARG002 - nobody asks what or when
        self.reports += 1

    def wake_at(self) -> None:
        return None

    def wake(self, now: float) -> None:
        pass


async def _record(address: str, path: Path, kind: str, *, turned: bool) -> int:
    stop = stop_signal()
    family = registry.eboard(kind)
    options = codec_options(EBoardSection(address, kind), os.environ)
    first = await open_line(address, family)  # refuses before a file is made
    await first.close()
    with _new_file(path) as file:
        writer = CaptureWriter(file, Heading(kind, datetime.now(UTC), address, turned), time.monotonic)

        async def opened() -> Line:
            return RecordingLine(await open_line(address, family), writer, options.developer_key)

        tally = _Tally()
        print(f"Recording {address}. Ctrl-C ends it.", flush=True)
        await until_set(stop, Station(opened, family.codec(options), tally).run())
    return tally.reports


@contextmanager
def _new_file(path: Path) -> Iterator[BinaryIO]:
    """A file that was not there before. Raises FormatError when it cannot be made, or not be written on."""
    try:
        file = path.open("xb")
    except FileExistsError:
        raise FormatError("the file exists.", where=str(path), remedy="Name another one, or remove it.") from None
    except OSError as error:
        remedy = "Name a file in a folder that you may write to."
        raise FormatError(f"the capture cannot be made ({error.strerror}).", where=str(path), remedy=remedy) from error
    try:
        with file:
            yield file
    except OSError as error:
        remedy = "Free some space, and record on in another file; what is in this one can be replayed."
        raise FormatError(f"the capture has ended ({error.strerror}).", where=str(path), remedy=remedy) from error
