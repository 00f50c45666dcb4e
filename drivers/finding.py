"""By what an e-board is found, on USB and on the radio; part of its registration record (`drivers.eboard`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gatt:
    """How an e-board with Bluetooth Low Energy is found and spoken to.

    `names`: the beginnings of the names under which it advertises itself. `service`, `notify` and `write` are UUIDs:
    the e-board's bytes come as notifications of the characteristics `notify`, the host's go to `write`, each piece of
    `data_to_send` in one write; `with_response` when the e-board acknowledges it.
    """

    names: tuple[str, ...]
    service: str
    notify: tuple[str, ...]
    write: str
    with_response: bool = False


@dataclass(frozen=True, slots=True)
class Hid:
    """How an e-board that is no serial port is found on USB: by its vendor, one of its `products`, and the usage page
    of the interface that speaks as an e-board; a device may have others. `counted`: the second byte of a report says
    how many follow, and what is behind them means nothing.
    """

    vendor: int
    products: range
    usage_page: int
    counted: bool = False


@dataclass(frozen=True, slots=True, order=True)
class UsbId:
    """Vendor and product of a USB device, written `0403:6001`."""

    vid: int
    pid: int

    def __str__(self) -> str:
        return f"{self.vid:04X}:{self.pid:04X}"


@dataclass(frozen=True, slots=True)
class Chip:
    """A USB chip that e-boards of a family have been seen with; `name` as operators may know it."""

    usb: UsbId
    name: str
