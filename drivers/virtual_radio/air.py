"""The air: where virtual e-boards and the adapters of programs hear each other."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self, cast

from bumble.controller import Controller
from bumble.core import InvalidArgumentError
from bumble.hci import HCI_CONNECTION_TIMEOUT_ERROR
from bumble.link import LocalLink
from bumble.ll import TerminateInd
from bumble.transport.common import StreamPacketSource

from drivers.errors import LineRefused
from drivers.finding import Gatt
from drivers.virtual_radio.peripheral import PeripheralLine

LOCAL_HOST = "127.0.0.1"
"""HCI knows no passwords: an air is for the programs of this machine."""


class Air:
    """An air with a port at which programs get adapters. Needs a running event loop; `async with` closes it."""

    def __init__(self, link: LocalLink, server: asyncio.Server, adapters: set[_AdapterPort]) -> None:
        """See `open`."""
        self._link = link
        self._server = server
        self._adapters = adapters
        self._peripherals: list[PeripheralLine] = []
        host, port = server.sockets[0].getsockname()[:2]
        self.address = f"{host}:{port}"

    @classmethod
    async def open(cls, port: int = 0, host: str = LOCAL_HOST) -> Air:
        """An air whose adapters are at this TCP port, or at any that is free. Raises LineRefused when it is taken."""
        link: LocalLink = LocalLink()  # type: ignore[no-untyped-call]
        adapters: set[_AdapterPort] = set()
        try:
            server = await asyncio.get_running_loop().create_server(lambda: _AdapterPort(link, adapters), host, port)
        except OSError as error:
            what = f"the virtual radio cannot be there ({error.strerror})."
            raise LineRefused(what, where=f"{host}:{port}", remedy="Choose another port.") from error
        return cls(link, server, adapters)

    async def switch_on(self, name: str, gatt: Gatt, mtu: int | None = None) -> PeripheralLine:
        """The end of a new e-board that advertises itself as `name`. `mtu`: the longest packet that it can take and
        send, in bytes of the attribute protocol; notifications are three bytes shorter.
        """
        number = len(self._peripherals) + 1
        address = f"C0:00:00:00:{number >> 8:02X}:{number & 0xFF:02X}"  # C0 at the head: random and lasting
        peripheral = PeripheralLine(self._link, address, name, f"ble://{name}?radio={self.address}", gatt)
        self._peripherals.append(peripheral)
        await peripheral.switch_on(mtu)
        return peripheral

    async def close(self) -> None:
        """Switch everything off. Closing again is fine."""
        for peripheral in self._peripherals:
            await peripheral.close()
        self._server.close()
        for adapter in list(self._adapters):
            adapter.unplug()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class _AdapterPort(StreamPacketSource):
    """The air's side of one TCP connection: HCI packets to and from an adapter that lives as long as it. Packets for a
    program that has gone are dropped.
    """

    def __init__(self, link: LocalLink, adapters: set[_AdapterPort]) -> None:
        super().__init__()
        self._link = link
        self._adapters = adapters
        self._controller: Controller | None = None
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)
        self._controller = Controller("adapter", self, self, self._link)
        self._adapters.add(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the reason changes nothing
        self._adapters.discard(self)
        if self._controller is not None:
            leave(self._link, self._controller)

    def on_packet(self, packet: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(packet)

    def unplug(self) -> None:
        """Take the adapter from its program."""
        if self._transport is not None:
            self._transport.abort()


def leave(link: LocalLink, controller: Controller) -> None:
    """Take an adapter out of the air; whoever is connected to it loses the link, as when it walks out of range."""
    for connection in list(controller.le_connections.values()):
        try:
            connection.send_ll_control_pdu(TerminateInd(HCI_CONNECTION_TIMEOUT_ERROR))
        except InvalidArgumentError:
            continue  # the other one is gone too
    link.remove_controller(controller)
