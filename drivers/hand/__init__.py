"""What players' hands do to the pieces and the clock: games as streams of acts, calm, sloppy, or against the Laws.

Pure: the same `random.Random` gives the same acts. Emulators play them to an e-board's bytes, the demonstration
shows them, and the recogniser is examined with them.
"""

from drivers.hand.act import Act, Deed, placement_after
from drivers.hand.finale import set_up, signal_result
from drivers.hand.game import play
from drivers.hand.incidents import BENIGN, SHOWN_BY_KINDS_ONLY, VIOLATIONS, Incident, expected_alerts, tolerated_alerts
from drivers.hand.places import possible
from drivers.hand.style import CALM, CLUB, SLOPPY, Between, Style, at_pace

__all__ = [
    "BENIGN",
    "CALM",
    "CLUB",
    "SHOWN_BY_KINDS_ONLY",
    "SLOPPY",
    "VIOLATIONS",
    "Act",
    "Between",
    "Deed",
    "Incident",
    "Style",
    "at_pace",
    "expected_alerts",
    "placement_after",
    "play",
    "possible",
    "set_up",
    "signal_result",
    "tolerated_alerts",
]
