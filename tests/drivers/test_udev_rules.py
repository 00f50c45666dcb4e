"""The rules for udev: what they match, and under which names e-boards are found."""

from __future__ import annotations

import fnmatch
import re
from dataclasses import replace

import pytest

from drivers import registry
from drivers.finding import Chip, UsbId
from drivers.udev_rules import udev_rules

DGT, CHESSNUT = registry.eboard("dgt"), registry.eboard("chessnut")
RULE = re.compile(r'(?:[A-Z]+(?:\{\w+\})?(?:==|!=|=|\+=)"[^"]*"(?:, |$))+')


def rules(*records) -> list[str]:
    return [line for line in udev_rules(records).splitlines() if line and not line.startswith("#")]


def test_every_line_is_a_rule_or_a_comment() -> None:
    assert all(RULE.fullmatch(rule) for rule in rules(DGT, CHESSNUT))


def test_a_chip_is_left_alone_by_modem_manager_and_gets_a_group_and_a_name() -> None:
    one = replace(DGT, chips=(Chip(UsbId(0x0403, 0x6001), "FTDI FT232"),))
    device, group, by_number, by_socket = rules(one)
    assert device == (
        'SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ATTR{idVendor}=="0403", ATTR{idProduct}=="6001", '
        'ENV{ID_MM_DEVICE_IGNORE}="1"'
    )
    tty = 'SUBSYSTEM=="tty", ATTRS{idVendor}=="0403", ATTRS{idProduct}=="6001", '
    assert group == tty + 'GROUP="dialout", MODE="0660"'
    assert by_number == tty + 'ENV{ID_SERIAL_SHORT}=="?*", SYMLINK+="touchmove/$env{ID_SERIAL_SHORT}"'
    assert by_socket == tty + 'ENV{ID_SERIAL_SHORT}!="?*", SYMLINK+="touchmove/$env{ID_PATH_TAG}"'


def test_a_chip_of_two_families_stands_once_with_both_names() -> None:
    chip = Chip(UsbId(0x0403, 0x6001), "FTDI FT232")
    told = udev_rules([replace(DGT, chips=(chip,)), replace(DGT, name="other", chips=(chip,))])
    assert told.count("# FTDI FT232: dgt, other\n") == 1
    assert told.count("ID_MM_DEVICE_IGNORE") == 1


@pytest.mark.parametrize(("product", "matches"), [("8000", True), ("86ff", True), ("7fff", False), ("8700", False)])
def test_a_hid_device_matches_when_its_product_is_in_the_range(product: str, matches: bool) -> None:
    group, name = rules(CHESSNUT)
    (pattern,) = re.findall(r'idProduct\}=="([^"]*)"', group)
    assert any(fnmatch.fnmatchcase(product, each) for each in pattern.split("|")) is matches
    assert group.endswith('GROUP="dialout", MODE="0660"')
    assert name.endswith('ATTRS{serial}=="?*", SYMLINK+="touchmove/$attr{serial}"')
