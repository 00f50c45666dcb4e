"""The rules by which Linux lets touchmove use the e-boards on USB, and gives them names that last (udev(7))."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from drivers.eboard import EBoard
from drivers.finding import Chip, Hid

HEAD = """\
# udev rules for the e-boards on USB that touchmove knows; `make readme` writes them out of its registry.
#
#   cp 70-touchmove.rules /etc/udev/rules.d/ && udevadm control --reload && udevadm trigger
#
# The group dialout may use such an e-board, and ModemManager, which talks to all that looks like a modem, leaves it
# alone. It is found under /dev/touchmove too, by a name that stays: the serial number of its USB chip, or else the
# socket that it is plugged into. None of these chips is made for e-boards alone: if one of them is in a modem or
# another device of yours, remove its lines.
# Behind 60-serial.rules, which finds out numbers and sockets; not tried with every e-board that is named here.
"""
GROUP = 'GROUP="dialout", MODE="0660"'
PRODUCTS_A_PATTERN = 0x100
"""A pattern of udev's stands for all products that have the same first two hexadecimal digits."""


def udev_rules(records: Iterable[EBoard]) -> str:
    """The file for these families."""
    known = list(records)
    found = sorted(((chip, record.name) for record in known for chip in record.chips), key=lambda each: each[0].usb)
    blocks = []
    for _, alike in groupby(found, key=lambda each: each[0].usb):
        chips, kinds = zip(*alike, strict=True)
        blocks.append(_about_chip(chips[0], kinds))
    blocks += [_about_hid(record.hid, record.name) for record in known if record.hid is not None]
    return HEAD + "".join("\n" + "".join(f"{line}\n" for line in block) for block in blocks)


def _about_chip(chip: Chip, kinds: Iterable[str]) -> Iterator[str]:
    vendor, product = f"{chip.usb.vid:04x}", f"{chip.usb.pid:04x}"
    device = f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}"'
    tty = f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"'
    yield f"# {chip.name}: {', '.join(kinds)}"
    yield f'SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", {device}, ENV{{ID_MM_DEVICE_IGNORE}}="1"'
    yield f"{tty}, {GROUP}"
    yield f'{tty}, ENV{{ID_SERIAL_SHORT}}=="?*", SYMLINK+="touchmove/$env{{ID_SERIAL_SHORT}}"'
    yield f'{tty}, ENV{{ID_SERIAL_SHORT}}!="?*", SYMLINK+="touchmove/$env{{ID_PATH_TAG}}"'


def _about_hid(hid: Hid, kind: str) -> Iterator[str]:
    products = range(hid.products.start, hid.products.stop, PRODUCTS_A_PATTERN)
    pattern = "|".join(f"{first // PRODUCTS_A_PATTERN:02x}??" for first in products)
    node = f'SUBSYSTEM=="hidraw", ATTRS{{idVendor}}=="{hid.vendor:04x}", ATTRS{{idProduct}}=="{pattern}"'
    yield f"# USB HID: {kind}"
    yield f"{node}, {GROUP}"
    yield f'{node}, ATTRS{{serial}}=="?*", SYMLINK+="touchmove/$attr{{serial}}"'
