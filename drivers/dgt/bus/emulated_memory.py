"""The memory of a virtual e-board on a shared line: what it tells once, repeats, and tells again from the start."""

from __future__ import annotations

from collections import deque

from drivers.dgt.records import ClockPressed, FieldChanged, Record, Tag, encode
from drivers.dgt.wire import MEMORY_BYTES

QUICK_UNTIL_SECONDS = 0.25
"""Changes closer than about that are marked (DGT's protocol header)."""


class EmulatedMemory:
    """Records in the order in which things were seen, in a memory that overwrites the oldest.

    `merging`: while one and the same piece is all that changes, the last record is overwritten instead of adding one
    (DGT's protocol header). Taken to mean a piece that is lifted and put back, once or often: it leaves one record.
    """

    def __init__(self, *, merging: bool) -> None:
        self._merging = merging
        self._told: deque[Record] = deque()
        self._pending: deque[Record] = deque()
        self._packet = b""
        self._bytes = 0
        self._changed_at = float("-inf")
        self._before = 0
        self._same_piece = False

    def changed(self, field: int, code: int, before: int, now: float) -> None:
        """A field that read `before` reads `code` now."""
        quick = now - self._changed_at < QUICK_UNTIL_SECONDS
        self._changed_at = now
        last = self._pending[-1] if self._pending else None
        self._same_piece = (
            self._merging
            and isinstance(last, FieldChanged)
            and last.field == field
            and (self._same_piece or (code == self._before != 0))
            and code in {0, self._before}
        )
        if self._same_piece and isinstance(last, FieldChanged):
            self._pending[-1] = FieldChanged(field, code, last.quick)
            return
        self._before = before
        self._add(FieldChanged(field, code, quick))

    def pressed(self, left: bool, seconds: int) -> None:
        """The lever went down on this side of the clock, and its time stopped."""
        self._add(ClockPressed(left, seconds))

    def begin(self, tag: Tag, fields: tuple[int, ...]) -> None:
        """Something begins anew, with what stands on the board."""
        self._add(tag)
        for field, code in enumerate(fields):
            if code:
                self._add(FieldChanged(field, code, quick=True))

    def send_changes(self) -> bytes:
        """What was not told before; from now on it was."""
        self._packet = b"".join(map(encode, self._pending))
        self._told += self._pending
        self._pending.clear()
        return self._packet

    def repeat_changes(self) -> bytes:
        """What was told last."""
        return self._packet

    def from_start(self) -> bytes:
        """Everything since the last START that was told already; nothing when there was none."""
        records = [*self._told]
        starts = [index for index, record in enumerate(records) if record is Tag.START]
        return b"".join(map(encode, records[starts[-1] :])) if starts else b""

    def _add(self, record: Record) -> None:
        self._pending.append(record)
        self._bytes += len(encode(record))
        while self._bytes > MEMORY_BYTES:
            oldest = (self._told or self._pending).popleft()
            self._bytes -= len(encode(oldest))
