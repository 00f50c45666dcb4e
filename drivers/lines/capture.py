"""Captures: every byte that went over a line, with its time, in a file.

A capture is JSON, one object a line: first `{"capture": 1, "eboard", "started", "line"}`, with `"turned": true` when
somebody said that White sits where the e-board means Black to sit; then for each piece of bytes `{"t": seconds since
started, "rx": base64}` when it came from the e-board, `"tx"` when it went there. Every line is written at once, so only
the last one can be incomplete after a crash; it is left out when read.

A file that is nothing but base64, one message of the e-board a line, is understood too; its times are made up.
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TypeAlias, TypeVar

import msgspec

from drivers.errors import FormatError
from drivers.lines.line import Line

MESSAGE_SECONDS = 0.02
"""Made-up time between two messages; a BOARD_DUMP needs 0.07 s at 9600 baud, a FIELD_UPDATE 0.005 s."""

_Struct = TypeVar("_Struct", bound=msgspec.Struct)

ClockFace: TypeAlias = Callable[[bytes], Hashable | None]
"""What the clock shows according to a message, in any form that can be compared; None when it does not say."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes that went over the line together, `at` seconds after the start; `sent`: by the host."""

    at: float
    data: bytes
    sent: bool = False


@dataclass(frozen=True, slots=True)
class Capture:
    """What a file holds. `eboard`: name of the family; empty, as the rest, when the file does not say. `turned`: it was
    said that White sits where the e-board means Black to sit.
    """

    eboard: str
    started: datetime | None
    line: str
    pieces: tuple[Piece, ...]
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """What a capture that is begun says of itself, as in `Capture`."""

    eboard: str
    started: datetime
    line: str
    turned: bool = False


class _Header(msgspec.Struct, omit_defaults=True):
    capture: int
    eboard: str
    started: datetime
    line: str = ""
    turned: bool = False


class _Entry(msgspec.Struct, omit_defaults=True):
    t: float
    rx: bytes | None = None
    tx: bytes | None = None


class CaptureWriter:
    """Writes one capture. `clock` gives seconds; the first moment that it is asked for is the capture's zero."""

    def __init__(self, file: IO[bytes], heading: Heading, clock: Callable[[], float]) -> None:
        """Write the heading. The file stays the caller's to close."""
        self._file = file
        self._clock = clock
        self._zero = clock()
        self._put(_Header(1, heading.eboard, heading.started.astimezone(UTC), heading.line, heading.turned))

    def received(self, data: bytes) -> None:
        """Bytes came from the e-board."""
        self._put(_Entry(self._seconds(), rx=data))

    def sent(self, data: bytes) -> None:
        """Bytes went to the e-board."""
        self._put(_Entry(self._seconds(), tx=data))

    def _seconds(self) -> float:
        return round(self._clock() - self._zero, 4)

    def _put(self, entry: msgspec.Struct) -> None:
        self._file.write(msgspec.json.encode(entry) + b"\n")
        self._file.flush()


class RecordingLine:
    """A line that writes down what goes over it. `secret`: bytes that are written down as zeros, because captures are
    shown to others.
    """

    def __init__(self, line: Line, sink: CaptureWriter, secret: bytes = b"") -> None:
        self._line = line
        self._sink = sink
        self._secret = secret

    @property
    def name(self) -> str:
        """See `Line`."""
        return self._line.name

    async def read(self) -> bytes:
        """See `Line`."""
        data = await self._line.read()
        self._sink.received(data)
        return data

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        await self._line.write(data)
        if data:
            self._sink.sent(data.replace(self._secret, bytes(len(self._secret))) if self._secret else data)

    async def close(self) -> None:
        """See `Line`. The capture may go on with the next line."""
        await self._line.close()


def read_capture(path: Path, clock_face: ClockFace | None = None) -> Capture:
    """Read a capture, or a file of base64 messages, whose times `made_up_times` invents. Raises FormatError."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        what = f"the file cannot be read ({error.strerror})."
        raise FormatError(what, where=str(path), remedy="Check its path, and who may read it.") from error
    if lines and lines[0].lstrip().startswith(b"{"):
        return _capture(path, lines)
    messages = [_message(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not messages:
        raise FormatError("the file is empty.", where=str(path), remedy="Record again, or name another file.")
    return Capture("", None, "", tuple(made_up_times(messages, clock_face)))


def made_up_times(messages: Iterable[bytes], clock_face: ClockFace | None = None) -> Iterator[Piece]:
    """Give times to messages that were recorded without.

    A clock that shows something new has moved on: time goes to the next full second. Any other message comes
    `MESSAGE_SECONDS` after the one before.
    """
    at = 0.0
    shown: Hashable | None = None
    for message in messages:
        shows = clock_face(message) if clock_face else None
        moved_on = None not in {shows, shown} and shows != shown
        at = math.floor(at) + 1.0 if moved_on else at + MESSAGE_SECONDS
        shown = shown if shows is None else shows
        yield Piece(round(at, 4), message)


def _capture(path: Path, lines: list[bytes]) -> Capture:
    header = _decoded(path, 1, lines[0], _Header)
    if header.capture != 1:
        raise FormatError(
            f"captures of version {header.capture} are not known, only 1.",
            where=f"{path}:1",
            remedy="Update touchmove.",
        )
    if len(lines) > 1 and not lines[-1].endswith(b"\n") and not _is_whole(lines[-1]):
        del lines[-1]
    pieces = tuple(_piece(path, number, line) for number, line in enumerate(lines[1:], 2) if line.strip())
    return Capture(header.eboard, header.started, header.line, pieces, header.turned)


def _is_whole(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except msgspec.DecodeError:
        return False
    return True


def _piece(path: Path, number: int, line: bytes) -> Piece:
    match _decoded(path, number, line, _Entry):
        case _Entry(t=at, rx=bytes(data), tx=None):
            return Piece(at, data)
        case _Entry(t=at, rx=None, tx=bytes(data)):
            return Piece(at, data, sent=True)
        case _:
            raise _damaged(path, number, "exactly one of rx and tx is expected.")


def _decoded(path: Path, number: int, line: bytes, kind: type[_Struct]) -> _Struct:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise _damaged(path, number, f"this is no line of a capture ({error}).") from error


def _damaged(path: Path, number: int, what: str) -> FormatError:
    remedy = "Restore the line" + ("." if number == 1 else ", or remove it to read the others.")
    return FormatError(what, where=f"{path}:{number}", remedy=remedy)


def _message(path: Path, number: int, line: bytes) -> bytes:
    try:
        return base64.b64decode(line.strip(), validate=True)
    except binascii.Error as error:
        what = f"this is neither a capture nor base64 ({error})."
        remedy = "Name a capture of touchmove record, or a file with one message in base64 on each line."
        raise FormatError(what, where=f"{path}:{number}", remedy=remedy) from error
