"""Lines over USB HID, for e-boards that are no serial port when they are plugged in.

The library hidapi is an extra of its own, and is imported when such a line is opened.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import queue
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from drivers.errors import LineLost, LineRefused
from drivers.finding import Hid

LONGEST_REPORT = 65
"""Bytes: what USB carries at full speed in a millisecond, and the number of the report."""
WAIT_MILLISECONDS = 20
"""How long a written piece waits at most until the thread that also reads turns to it."""
UNREAD_BYTES = 65536
"""Bytes that may wait to be read: what a Chessnut board sends in three minutes."""
UNSENT_PIECES = 64
"""Pieces that may wait for an e-board that takes none."""
UDEV_RULE = 'KERNEL=="hidraw*", ATTRS{idVendor}=="%04x", MODE="0660", GROUP="dialout"'


class Device(Protocol):
    """An open device of hidapi."""

    def read(self, max_length: int, timeout_ms: int) -> list[int]:
        """The next report, its number first; empty when none came in time. Raises OSError."""

    def write(self, buff: bytes) -> int:
        """Send a report, its number first. How many bytes went out, negative for none."""

    def close(self) -> None:
        """Release the device."""


class Library(Protocol):
    """What is used of hidapi."""

    def enumerate(self, vendor_id: int, product_id: int) -> list[dict[str, Any]]:
        """The interfaces of all devices of a vendor; product 0 is any."""

    def device(self) -> Any:
        """A device that is not open yet."""


@dataclass(frozen=True, slots=True)
class Interface:
    """A HID interface that an e-board may be behind. `path` is what the system calls it."""

    path: str
    serial: str


class HidLine:
    """A HID device. Each piece that is written is one report; those that come are read one behind the other.
    `counted` as in `drivers.eboard.Hid`.
    """

    def __init__(self, name: str, device: Device, *, counted: bool) -> None:
        """Needs a running event loop."""
        self.name = name
        self._counted = counted
        self._device = device
        self._loop = asyncio.get_running_loop()
        self._received = bytearray()
        self._news = asyncio.Event()
        self._unsent: queue.Queue[bytes] = queue.Queue(UNSENT_PIECES)
        self._loss = ""
        self._leaving = threading.Event()
        self._worker = threading.Thread(target=self._work, name=name, daemon=True)
        self._worker.start()

    async def read(self) -> bytes:
        """See `Line`. What came before the line was lost is read first."""
        while not self._received:
            if self._loss:
                raise LineLost(self._loss, where=self.name)
            self._news.clear()
            await self._news.wait()
        data = bytes(self._received)
        self._received.clear()
        return data

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        if self._loss:
            raise LineLost(self._loss, where=self.name)
        if data:
            try:
                self._unsent.put_nowait(data)
            except queue.Full:
                raise LineLost("the e-board takes no more bytes.", where=self.name) from None

    async def close(self) -> None:
        """See `Line`. What the e-board has not taken is dropped."""
        self._lose("the line was closed.")
        self._leaving.set()
        await asyncio.to_thread(self._worker.join)

    def _take(self, data: bytes) -> None:
        if len(self._received) + len(data) > UNREAD_BYTES:
            self._lose("more came than this program could read.")
        else:
            self._received += data
            self._news.set()

    def _lose(self, reason: str) -> None:
        self._loss = self._loss or reason
        self._news.set()

    def _work(self) -> None:
        """The thread: hidapi knows no event loop."""
        try:
            while not self._leaving.is_set():
                self._send()
                if report := self._device.read(LONGEST_REPORT, WAIT_MILLISECONDS):
                    size = 2 + report[1] if self._counted and len(report) > 1 else len(report)
                    self._tell(self._take, bytes(report[:size]))
        except Exception as error:  # hidapi tells what the system told it, in words of its own
            self._tell(self._lose, f"the line broke ({error}).")
        finally:
            self._device.close()

    def _send(self) -> None:
        with suppress(queue.Empty):
            while True:
                if self._device.write(self._unsent.get_nowait()) < 0:
                    raise OSError("the e-board took no report")

    def _tell(self, what: Any, *values: object) -> None:
        with suppress(RuntimeError):  # the loop has ended, so nobody waits any more
            self._loop.call_soon_threadsafe(what, *values)


async def open_hid(device: str, hid: Hid, library: Library | None = None) -> HidLine:
    """Open the e-board with this serial number or path; "" is the only one that is plugged in.

    `library` is hidapi, or something like it. Raises LineRefused.
    """
    name = f"hid://{device}"
    library = library or _hidapi(name)
    found = [each for each in interfaces(library, hid) if device in {"", each.path, each.serial}]
    if not found:
        remedy = "Is it switched on, and connected by a cable that carries data?"
        raise LineRefused("no such e-board is plugged in.", where=name, remedy=remedy)
    if len(found) > 1:
        choice = ", ".join(f"hid://{each.path}" for each in found)
        raise LineRefused(f"{len(found)} such e-boards are plugged in.", where=name, remedy=f"Name one: {choice}.")
    opened = library.device()
    try:
        opened.open_path(os.fsencode(found[0].path))
    except OSError as error:
        raise _refusal(error, found[0].path, name, hid) from error
    return HidLine(name, opened, counted=hid.counted)


def interfaces(library: Library, hid: Hid) -> Iterable[Interface]:
    """The interfaces of e-boards of this family that are plugged in, in order of their paths."""
    found = [
        Interface(os.fsdecode(each["path"]), each.get("serial_number") or "")
        for each in library.enumerate(hid.vendor, 0)
        if each["product_id"] in hid.products and each.get("usage_page") == hid.usage_page
    ]
    return sorted(found, key=lambda each: each.path)


def _hidapi(name: str) -> Library:
    """The library; the one that uses the kernel's hidraw nodes where there is a choice, as on Linux."""
    for module in ("hidraw", "hid"):
        with suppress(ImportError):
            library: Library = importlib.import_module(module)
            return library
    what = "USB HID needs the library hidapi, and it is not installed."
    raise LineRefused(what, where=name, remedy="Install it like this: pip install 'touchmove[hid]'")


def _refusal(error: OSError, path: str, name: str, hid: Hid) -> LineRefused:
    if Path(path).exists() and not os.access(path, os.R_OK | os.W_OK):
        remedy = f"Add a rule for udev, {UDEV_RULE % hid.vendor}, and plug the e-board in again."
        return LineRefused(f"this user may not open {path}.", where=name, remedy=remedy)
    remedy = "Close other programs for e-boards, unplug the e-board, plug it in again."
    return LineRefused(f"{path} cannot be opened ({error}).", where=name, remedy=remedy)
