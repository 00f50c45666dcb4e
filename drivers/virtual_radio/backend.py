"""What bleak is given in place of the machine's own Bluetooth: an adapter in the air at `radio`, as `HOST:PORT`.

Each scan, and each connection, has an adapter of its own, which is gone when it ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from bleak.args import SizedBuffer
from bleak.assigned_numbers import gatt_char_props_to_strs
from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.client import BaseBleakClient, NotifyCallback
from bleak.backends.descriptor import BleakGATTDescriptor
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData, AdvertisementDataCallback, BaseBleakScanner
from bleak.backends.service import BleakGATTService, BleakGATTServiceCollection
from bleak.exc import BleakBluetoothNotAvailableError, BleakBluetoothNotAvailableReason, BleakError
from bleak.uuids import normalize_uuid_str
from bumble.core import UUID, AdvertisingData, BaseBumbleError
from bumble.device import Advertisement, Connection, Device, Peer
from bumble.hci import Address
from bumble.transport.common import Transport
from bumble.transport.tcp_client import open_tcp_client_transport

T = TypeVar("T")

MTU = 247
"""What the host offers, in bytes of the attribute protocol; as much as one packet over the air carries."""
RADIO_SECONDS = 5.0
"""An air on the same machine answers within milliseconds; any other program that listens there never does."""


@dataclass(frozen=True, slots=True)
class _Adapter:
    """An adapter in an air."""

    device: Device
    transport: Transport

    @classmethod
    async def plugged_in(cls, radio: str) -> _Adapter:
        """A new one. Raises BleakError when there is no air at this address."""
        try:
            transport = await open_tcp_client_transport(radio)
        except OSError as error:
            reason = BleakBluetoothNotAvailableReason.NO_BLUETOOTH
            raise BleakBluetoothNotAvailableError(f"no virtual radio answers at {radio}", reason) from error
        address = Address.generate_static_address()
        device = Device.with_hci("touchmove", address, transport.source, transport.sink)
        try:
            async with asyncio.timeout(RADIO_SECONDS):
                await _answered(device.power_on())
        except (BleakError, TimeoutError) as error:
            await transport.close()
            raise BleakError(f"what answers at {radio} is no radio") from error
        return cls(device, transport)

    async def unplug(self) -> None:
        """Give it back, and with it its connection."""
        await self.transport.close()


class RadioScanner(BaseBleakScanner):
    """Implements bleak's scanner: `BleakScanner(backend=RadioScanner, radio="127.0.0.1:4000")`."""

    def __init__(
        self,
        detection_callback: AdvertisementDataCallback | None,
        service_uuids: list[str] | None,
        scanning_mode: str,  # noqa: ARG002 - in this air nobody needs to be asked for more
        *,
        radio: str,
        **_: Any,
    ) -> None:
        super().__init__(detection_callback, service_uuids)
        self._radio = radio
        self._adapter: _Adapter | None = None

    async def start(self) -> None:
        """See `BaseBleakScanner`."""
        self.seen_devices = {}
        self._adapter = await _Adapter.plugged_in(self._radio)
        self._adapter.device.on(Device.EVENT_ADVERTISEMENT, self._hear)
        await self._adapter.device.start_scanning()

    async def stop(self) -> None:
        """See `BaseBleakScanner`."""
        adapter, self._adapter = self._adapter, None
        if adapter is not None:
            await adapter.unplug()

    def _hear(self, advertisement: Advertisement) -> None:
        name = advertisement.data.get(AdvertisingData.Type.COMPLETE_LOCAL_NAME)
        services = advertisement.data.get(AdvertisingData.Type.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS) or []
        uuids = [_normal(uuid) for uuid in services]
        if not self.is_allowed_uuid(uuids):
            return
        heard = AdvertisementData(name, {}, {}, uuids, None, advertisement.rssi, ())
        address = str(advertisement.address)
        self.call_detection_callbacks(self.create_or_update_device(address, address, name, None, heard), heard)


class RadioClient(BaseBleakClient):
    """Implements bleak's client: `BleakClient(device, backend=RadioClient, radio="127.0.0.1:4000")`."""

    def __init__(
        self,
        address_or_ble_device: BLEDevice | str,
        services: set[str] | None = None,  # noqa: ARG002 - all are looked up
        *,
        radio: str,
        disconnected_callback: Callable[[], None] | None,
        timeout: float,
        **_: Any,
    ) -> None:
        super().__init__(address_or_ble_device, disconnected_callback=disconnected_callback, timeout=timeout)
        self._radio = radio
        self._adapter: _Adapter | None = None
        self._peer: Peer | None = None

    @property
    def name(self) -> str:
        """See `bleak.BleakClient`."""
        return self.address

    @property
    def mtu_size(self) -> int:
        """See `BaseBleakClient`."""
        return int(self._peer.gatt_client.mtu) if self._peer else 0

    @property
    def is_connected(self) -> bool:
        """See `BaseBleakClient`."""
        return self._peer is not None

    async def connect(self, pair: bool, **_: Any) -> None:  # noqa: ARG002 - nobody in this air is paired
        """See `BaseBleakClient`."""
        self._adapter = await _Adapter.plugged_in(self._radio)
        try:
            self._peer = await _answered(self._connected(self._adapter))
        except BaseException:
            await self.disconnect()
            raise
        self.services = _services(self._peer)

    async def _connected(self, adapter: _Adapter) -> Peer:
        """The e-board at the other end, after everything that it has was looked up."""
        connection = await adapter.device.connect(Address(self.address), timeout=self._timeout)
        connection.on(Connection.EVENT_DISCONNECTION, self._lose)
        adapter.transport.source.terminated.add_done_callback(self._lose)
        peer = Peer(connection)
        await peer.request_mtu(MTU)
        await peer.discover_all()  # type: ignore[no-untyped-call]
        return peer

    async def disconnect(self) -> None:
        """See `BaseBleakClient`."""
        adapter, self._adapter = self._adapter, None
        self._peer = self.services = None
        if adapter is not None:
            await adapter.unplug()

    async def pair(self, *_: Any, **__: Any) -> None:
        """See `BaseBleakClient`: nobody in this air is paired."""
        raise NotImplementedError

    async def unpair(self) -> None:
        """See `BaseBleakClient`: nobody in this air is paired."""
        raise NotImplementedError

    async def read_gatt_char(
        self,
        characteristic: BleakGATTCharacteristic,
        **_: Any,
    ) -> bytearray:
        """See `BaseBleakClient`: nothing is kept."""
        return bytearray(await _answered(characteristic.obj.read_value()))

    async def read_gatt_descriptor(
        self,
        descriptor: BleakGATTDescriptor,
        **_: Any,
    ) -> bytearray:
        """See `BaseBleakClient`: nothing is kept."""
        return bytearray(await _answered(descriptor.obj.read_value()))

    async def write_gatt_char(self, characteristic: BleakGATTCharacteristic, data: SizedBuffer, response: bool) -> None:
        """See `BaseBleakClient`."""
        await _answered(characteristic.obj.write_value(bytes(data), with_response=response))

    async def write_gatt_descriptor(self, descriptor: BleakGATTDescriptor, data: SizedBuffer) -> None:
        """See `BaseBleakClient`."""
        await _answered(descriptor.obj.write_value(bytes(data), with_response=True))

    async def start_notify(self, characteristic: BleakGATTCharacteristic, callback: NotifyCallback, **_: Any) -> None:
        """See `BaseBleakClient`."""
        await _answered(characteristic.obj.subscribe(lambda value: callback(bytearray(value))))

    async def stop_notify(self, characteristic: BleakGATTCharacteristic) -> None:
        """See `BaseBleakClient`."""
        await _answered(characteristic.obj.unsubscribe(force=True))

    def _lose(self, *_: Any) -> None:
        """The link is gone, or the air itself."""
        was_connected, self._peer, self.services = self._peer is not None, None, None
        if was_connected and self._disconnected_callback is not None:
            self._disconnected_callback()


async def _answered(asking: Awaitable[T]) -> T:
    """The answer of the other side, with bumble's errors as bleak's. A link that breaks cancels what waits for it,
    which must not look as if somebody had cancelled the task; and bumble does not like its questions to be cancelled.
    """
    answering = asyncio.ensure_future(asking)
    answering.add_done_callback(_heed)
    try:
        return await asyncio.shield(answering)
    except BaseBumbleError as error:
        raise BleakError(str(error)) from error
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise BleakError("the link broke") from None


def _heed(answering: asyncio.Future[Any]) -> None:
    """Nobody may be left to hear what went wrong."""
    if not answering.cancelled():
        answering.exception()


def _services(peer: Peer) -> BleakGATTServiceCollection:
    """What the e-board has, in bleak's words."""
    collection = BleakGATTServiceCollection()
    for service in peer.services:
        known = BleakGATTService(service, service.handle, _normal(service.uuid))
        collection.add_service(known)
        for characteristic in service.characteristics:
            collection.add_characteristic(
                BleakGATTCharacteristic(
                    characteristic,
                    characteristic.handle,
                    _normal(characteristic.uuid),
                    list(gatt_char_props_to_strs(int(characteristic.properties))),
                    lambda: int(peer.gatt_client.mtu) - 3,
                    known,
                )
            )
    return collection


def _normal(uuid: UUID) -> str:
    return normalize_uuid_str(uuid.to_hex_str("-"))
