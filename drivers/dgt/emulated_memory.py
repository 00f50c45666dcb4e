"""The memory of a virtual DGT e-Board: a record for everything that its electronics notice, the oldest overwritten."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from drivers.dgt.records import ClockPressed, FieldChanged, Record, Tag, encode
from drivers.dgt.wire import MEMORY_BYTES, OUTER_FIELDS, START_FIELDS

QUICK_UNTIL_SECONDS = 0.25
"""Changes closer than about that are marked (DGT's protocol header)."""
MOST_LEFT = 2
"""A position is not noted again when no more pieces than that had left it (DGT's protocol header)."""
_TAGS = {START_FIELDS: Tag.BEGINPOS, START_FIELDS[::-1]: Tag.BEGINPOS_ROT, bytes(64): Tag.EMPTYBOARD}


class EmulatedMemory:
    """`fields` are the piece codes that stand there when the e-board gets power. `merging`: while one and the same
    piece is all that changes, the last record is overwritten instead of adding one (DGT's protocol header), so that a
    piece lifted and put back leaves nearly no trace.
    """

    def __init__(self, fields: Sequence[int], *, merging: bool = False) -> None:
        self._merging = merging
        self._records: deque[Record] = deque()
        self._bytes = 0
        self._changed_at = float("-inf")
        self._piece = 0
        self._noted: bytes | None = None
        self._left: set[int] = set()
        self.power_up(fields)

    def power_up(self, fields: Sequence[int]) -> None:
        """The e-board gets power, and finds these pieces."""
        for tag in (Tag.NOP, Tag.NOP, Tag.NOP, Tag.POWERUP):
            self._add(tag)
        for field, code in enumerate(fields):
            if code:
                self._add(FieldChanged(field, code, quick=True))
        self._noted = None
        self._note_position(bytes(fields))

    def changed(self, field: int, before: int, fields: Sequence[int], now: float) -> None:
        """A field that read `before` reads something else now, as `fields` says."""
        code = fields[field]
        quick = now - self._changed_at < QUICK_UNTIL_SECONDS
        self._changed_at = now
        last = self._records[-1]
        if self._merging and isinstance(last, FieldChanged) and last.field == field and self._piece in (before, code):
            self._records[-1] = FieldChanged(field, code, last.quick)
        else:
            self._add(FieldChanged(field, code, quick))
        self._piece = code or before
        if self._noted is not None and self._noted[field]:
            self._left.add(field)
        self._note_position(bytes(fields))

    def pressed(self, *, left: bool, seconds: int) -> None:
        """The lever went down on this side of the clock, and its time stopped."""
        self._add(ClockPressed(left, seconds))

    def download(self) -> bytes:
        """Everything, the oldest first; that it was read is remembered too."""
        records = b"".join(map(encode, self._records))[-(MEMORY_BYTES - 1) :] + bytes((Tag.EOF,))
        self._add(Tag.DOWNLOADED)
        return records.rjust(MEMORY_BYTES, bytes((Tag.NOP,)))

    def _note_position(self, fields: bytes) -> None:
        tag = _TAGS.get(fields)
        if frozenset(field for field, code in enumerate(fields) if code) == OUTER_FIELDS:
            tag = tag or Tag.FOURROWS
        if tag is None or (fields == self._noted and len(self._left) <= MOST_LEFT):
            return
        self._add(tag)
        self._noted, self._left = fields, set()

    def _add(self, record: Record) -> None:
        self._records.append(record)
        self._bytes += len(encode(record))
        while self._bytes > MEMORY_BYTES:
            self._bytes -= len(encode(self._records.popleft()))
