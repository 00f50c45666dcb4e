"""The host's side of iChessOne boards: how they want to be spoken to."""

from __future__ import annotations

from drivers.eboard import Codec, CodecOptions
from drivers.heard import Reading
from drivers.ichessone.wire import ASK_BATTERY, ASK_POSITION, ASK_VERSION, TELL_CHANGES, lights, message_frames
from drivers.questions import Question
from drivers.reports import Battery, Identified
from drivers.snapshots import Manners, SnapshotCodec

_LOOK = (Question(TELL_CHANGES), Question(ASK_POSITION, Reading))
"""Changes before the position, so that no change can fall between them; and both each time, because a board that lost
its power for a moment answers every question and tells no change.
"""
_BATTERY = Question(ASK_BATTERY, Battery)

MANNERS = Manners(
    reader=message_frames,
    opening=(*_LOOK, Question(ASK_VERSION, Identified), _BATTERY),
    look=_LOOK,
    look_after=2.0,
    battery=_BATTERY,
    lights=lambda squares: (lights(squares),),
    spacing=0.05,  # BearChess
)


def codec(options: CodecOptions) -> Codec:
    """See `drivers.eboard.Codec`."""
    return SnapshotCodec(options, MANNERS)
