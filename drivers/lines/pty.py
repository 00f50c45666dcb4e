"""Pseudo-terminals: the e-board's end of a serial port that exists only in this machine.

A program opens `path` as it opens `/dev/ttyUSB0`. Closing the line is what pulling the cable is for a real board.
"""

from __future__ import annotations

import asyncio
import os
import tty
from pathlib import Path

from drivers.errors import LineLost, LineRefused
from drivers.lines.line import READ_SIZE


class PtyLine:
    """The e-board's end of a pseudo-terminal; `path` is the port for the host, `name` how it is called.

    Nobody needs to have the port open: what is written then is dropped once the system's buffer is full, like
    bytes on a cable that leads nowhere. That the host closes the port is not seen here, as on a real cable.
    """

    def __init__(self, link: Path | None = None) -> None:
        """Make the pseudo-terminal, and `link` to it if given: a name that stays the same when it is made anew.

        Raises LineRefused when the machine has no pseudo-terminal left, or the link cannot be made.
        """
        self._master, self._slave = _opened(link)
        os.set_blocking(self._master, False)
        # Held open although the host opens its own: the master would read EIO whenever the host closes.
        tty.setraw(self._slave)
        self.path = Path(os.ttyname(self._slave))
        self._link = link
        self._received = asyncio.StreamReader()
        if link is not None:
            self._make_link(link)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._master, self._take)

    @property
    def name(self) -> str:
        """The link if there is one, else the path."""
        return str(self._link or self.path)

    async def read(self) -> bytes:
        """See `Line`."""
        data = await self._received.read(READ_SIZE)
        if not data:
            raise LineLost("the pseudo-terminal is closed.", where=self.name)
        return data

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        if self._closed:
            raise LineLost("the pseudo-terminal is closed.", where=self.name)
        try:
            os.write(self._master, data)
        except BlockingIOError:
            return

    async def close(self) -> None:
        """Pull the cable: the host's port fails at once, the link is gone."""
        if self._closed:
            return
        self._loop.remove_reader(self._master)
        self._received.feed_eof()
        if self._link is not None and self._link.is_symlink() and self._link.readlink() == self.path:
            self._link.unlink()
        self._close_descriptors()

    @property
    def _closed(self) -> bool:
        return self._master < 0

    def _take(self) -> None:
        try:
            self._received.feed_data(os.read(self._master, READ_SIZE))
        except BlockingIOError:
            return

    def _make_link(self, link: Path) -> None:
        """Put the link in place in one step; one left by a program that was killed is replaced."""
        fresh = link.with_name(f".{link.name}.{os.getpid()}")
        try:
            if link.exists() and not link.is_symlink():
                self._close_descriptors()
                raise LineRefused("a file of that name exists.", where=str(link), remedy="Choose another name.")
            fresh.symlink_to(self.path)
            fresh.replace(link)
        except OSError as error:
            self._close_descriptors()
            what = f"the link cannot be made ({error.strerror})."
            raise LineRefused(what, where=str(link), remedy="Choose a folder that you may write to.") from error

    def _close_descriptors(self) -> None:
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1


def _opened(link: Path | None) -> tuple[int, int]:
    try:
        return os.openpty()
    except OSError as error:
        what = f"no pseudo-terminal can be made ({error.strerror})."
        remedy = "Use fewer e-boards: the machine limits pseudo-terminals and open files."
        raise LineRefused(what, where=str(link or ""), remedy=remedy) from error
