"""How an e-board is, as far as it has said so."""

from __future__ import annotations

from msgspec.structs import replace

from bridge.messages.payloads import EBoardStateData
from drivers.reports import Battery, Identified, LinkDown, LinkUp, Oriented, Report


def state_after(state: EBoardStateData, report: Report, mistaken: str) -> EBoardStateData:
    """The state after one more report; an equal one when the report is not about the e-board itself. `mistaken`: why it
    is not the e-board that is meant; nothing when it may be.
    """
    match report:
        case LinkUp():
            return replace(state, state="ready", trouble=mistaken)
        case LinkDown(reason):
            return replace(state, state="lost", trouble=reason)
        case Identified(firmware=firmware):
            return replace(state, firmware=firmware, trouble=mistaken if state.state == "ready" else state.trouble)
        case Battery(percent=percent):
            return replace(state, battery=percent)
        case Oriented(turned=turned):
            return replace(state, turned=turned)
        case _:
            return state
