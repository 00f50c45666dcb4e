"""The registers of a ChessLink board that decide when it reports, and what they must hold. They keep their values
without power, so each is read first and written only if it differs.

Source: published description of the protocol; the options of the eONE: BearChess.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Register(StrEnum):
    """Addresses, as they are written in commands."""

    SERIAL = "00"
    SCAN_TIME = "01"
    REPORTS = "02"
    PERIOD = "03"
    EONE_OPTIONS = "06"


SCAN_UNIT = 0.002048
"""Seconds: the unit of SCAN_TIME."""
PERIOD_UNIT = 0.004096
"""Seconds: the unit of PERIOD."""
FACTORY_SCAN_TIME = 0x14
"""41 ms, the shortest that the description recommends; no release is that short."""
SHORTEST_SCAN_TIME = 0x0F
"""Boards take a smaller value for `FACTORY_SCAN_TIME`."""

EVERY_SCAN, REPORTS_OFF, PERIODIC, ON_CHANGE = 0, 1, 2, 3
"""Values of REPORTS; from 4 on: on a change that 2, 3, 4, 5 scans have shown."""

EONE_MEDDLING = 0b101111
"""Options of the eONE that must be off: turned numbering, error lights (which would tell the players what is illegal),
turning by itself, error lights at the start, rules that hide what they do not allow.
"""

_WANTED: Mapping[str, int] = {
    Register.SERIAL: 0,  # with checksums
    Register.SCAN_TIME: FACTORY_SCAN_TIME,
    Register.REPORTS: ON_CHANGE,  # at once: what flickers is the business of the rules
}


def scan_seconds(value: int) -> float:
    """What the value of SCAN_TIME means."""
    return SCAN_UNIT * (value if value >= SHORTEST_SCAN_TIME else FACTORY_SCAN_TIME)


def correction(address: str, value: int | None) -> str | None:
    """The command that puts a register right that holds `value` (None: it did not tell); None when it is right, or
    when nobody knows what would be.
    """
    wanted = _WANTED.get(address)
    if address == Register.EONE_OPTIONS and value is not None:
        wanted = value & ~EONE_MEDDLING
    return None if wanted is None or wanted == value else f"W{address}{wanted:02X}"


OPENING_READS = tuple(f"R{address}" for address in _WANTED)
"""The commands that read what must be right on every board."""
EONE_READ = f"R{Register.EONE_OPTIONS}"
