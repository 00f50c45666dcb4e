"""In which ways the games are played, and what must come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from benchmarks.table import Sight
from bridge.rules.setup import Patience
from drivers.hand import CALM, CLUB, SLOPPY, Style
from drivers.hand.perturb import Trouble
from drivers.hand.style import CaptureOrder
from drivers.placement import Sensing

SLOW_SCAN = 0.23  # seconds, measured on DGT boards
SCANS = (0.0, 0.05, 0.1, 0.2, SLOW_SCAN, 0.3)
"""Seconds of a scan, as e-boards have them."""
FAMILY_SCANS = (0.05, 0.2, 0.25, 0.5)
"""The scans that the families of e-boards name; the service reckons with that of its family, not with the real one."""


class Weather(Enum):
    """Whether anything may happen, and how that ends."""

    FAIR = "fair"
    STORM = "storm"
    """Anything, several times a game; at the end all heals and play goes on: the record must be right again."""
    SAFETY = "safety"
    """Anything, and at the end hands do what they like: nothing false may be recorded or said."""


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
    weather: Weather = Weather.FAIR


@dataclass(frozen=True, slots=True)
class Bars:
    """What must be reached. `perfect`, `recall`, `precision`: shares, at least; `false` and `withdrawn`: alerts without
    a cause and moves withdrawn after they counted as made, per 1,000 half-moves, at most; `made`: seconds, at most,
    from the last sensor event of a move until it counts as made, in the middle of all; `followed` and `healed`: shares,
    at least, of games that are right but for open stretches, and of upsets after which the record is right within one
    move; `silent`, `accused`, `broken`: seconds, wrong accusations and broken invariants, at most.
    """

    perfect: float = 0.0
    false: float | None = None
    withdrawn: float | None = None
    recall: float | None = None
    precision: float | None = None
    made: float | None = None
    followed: float | None = None
    healed: float | None = None
    silent: float | None = None
    accused: float | None = None
    broken: float | None = None


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
    Profile("storm", CLUB, Sight(), incidents=True, weather=Weather.STORM),
    Profile("safety", CLUB, Sight(), incidents=True, weather=Weather.SAFETY),
)


def _known(sight: Sight) -> float:
    """What a service reckons with: the shortest scan of a family that is at least as long as the real one."""
    return next(each for each in FAMILY_SCANS if each >= sight.scan)


PROFILES: Mapping[tuple[str, Sensing], Profile] = {
    (way.name, sensing): replace(
        way,
        style=_IN_SIGHT if way.style is SLOPPY and sensing is Sensing.OCCUPANCY else way.style,
        sight=replace(way.sight, sensing=sensing, known=_known(way.sight)),
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
    ("storm", Sensing.IDENTITY): Bars(
        perfect=0.99, recall=0.98, precision=0.99, followed=0.99, healed=0.99, silent=0, accused=0, broken=0
    ),
    ("safety", Sensing.IDENTITY): Bars(recall=0.98, precision=0.99, silent=0, accused=0, broken=0),
    ("clean", Sensing.OCCUPANCY): Bars(perfect=0.995),
    ("club", Sensing.OCCUPANCY): Bars(perfect=0.99, false=0.3),
    ("quick", Sensing.OCCUPANCY): Bars(perfect=0.99, false=0.3),
    ("blitz", Sensing.OCCUPANCY): Bars(perfect=0.98, false=1.0),
    ("scanned", Sensing.OCCUPANCY): Bars(),
    ("dirty", Sensing.OCCUPANCY): Bars(perfect=0.92, false=5.0),
    ("incidents", Sensing.OCCUPANCY): Bars(perfect=0.98, recall=0.97, precision=0.97),
    ("storm", Sensing.OCCUPANCY): Bars(
        perfect=0.98, recall=0.97, precision=0.97, followed=0.98, healed=0.99, silent=0, accused=0, broken=0
    ),
    ("safety", Sensing.OCCUPANCY): Bars(recall=0.97, precision=0.97, silent=0, accused=0, broken=0),
}
"""What must be reached in each."""
