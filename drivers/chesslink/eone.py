"""The Millennium eONE: ChessLink as well, but its squares only feel that something stands there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from drivers.chesslink import EBOARD as CHESSLINK
from drivers.chesslink.codec import ChessLinkCodec
from drivers.chesslink.emulator import ChessLinkEmulator
from drivers.chesslink.model import Model
from drivers.placement import Sensing

EBOARD = replace(
    CHESSLINK,
    name="eone",
    title="Millennium eONE",
    sensing=Sensing.OCCUPANCY,
    codec=partial(ChessLinkCodec, sensing=Sensing.OCCUPANCY),
    emulator=partial(ChessLinkEmulator, model=Model.EONE),
)
"""The family's registration record."""
