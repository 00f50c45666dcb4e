"""The machine's Bluetooth adapters as all lines share them, and the words for everything that can be wrong there."""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from drivers.errors import LineRefused
from drivers.virtual_radio import require

if TYPE_CHECKING:  # bleak is imported when a radio is used: nobody else should pay for it
    from bleak import BleakClient, BleakScanner
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData

CONNECT_SECONDS = 15.0
"""An e-board in the same hall is connected within two; with bad reception the system tries again by itself."""
FRESH_SECONDS = 15.0
"""Who was heard in a scan so long ago is still taken to be there: BlueZ tells the same again about every ten."""
DEAF_SECONDS = 30.0
"""A scan in which nothing at all was heard for so long is begun anew: adapters that were off meanwhile do not go on."""

Seen: TypeAlias = "Callable[[BLEDevice, AdvertisementData], None]"


@dataclass(frozen=True, slots=True)
class RadioSettings:
    """Which radio: an adapter of this machine like `hci1` ("": the first that is on), or a virtual one at `radio`, as
    `HOST:PORT`.
    """

    adapter: str = ""
    radio: str = ""

    @property
    def where(self) -> str:
        """What to call it in messages."""
        return self.radio or self.adapter or "Bluetooth"

    @property
    def query(self) -> str:
        """How it is written at the end of an address."""
        given = [f"{name}={value}" for name in ("adapter", "radio") if (value := getattr(self, name))]
        return f"?{'&'.join(given)}" if given else ""


OWN_RADIO = RadioSettings()
"""The adapter of this machine that is on."""


@dataclass(frozen=True, slots=True)
class Advertisement:
    """What a device says of itself while nobody is connected to it. `services` are UUIDs in lower case, `strength` is
    how well it is received, in dBm: -50 is near, -90 too far. The name is empty if it has none.
    """

    address: str
    name: str
    services: frozenset[str]
    strength: int


class Adapter:
    """One radio. Its users share a scan, because BlueZ refuses a program that starts a second one, and they connect
    one after the other, because adapters fail when asked for two connections at a time.
    """

    def __init__(self, settings: RadioSettings) -> None:
        """Needs bleak. Raises LineRefused when a virtual radio is wanted and cannot be had."""
        bleak = importlib.import_module("bleak")
        logging.getLogger("bleak").setLevel(logging.INFO)  # else it tells all bytes, developer keys among them
        self._scanner_type: type[BleakScanner] = bleak.BleakScanner
        self._client_type: type[BleakClient] = bleak.BleakClient
        self._for_scanner, self._for_client = _options(settings)
        self._scanner: BleakScanner | None = None
        self._watchers: list[Seen] = []
        self._heard: dict[str, tuple[float, BLEDevice, AdvertisementData]] = {}
        self._heard_at = 0.0
        self._scan_changes = asyncio.Lock()
        self._connecting = asyncio.Lock()

    async def find(self, device: str, seconds: float) -> BLEDevice | None:
        """The device of this name or address, or None when it is not heard in that time. Raises what bleak raises."""
        found: asyncio.Future[BLEDevice] = asyncio.get_running_loop().create_future()

        def look(candidate: BLEDevice, advertised: AdvertisementData) -> None:
            names = {advertised.local_name, candidate.name, candidate.address.upper()}
            if not names.isdisjoint({device, device.upper()}) and not found.done():
                found.set_result(candidate)

        async with self._watching(look):
            try:
                async with asyncio.timeout(seconds):
                    return await found
            except TimeoutError:
                return None

    async def heard(self, seconds: float) -> list[Advertisement]:
        """Everything that advertises itself in that time, the best received first. Raises what bleak raises."""
        devices: dict[str, Advertisement] = {}

        def note(device: BLEDevice, advertised: AdvertisementData) -> None:
            name = advertised.local_name or device.name or ""
            services = frozenset(uuid.lower() for uuid in advertised.service_uuids)
            devices[device.address] = Advertisement(device.address, name, services, advertised.rssi)

        async with self._watching(note):
            await asyncio.sleep(seconds)
        return sorted(devices.values(), key=lambda device: -device.strength)

    async def connect(self, device: BLEDevice, lost: Callable[[], None]) -> BleakClient:
        """A connection to a device that was found; `lost` is called when it breaks. Raises what bleak raises."""
        client = self._client_type(device, lambda _: lost(), timeout=CONNECT_SECONDS, **self._for_client)
        async with self._connecting:
            await client.connect()
        return client

    @asynccontextmanager
    async def _watching(self, seen: Seen) -> AsyncIterator[None]:
        """Call `seen` for every advertisement, first those that are known from a scan that runs already."""
        async with self._scan_changes:
            now = asyncio.get_running_loop().time()
            if now - self._heard_at >= DEAF_SECONDS:
                await self._stop_scan()
            if self._scanner is None:
                await self._start_scan(now)
            self._heard = {address: heard for address, heard in self._heard.items() if now - heard[0] < FRESH_SECONDS}
            for _, device, advertised in self._heard.values():
                seen(device, advertised)
            self._watchers.append(seen)
        try:
            yield
        finally:
            await asyncio.shield(self._unwatch(seen))

    async def _unwatch(self, seen: Seen) -> None:
        async with self._scan_changes:
            self._watchers.remove(seen)
            if not self._watchers:
                await self._stop_scan()

    async def _start_scan(self, now: float) -> None:
        self._heard.clear()
        self._heard_at = now
        scanner = self._scanner_type(self._tell, **self._for_scanner)
        await scanner.start()
        self._scanner = scanner

    async def _stop_scan(self) -> None:
        scanner, self._scanner = self._scanner, None
        if scanner is not None:
            with suppress(Exception):  # the adapter may be gone, and the scan with it
                await scanner.stop()

    def _tell(self, device: BLEDevice, advertised: AdvertisementData) -> None:
        self._heard_at = asyncio.get_running_loop().time()
        self._heard[device.address] = (self._heard_at, device, advertised)
        for seen in tuple(self._watchers):
            seen(device, advertised)


_ADAPTERS: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[RadioSettings, Adapter]] = WeakKeyDictionary()


def adapter_of(settings: RadioSettings) -> Adapter:
    """The adapter that everybody on this event loop shares. Raises LineRefused."""
    adapters = _ADAPTERS.setdefault(asyncio.get_running_loop(), {})
    if settings not in adapters:
        adapters[settings] = Adapter(settings)
    return adapters[settings]


async def listen(settings: RadioSettings, seconds: float) -> list[Advertisement]:
    """Everything that advertises itself in that time, the best received first. Raises LineRefused."""
    try:
        return await adapter_of(settings).heard(seconds)
    except LineRefused:
        raise
    except Exception as error:  # bleak passes on whatever the system's Bluetooth raised
        raise refusal(error, settings.where, settings) from error


def refusal(error: Exception, where: str, settings: RadioSettings) -> LineRefused:
    """What a failure to use the radio means, and what to do."""
    what, remedy = explained(error, settings)
    return LineRefused(what, where=where, remedy=remedy)


def explained(error: Exception, settings: RadioSettings) -> tuple[str, str]:
    """What went wrong with a radio, and what to do, each as one sentence."""
    exc = importlib.import_module("bleak.exc")
    if settings.radio and isinstance(error, exc.BleakBluetoothNotAvailableError):
        return f"no virtual radio is at {settings.radio}.", "Start it: touchmove emulate KIND --on radio."
    if isinstance(error, exc.BleakBluetoothNotAvailableError):
        return _unavailable(error.reason.name)
    if isinstance(error, exc.BleakDBusError) and error.dbus_error.endswith(("ServiceUnknown", "NameHasNoOwner")):
        return NO_SERVICE
    if isinstance(error, exc.BleakDBusError) and error.dbus_error.endswith("AccessDenied"):
        return _unavailable("DENIED_BY_SYSTEM")
    if isinstance(error, FileNotFoundError | ConnectionRefusedError):  # there is no system bus to ask
        return NO_SERVICE
    if isinstance(error, TimeoutError):
        return "the e-board does not let itself be connected.", "Bring it nearer, or switch it off and on again."
    said = str(error) or type(error).__name__
    return f"the Bluetooth link cannot be made ({said}).", "Switch the e-board off and on again, bring it nearer."


NO_SERVICE = (
    "this machine's Bluetooth service does not run.",
    "Install it, and start it: apt install bluez, systemctl start bluetooth.",
)


def _unavailable(reason: str) -> tuple[str, str]:
    """What bleak's reason for having no Bluetooth means."""
    match reason:
        case "NO_BLUETOOTH":
            return "this machine has no Bluetooth adapter.", "Plug one in; lsusb and bluetoothctl list show it."
        case "NO_BLE_CENTRAL_ROLE":
            return "the Bluetooth adapter knows no Low Energy.", "Plug in one with Bluetooth 4.0 or newer."
        case "POWERED_OFF":
            return "the Bluetooth adapter is off.", "Switch it on: bluetoothctl power on (or rfkill unblock bluetooth)."
        case "DENIED_BY_USER" | "DENIED_BY_SYSTEM" | "DENIED_BY_UNKNOWN":
            return "this user may not use Bluetooth.", "Add the user to the group bluetooth, and log in again."
        case _:
            return "Bluetooth cannot be used now.", "Look at systemctl status bluetooth."


def _options(settings: RadioSettings) -> tuple[dict[str, Any], dict[str, Any]]:
    """What bleak's scanner and client are told about the radio."""
    if settings.radio:
        require(settings.radio)
        backend = importlib.import_module("drivers.virtual_radio.backend")
        return (
            {"backend": backend.RadioScanner, "radio": settings.radio},
            {"backend": backend.RadioClient, "radio": settings.radio},
        )
    chosen = {"bluez": {"adapter": settings.adapter}} if settings.adapter else {}
    return chosen, chosen
