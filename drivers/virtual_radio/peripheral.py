"""The e-board's end of a Bluetooth Low Energy link."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.data_types import CompleteListOf128BitServiceUUIDs, CompleteLocalName, Flags
from bumble.device import Connection, Device
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport.common import AsyncPipeSink

from drivers.errors import LineLost
from drivers.finding import Gatt

ADVERTISING_MILLISECONDS = 100
"""Between two advertisements; the quickest that real boards are, so that nobody waits."""
NOTIFICATION_HEADER = 3
"""Bytes of the attribute protocol before the value of a notification."""
UNREAD_WRITES = 64
"""So many wait to be read; what a host writes beyond that is dropped, as real boards do with what they cannot take."""
LEAVE_SECONDS = 1.0
"""How long saying goodbye to a host may take."""

_NOTIFY, _WRITE = Characteristic.Properties.NOTIFY, Characteristic.Properties.WRITE
_WRITE_COMMAND = Characteristic.Properties.WRITE_WITHOUT_RESPONSE


class PeripheralLine:
    """Implements `drivers.lines.line.Line`: what hosts write is read here, what is written here they are notified of.

    Advertises itself while nobody is connected. One host at a time; that it leaves is not seen here, as on a cable,
    and bytes for nobody are dropped. A piece longer than a notification goes out as several. `name` is the address
    that a host opens.
    """

    def __init__(self, link: LocalLink, address: str, called: str, name: str, gatt: Gatt) -> None:
        """An e-board with this Bluetooth address, that calls itself `called`; see `drivers.virtual_radio.air.Air`."""
        self.name = name
        self._link = link
        self._received: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._closed = False
        self._controller = Controller(called, link=link)
        host = Host(self._controller, AsyncPipeSink(self._controller))
        self._device = Device(name=called, address=Address(address), host=host)
        characteristics = _characteristics(gatt)
        characteristics[UUID(gatt.write)].value = CharacteristicValue(write=self._take)
        self._notifying = characteristics[UUID(gatt.notify[0])]
        self._service = UUID(gatt.service)
        self._device.add_service(Service(self._service, characteristics.values()))

    async def switch_on(self, mtu: int | None = None) -> None:
        """Advertise from now on; see `drivers.virtual_radio.air.Air.switch_on`."""
        if mtu is not None:
            self._device.gatt_server.max_mtu = mtu
        advertisement = (
            Flags(AdvertisingData.Flags.LE_GENERAL_DISCOVERABLE_MODE | AdvertisingData.Flags.BR_EDR_NOT_SUPPORTED),
            CompleteListOf128BitServiceUUIDs([self._service]),
            CompleteLocalName(self._device.name),
        )
        await self._device.power_on()
        await self._device.start_advertising(
            auto_restart=True,
            advertising_data=bytes(AdvertisingData(advertisement)),
            advertising_interval_min=ADVERTISING_MILLISECONDS,
            advertising_interval_max=ADVERTISING_MILLISECONDS,
        )

    async def read(self) -> bytes:
        """See `Line`. Returns what came in one write."""
        while not self._received:
            if self._closed:
                raise LineLost("the virtual e-board is switched off.", where=self.name)
            self._news.clear()
            await self._news.wait()
        return self._received.popleft()

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        if self._closed:
            raise LineLost("the virtual e-board is switched off.", where=self.name)
        for connection in self._connections:
            size = connection.att_mtu - NOTIFICATION_HEADER
            for start in range(0, len(data), size):
                await self._device.notify_subscriber(connection, self._notifying, data[start : start + size])

    async def break_link(self) -> None:
        """Lose the host, as when it walks out of range; then advertise again."""
        for connection in self._connections:
            with suppress(TimeoutError):  # the host is leaving by itself just now
                async with asyncio.timeout(LEAVE_SECONDS):
                    await connection.disconnect()

    async def close(self) -> None:
        """See `Line`: switch the e-board off."""
        if self._closed:
            return
        self._closed = True
        self._news.set()
        await self.break_link()
        await self._device.stop_advertising()
        self._link.remove_controller(self._controller)

    @property
    def _connections(self) -> list[Connection]:
        return list(self._device.connections.values())

    def _take(self, _: Connection, value: bytes) -> None:
        if value and len(self._received) < UNREAD_WRITES:
            self._received.append(value)
            self._news.set()


def _characteristics(gatt: Gatt) -> dict[UUID, Characteristic[bytes]]:
    """The characteristics by their UUIDs; one can be both written to and notified of."""
    properties = dict.fromkeys((UUID(uuid) for uuid in gatt.notify), _NOTIFY)
    write = UUID(gatt.write)
    properties[write] = properties.get(write, Characteristic.Properties(0)) | _WRITE | _WRITE_COMMAND
    return {
        uuid: Characteristic(uuid, allowed, Characteristic.Permissions.WRITEABLE, b"")
        for uuid, allowed in properties.items()
    }
