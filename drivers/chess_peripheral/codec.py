"""The host's side of the Chess Peripheral Protocol: an e-board whose squares are read, and whose moves are not asked.

No round is begun, so the e-board need not know whose turn it is and what is legal, nor wait for anybody's answer.
"""

from __future__ import annotations

from drivers.chess_peripheral.wire import ASK_STATE, FEATURE, GET_STATE, STATE_STREAM, SUBMOVE_STATE, message_frames
from drivers.eboard import Codec, CodecOptions
from drivers.questions import Question
from drivers.snapshots import Acknowledged, Manners, Reading, SnapshotCodec

_LOOK = (Question(ASK_STATE, Reading),)
_FEATURES = tuple(Question(FEATURE + name, Acknowledged) for name in (GET_STATE, STATE_STREAM, SUBMOVE_STATE))
"""What is not asked for is switched off; whether the answer is yes or no, the squares are asked for."""

MANNERS = Manners(
    reader=message_frames,
    opening=(*_FEATURES, *_LOOK),
    look=_LOOK,
    look_after=0.5,  # an e-board may leave out telling its changes
)


def codec(options: CodecOptions) -> Codec:
    """See `drivers.eboard.Codec`."""
    return SnapshotCodec(options, MANNERS)
