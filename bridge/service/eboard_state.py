"""How an e-board is, as far as it has said so."""

from __future__ import annotations

from msgspec.structs import replace

from bridge.messages.payloads import EBoardStateData
from drivers.reports import Battery, Identified, LinkDown, LinkUp, Oriented, Report


def state_after(state: EBoardStateData, report: Report) -> EBoardStateData:
    """The state after one more report; an equal one when the report is not about the e-board itself."""
    match report:
        case LinkUp():
            return replace(state, state="ready", trouble="")
        case LinkDown(reason):
            return replace(state, state="lost", trouble=reason)
        case Identified(firmware=firmware):
            return replace(state, firmware=firmware)
        case Battery(percent=percent):
            return replace(state, battery=percent)
        case Oriented(turned=turned):
            return replace(state, turned=turned)
        case _:
            return state
