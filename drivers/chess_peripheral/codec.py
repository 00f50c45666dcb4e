"""The host's side of the Chess Peripheral Protocol: an e-board whose squares are read, and whose moves are not asked.

No round is begun, so the e-board need not know whose turn it is and what is legal, nor wait for anybody's answer.
"""

from __future__ import annotations

from drivers.chess_peripheral.wire import ASK_STATE, FEATURE, GET_STATE, STATE_STREAM, SUBMOVE_STATE, message_frames
from drivers.eboard import Codec, CodecOptions
from drivers.heard import Acknowledged, Reading
from drivers.questions import Question
from drivers.reports import Trouble
from drivers.snapshots import Manners, SnapshotCodec

MOVES_ONLY = Trouble(
    "this e-board only tells finished moves: its firmware does not have the feature get_state.",
    "Ask its maker for a firmware that has it.",
)

_LOOK = (Question(ASK_STATE, Reading),)
_FEATURES = (
    Question(FEATURE + GET_STATE, Acknowledged, refused=MOVES_ONLY),
    Question(FEATURE + STATE_STREAM, Acknowledged),
    Question(FEATURE + SUBMOVE_STATE, Acknowledged),
)
"""What is not asked for is switched off."""

MANNERS = Manners(
    reader=message_frames,
    opening=(*_FEATURES, *_LOOK),
    look=_LOOK,
    look_after=0.5,  # an e-board may leave out telling its changes
)


def codec(options: CodecOptions) -> Codec:
    """See `drivers.eboard.Codec`."""
    return SnapshotCodec(options, MANNERS)
