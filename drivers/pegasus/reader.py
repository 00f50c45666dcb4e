"""What the messages of a DGT Pegasus mean; above all, whether its squares can be read at all."""

from __future__ import annotations

from drivers.framing import Frames
from drivers.heard import Acknowledged, Change, Heard, Other, Reading
from drivers.pegasus.wire import (
    CHARGING,
    LOCKED_FIELD,
    OCCUPIED_FIELD,
    Frame,
    Message,
    message_frames,
    placement_of,
    square_of_field,
)
from drivers.placement import EMPTY, SOME_PIECE
from drivers.reports import Battery, Garbled, Identified, Trouble

KEY_MISSING = Trouble(
    "this e-board wants a developer key, and none is configured.",
    "Ask DGT for one, and name the file with it as developer_key_file.",
)
KEY_REFUSED = Trouble(
    "this e-board does not take the developer key that is configured.",
    "Correct it, or ask DGT for another one.",
)
UNCALIBRATED = Trouble(
    "all 64 squares read as occupied: this e-board is not calibrated, or does not take the developer key.",
    "Calibrate it as its manual says; if that does not help, check the key.",
)


class PegasusReader:
    """Implements `drivers.snapshots.Reader`. Without a key nothing about squares is believed: boards that are locked
    show the same on all of them, and nobody knows whether all do.
    """

    def __init__(self, *, has_key: bool) -> None:
        self._frames: Frames[Frame] = message_frames()
        self._has_key = has_key
        self._key_refused = False
        self._firmware = self._maker_text = ""

    @property
    def pending(self) -> bool:
        """See `Reader`."""
        return self._frames.pending

    def feed(self, data: bytes) -> list[Heard | Garbled]:
        """See `Reader`."""
        return [self._understood(found) for found in self._frames.feed(data)]

    def give_up(self) -> list[Heard | Garbled]:
        """See `Reader`."""
        return [self._understood(found) for found in self._frames.give_up()]

    def clear(self) -> None:
        """See `Reader`."""
        self._frames.clear()
        self._key_refused = False

    def _understood(self, found: Frame | Garbled) -> Heard | Garbled:
        if isinstance(found, Garbled):
            return found
        match found:
            case Frame(Message.BOARD_DUMP, fields):
                return self._dump(fields)
            case Frame(Message.FIELD_UPDATE, payload) if self._has_key:
                return Change(square_of_field(payload[0]), SOME_PIECE if payload[1] else EMPTY)
            case Frame(Message.DEVKEY_STATE, payload):
                self._key_refused = not payload[0]
                return KEY_REFUSED if self._key_refused and self._has_key else Acknowledged()
            case Frame(Message.BATTERY_STATUS, payload) if payload[0] <= 100:
                return Battery(payload[0], charging=bool(payload[-1] & CHARGING))
            case Frame(Message.VERSION, payload):
                self._firmware = f"{payload[0]}.{payload[1]}"
            case Frame(Message.TRADEMARK, payload):
                self._maker_text = _text(payload)
            case Frame(Message.LONG_SERIALNR, payload):
                return Identified(_text(payload), self._firmware, self._maker_text)
        return Other()

    def _dump(self, fields: bytes) -> Heard:
        if not self._has_key:
            return KEY_MISSING
        if self._key_refused or LOCKED_FIELD in fields:
            return KEY_REFUSED
        return UNCALIBRATED if all(field == OCCUPIED_FIELD for field in fields) else Reading(placement_of(fields))


def _text(payload: bytes) -> str:
    """The printable text in a payload; line breaks stay."""
    return "".join(char for char in payload.decode("ascii") if char.isprintable() or char in "\r\n").strip()
