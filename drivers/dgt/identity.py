"""Who a DGT e-Board says it is."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.dgt.wire import Frame, Message
from drivers.reports import Identified, Report


@dataclass(slots=True)
class Identity:
    """What is known of the e-board, and what of it was told. The long serial number is preferred: the short one has
    five digits, and boards share it.
    """

    _short: str = ""
    _long: str = ""
    _firmware: str = ""
    _maker_text: str = ""
    _told: Identified | None = None

    @property
    def serial(self) -> str:
        """The number that was told; empty before."""
        return self._told.serial if self._told is not None else ""

    @property
    def firmware(self) -> str:
        """The version that it has told; empty before."""
        return self._firmware

    def learn(self, frame: Frame) -> None:
        """Take what this message says about the e-board, if anything."""
        match frame.id:
            case Message.SERIALNR:
                self._learn_short(_text(frame.payload).partition(" ")[0])
            case Message.LONG_SERIALNR:
                self._learn_long(_text(frame.payload))
            case Message.VERSION:
                self._firmware = f"{frame.payload[0]}.{frame.payload[1]}"
            case Message.TRADEMARK:
                self._maker_text = _text(frame.payload)

    def news(self) -> list[Report]:
        """The e-board's identity, unless there is none or it was told before."""
        identified = Identified(self._long or self._short, self._firmware, self._maker_text)
        if identified == self._told or not identified.serial:
            return []
        self._told = identified
        return [identified]

    def _learn_long(self, text: str) -> None:
        """A Revelation II answers with its firmware and its number in one: `3.250010001`."""
        if text[1:2] == ".":
            self._firmware, self._long = text[:4], text[4:]
        else:
            self._long = text

    def _learn_short(self, serial: str) -> None:
        if serial != self._short:
            self._short, self._long = serial, ""


def _text(payload: bytes) -> str:
    """The printable text in a payload; line breaks stay."""
    return "".join(char for char in payload.decode("ascii") if char.isprintable() or char in "\r\n").strip()
