"""What the host knows of an e-board's memory: which packets it has, and whether one was lost on the way."""

from __future__ import annotations

from drivers.dgt.bus.wire import BusFrame, Reply
from drivers.dgt.records import FieldChanged, Tag, decode
from drivers.dgt.wire import MEMORY_BYTES

_KIND, _FIELD, _CODE = 0x60, 0x40, 0x0F


class Memory:
    """`unsure`: changes were asked for and did not arrive, so the e-board may believe that they were told: it must be
    asked to repeat them, never for more.
    """

    def __init__(self) -> None:
        self.unsure = False
        self._last: BusFrame | None = None
        self._takes_turns = False
        self._since_start: bytes | None = None

    @property
    def knows_start(self) -> bool:
        """Whether everything since the last SET_START_GAME is known here, so that what is missing can be found."""
        return self._since_start is not None

    def has(self, repeated: BusFrame) -> bool:
        """Whether a repeated packet is the one that was taken last: then the question that was lost never arrived."""
        return repeated == self._last

    def lacks_one_before(self, packet: BusFrame) -> bool:
        """Whether a packet between the last one and this one was lost. Only newer firmware lets that be seen: its
        packets bear two ids in turn.
        """
        self._takes_turns = self._takes_turns or packet.id == Reply.UPDATE_EVEN
        last = self._last
        return self._takes_turns and last is not None and packet.id == last.id and packet.data != last.data

    def take(self, packet: BusFrame) -> None:
        """The packet is here."""
        self.unsure = False
        self._last = packet

    def note(self, records: bytes) -> None:
        """These records came next."""
        start = records.rfind(Tag.START)  # this byte occurs as nothing else
        if start >= 0:
            self._since_start = records[start:]
        elif self._since_start is not None:
            self._since_start += records
            if len(self._since_start) > MEMORY_BYTES:
                self._since_start = None

    def missing_in(self, from_start: bytes) -> bytes:
        """The records of a FROM_START that are not known here; none when it tells another story."""
        known = self._since_start
        return from_start[len(known) :] if known is not None and from_start.startswith(known) else b""


def without_pieces(since_start: bytes) -> bytes:
    """The same records without those that say, after the start of a game, which pieces stood there."""
    at = 1
    while at + 1 < len(since_start) and since_start[at] & _KIND == _FIELD and since_start[at] & _CODE:
        at += 2
    return since_start[:1] + since_start[at:]


def fields_after(since_start: bytes) -> bytes | None:
    """The piece codes on all fields after these records; None when they do not begin with the start of a game."""
    records = decode(since_start)
    if next(records, None) is not Tag.START:
        return None
    fields = bytearray(64)
    for record in records:
        if isinstance(record, FieldChanged):
            fields[record.field] = record.code
    return bytes(fields)
