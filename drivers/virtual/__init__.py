"""Virtual e-boards, for boards of a round without hardware: codec, emulator, and their registration.

Nothing of them is simulated but the wood: what they say goes the way of every e-board's bytes.
"""

from __future__ import annotations

from drivers.eboard import EBoard, Feature, Transport
from drivers.placement import Sensing
from drivers.virtual.codec import codec
from drivers.virtual.emulator import VirtualEmulator

EBOARD = EBoard(
    name="virtual",
    title="virtual e-board",
    sensing=Sensing.IDENTITY,
    scan_period=0.05,  # a person drops king and rook, or pawn and queen, in one go: in which order is not known
    shortest_lift=0.01,  # about as long as the event loop may be busy with others
    features=frozenset({Feature.PRESSES}),
    transports=frozenset({Transport.VIRTUAL}),
    verified=False,
    codec=codec,
    emulator=VirtualEmulator,
)
"""The family's registration record."""
