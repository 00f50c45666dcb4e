"""A radio in software: virtual e-boards with Bluetooth Low Energy, reached by the code that reaches real ones.

`air` is where everybody hears everybody, `peripheral` an e-board's end of a link, `backend` what bleak is given in
place of the machine's own Bluetooth. Programs on the same machine meet over TCP: whoever connects to an air gets an
adapter in it and speaks HCI to it, as to a USB dongle.

Needs bumble, which is not installed with touchmove but with its extra `radio`; so nobody imports these modules before
a virtual radio is asked for.
"""

from __future__ import annotations

import importlib.util
import logging

from drivers.errors import LineRefused

logging.getLogger("bumble").setLevel(logging.CRITICAL)
"""It complains of everything that comes after a link was broken; whoever breaks links here does so on purpose."""


def require(where: str) -> None:
    """Raise LineRefused when bumble is not installed. `where`: what was asked for."""
    if importlib.util.find_spec("bumble") is None:
        remedy = "Install it: pip install 'touchmove[radio]'."
        raise LineRefused("the virtual radio is not installed.", where=where, remedy=remedy)
