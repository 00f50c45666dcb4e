"""Lines over Bluetooth Low Energy."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from drivers.errors import LineLost, LineRefused
from drivers.finding import Gatt
from drivers.lines.adapter import Adapter, RadioSettings, adapter_of, refusal

if TYPE_CHECKING:
    from bleak import BleakClient
    from bleak.backends.characteristic import BleakGATTCharacteristic

FIND_SECONDS = 10.0
"""E-boards advertise themselves several times a second; a scan misses some, above all beside other radios."""
LINK_SECONDS = 10.0
"""Asking for notifications takes some connection intervals for each characteristic, some tenths of a second in all."""
WRITE_SECONDS = 5.0
"""A write that is acknowledged takes two connection intervals, at most 0.1 s; a link without any is given up later."""
LEAVE_SECONDS = 5.0
"""How long saying goodbye may take."""
UNSENT_PIECES = 64
"""Pieces that may wait for an e-board that takes none."""
UNREAD_NOTIFICATIONS = 1024
"""Notifications that may wait to be read; an e-board sends at most some tens a second."""


class BleLine:
    """A GATT link to an e-board. Each piece that is written goes out as one GATT write, in order."""

    def __init__(self, name: str, *, with_response: bool) -> None:
        """A line that is not linked yet; see `link`."""
        self.name = name
        self._with_response = with_response
        self._received: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue(UNSENT_PIECES)
        self._loss = ""
        self._client: BleakClient | None = None
        self._sending: asyncio.Task[None] | None = None

    async def link(self, client: BleakClient, gatt: Gatt) -> None:
        """Listen to the e-board at the other end of `client`. Raises LineRefused when it is of another family."""
        self._client = client
        notifying = [_characteristic(client, uuid, self.name) for uuid in gatt.notify]
        writable = _characteristic(client, gatt.write, self.name)
        for each in notifying:
            await client.start_notify(each, lambda _, data: self._take(data))
        self._sending = asyncio.create_task(self._send(client, writable))

    async def read(self) -> bytes:
        """See `Line`. Returns one notification; what came before the link was lost is read first."""
        while not self._received:
            if self._loss:
                raise LineLost(self._loss, where=self.name)
            self._news.clear()
            await self._news.wait()
        return self._received.popleft()

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        if self._loss:
            raise LineLost(self._loss, where=self.name)
        if data:
            try:
                self._unsent.put_nowait(data)
            except asyncio.QueueFull:
                raise LineLost("the e-board takes no more bytes.", where=self.name) from None

    async def close(self) -> None:
        """See `Line`. What the e-board has not taken is dropped."""
        self.lose("the line was closed.")
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.wait({self._sending})
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):  # it may be gone already, which is what was wanted
                async with asyncio.timeout(LEAVE_SECONDS):
                    await client.disconnect()

    def lose(self, reason: str) -> None:
        """The link is gone."""
        self._loss = self._loss or reason
        self._news.set()

    def _take(self, data: bytearray) -> None:
        if len(self._received) == UNREAD_NOTIFICATIONS:
            self.lose("more came than this program could read.")
        elif data:
            self._received.append(bytes(data))
            self._news.set()

    async def _send(self, client: BleakClient, to: BleakGATTCharacteristic) -> None:
        try:
            while not self._loss:  # asked each time: up to Python 3.11, `wait_for` may swallow a cancellation
                piece = await self._unsent.get()
                size = len(piece) if self._with_response else to.max_write_without_response_size
                for start in range(0, len(piece), size):
                    async with asyncio.timeout(WRITE_SECONDS):
                        await client.write_gatt_char(to, piece[start : start + size], response=self._with_response)
        except Exception as error:  # bleak passes on whatever the system's Bluetooth raised
            self.lose(f"the e-board did not take what was written ({str(error) or type(error).__name__}).")


async def open_ble(device: str, gatt: Gatt, settings: RadioSettings) -> BleLine:
    """Link to the e-board of this name or Bluetooth address. Raises LineRefused."""
    line = BleLine(f"ble://{device}", with_response=gatt.with_response)
    try:
        client = await _connected(adapter_of(settings), device, line)
        async with asyncio.timeout(LINK_SECONDS):
            await line.link(client, gatt)
    except BaseException as error:
        await line.close()
        if isinstance(error, LineRefused) or not isinstance(error, Exception):
            raise
        raise refusal(error, line.name, settings) from error
    return line


async def _connected(adapter: Adapter, device: str, line: BleLine) -> BleakClient:
    found = await adapter.find(device, FIND_SECONDS)
    if found is None:
        remedy = "Is it switched on and near, and is no other program or phone connected to it?"
        raise LineRefused("no e-board of that name is heard.", where=line.name, remedy=remedy)
    return await adapter.connect(found, lambda: line.lose("the Bluetooth link broke."))


def _characteristic(client: BleakClient, uuid: str, name: str) -> BleakGATTCharacteristic:
    found = client.services.get_characteristic(uuid)
    if found is None:
        what = f"this is no e-board of that kind: it has no characteristic {uuid}."
        raise LineRefused(what, where=name, remedy="Correct its name, or the kind of the e-board.")
    return found
