"""The host's side of Chessnut boards: how they want to be spoken to."""

from __future__ import annotations

from drivers.chessnut.wire import ASK_BATTERY, ASK_VERSION, REAL_TIME, lights, message_frames
from drivers.eboard import Codec, CodecOptions
from drivers.heard import Reading
from drivers.questions import Question
from drivers.reports import Battery, Identified
from drivers.snapshots import Manners, SnapshotCodec

_REAL_TIME = Question(REAL_TIME, Reading)
"""Answered by an acknowledgement and the first position; only the position counts, for a board may answer that it is
not ready.
"""
_BATTERY = Question(ASK_BATTERY, Battery)

MANNERS = Manners(
    reader=message_frames,
    opening=(_REAL_TIME, Question(ASK_VERSION, Identified), _BATTERY),
    look=(_REAL_TIME,),
    look_after=2.0,  # a board that saves its battery may fall out of the real-time mode
    battery=_BATTERY,
    lights=lambda squares: (lights(squares),),
    spacing=0.2,  # EasyLinkSDK
    partial=0.15,  # less than the 0.2 s between two positions, so that two halves never make a whole
    silent=5.0,
)


def codec(options: CodecOptions) -> Codec:
    """See `drivers.eboard.Codec`."""
    return SnapshotCodec(options, MANNERS)
