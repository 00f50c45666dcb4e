"""The host's side of the Square Off Pro: how it wants to be spoken to."""

from __future__ import annotations

from drivers.eboard import Codec, CodecOptions
from drivers.heard import Acknowledged, Reading
from drivers.questions import Question
from drivers.reports import Battery
from drivers.snapshots import Manners, SnapshotCodec
from drivers.squareoff.wire import ASK_BATTERY, ASK_SQUARES, NEW_GAME, lights, message_frames

_LOOK = (Question(ASK_SQUARES, Reading),)
_BATTERY = Question(ASK_BATTERY, Battery)

MANNERS = Manners(
    reader=message_frames,
    opening=(Question(NEW_GAME, Acknowledged), *_LOOK, _BATTERY),
    look=_LOOK,
    look_after=0.25,  # BearChess; newer firmware tells not every change by itself
    battery=_BATTERY,
    lights=lights,
    silent=3.0,
    agreeing=2,  # single readings can be wrong; BearChess wants six in a row, which is slower than blitz
)


def codec(options: CodecOptions) -> Codec:
    """See `drivers.eboard.Codec`."""
    return SnapshotCodec(options, MANNERS)
