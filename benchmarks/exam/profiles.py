"""In which ways the games are played, and what must come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from benchmarks.table import Sight
from bridge.rules.setup import Patience
from drivers.hand import CALM, CLUB, SLOPPY, Style
from drivers.hand.perturb import Trouble
from drivers.hand.style import CaptureOrder
from drivers.placement import Sensing

SLOW_SCAN = 0.23  # seconds, measured on DGT boards


@dataclass(frozen=True, slots=True)
class Profile:
    """A way of playing and of looking at it: the hands, the e-board, whether something happens now and then, and how
    long a move must stand until it counts as made.
    """

    name: str
    style: Style
    sight: Sight
    incidents: bool = False
    patience: Patience = Patience.BALANCED


@dataclass(frozen=True, slots=True)
class Bars:
    """What must be reached. `perfect`, `recall`, `precision`: shares, at least; `false` and `withdrawn`: alerts without
    a cause and moves withdrawn after they counted as made, per 1,000 half-moves, at most; `made`: seconds, at most,
    from the last sensor event of a move until it counts as made, in the middle of all.
    """

    perfect: float = 0.0
    false: float | None = None
    withdrawn: float | None = None
    recall: float | None = None
    precision: float | None = None
    made: float | None = None


BAD_LINE = Sight(trouble=Trouble(lost=0.004, doubled=0.02, wrong=0.002), gaps=0.01)
"""A change in 250 never arrives, and a gap of some seconds comes in every hundred half-moves. Assumed."""

_IN_SIGHT = replace(
    SLOPPY, captures=((CaptureOrder.OWN_FIRST, 0.6), (CaptureOrder.VICTIM_FIRST, 0.3), (CaptureOrder.SWAP, 0.03))
)
"""Blitz on an occupancy board, which shows nothing of a piece that changes hands over its square. Assumed."""

_WAYS = (
    Profile("clean", CALM, Sight()),
    Profile("club", CLUB, Sight()),
    Profile("quick", CLUB, Sight(), patience=Patience.QUICK),
    Profile("blitz", SLOPPY, Sight()),
    Profile("scanned", SLOPPY, Sight(scan=SLOW_SCAN)),
    Profile("dirty", CLUB, BAD_LINE),
    Profile("incidents", CLUB, Sight(), incidents=True),
)
PROFILES: Mapping[tuple[str, Sensing], Profile] = {
    (way.name, sensing): replace(
        way,
        style=_IN_SIGHT if way.style is SLOPPY and sensing is Sensing.OCCUPANCY else way.style,
        sight=replace(way.sight, sensing=sensing),
    )
    for sensing in (Sensing.IDENTITY, Sensing.OCCUPANCY)
    for way in _WAYS
}
"""Every profile by its name and by what the e-board tells apart."""

BARS: Mapping[tuple[str, Sensing], Bars] = {
    ("clean", Sensing.IDENTITY): Bars(perfect=1.0, false=0.0),
    ("club", Sensing.IDENTITY): Bars(perfect=1.0, false=0.1, withdrawn=2.0, made=0.47),
    ("quick", Sensing.IDENTITY): Bars(perfect=1.0, false=0.1, withdrawn=3.0, made=0.1),
    ("blitz", Sensing.IDENTITY): Bars(perfect=0.99, false=0.3, withdrawn=3.0),
    ("scanned", Sensing.IDENTITY): Bars(perfect=0.98, withdrawn=5.0),
    ("dirty", Sensing.IDENTITY): Bars(perfect=0.98, false=1.0),
    ("incidents", Sensing.IDENTITY): Bars(perfect=0.99, recall=0.98, precision=0.99),
    ("clean", Sensing.OCCUPANCY): Bars(perfect=0.995),
    ("club", Sensing.OCCUPANCY): Bars(perfect=0.99, false=0.3),
    ("quick", Sensing.OCCUPANCY): Bars(perfect=0.99, false=0.3),
    ("blitz", Sensing.OCCUPANCY): Bars(perfect=0.98, false=1.0),
    ("scanned", Sensing.OCCUPANCY): Bars(),
    ("dirty", Sensing.OCCUPANCY): Bars(perfect=0.92, false=5.0),
    ("incidents", Sensing.OCCUPANCY): Bars(perfect=0.98, recall=0.97, precision=0.97),
}
"""What must be reached in each."""
