"""The host's side of virtual e-boards: how they want to be spoken to."""

from __future__ import annotations

from drivers.eboard import Codec, CodecOptions
from drivers.heard import Reading
from drivers.questions import Question
from drivers.snapshots import Manners, SnapshotCodec
from drivers.virtual.wire import ASK_SQUARES, line_frames

_LOOK = (Question(ASK_SQUARES, Reading),)

MANNERS = Manners(
    reader=line_frames,
    opening=_LOOK,
    look=_LOOK,
    look_after=2.0,  # changes are told by themselves; this notices who has gone
    silent=7.0,  # three questions without an answer
)


def codec(options: CodecOptions) -> Codec:
    """See `drivers.eboard.Codec`."""
    return SnapshotCodec(options, MANNERS)
