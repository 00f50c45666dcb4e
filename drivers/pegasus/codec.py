"""The host's side of the DGT Pegasus: how it wants to be spoken to."""

from __future__ import annotations

from functools import partial

from drivers.eboard import Codec, CodecOptions
from drivers.heard import Acknowledged, Other, Reading
from drivers.pegasus.reader import PegasusReader
from drivers.pegasus.wire import KEY_BYTES, Command, key_command, lights
from drivers.questions import Question
from drivers.reports import Battery, Identified
from drivers.snapshots import Manners, SnapshotCodec

_LOOK = (Question(bytes((Command.SEND_BRD,)), Reading),)
_BATTERY = Question(bytes((Command.SEND_BATTERY_STATUS,)), Battery)
_OPENING = (
    Question(bytes((Command.SEND_RESET,))),
    *_LOOK,
    Question(bytes((Command.SEND_UPDATE_BRD,))),
    Question(bytes((Command.SEND_TRADEMARK,)), Other),
    Question(bytes((Command.SEND_VERSION,)), Other),
    Question(bytes((Command.RETURN_LONG_SERIALNR,)), Identified),
    _BATTERY,
)
"""In the order that works on hardware, after the key: boards that get it later were seen to show nothing true."""


def codec(options: CodecOptions) -> Codec:
    """See `drivers.eboard.Codec`. A key of another length is refused by the board like any wrong one."""
    key = options.developer_key
    unlock = (Question(key_command(key[:KEY_BYTES].ljust(KEY_BYTES, b"\x00")), Acknowledged),) if key else ()
    manners = Manners(
        reader=partial(PegasusReader, has_key=bool(key)),
        opening=(*unlock, *_OPENING),
        look=_LOOK,
        look_after=1.0,  # BearChess; a change that was not told is seen then
        cure=unlock,
        battery=_BATTERY,
        lights=lambda squares: (lights(squares),),
        spacing=0.05,  # a board that is written to faster drops commands
        partial=0.5,
        silent=4.0,
    )
    return SnapshotCodec(options, manners)
