"""Which ChessLink board it is, told from the version of its firmware and from its identity text.

Source: the thresholds of BearChess; one recorded Exclusive says 1.3.
"""

from __future__ import annotations

from enum import Enum


class Model(Enum):
    """Boards that differ in more than their looks."""

    EXCLUSIVE = "Millennium Exclusive"
    PERFORMANCE = "Millennium The King Performance"
    SUPREME = "Millennium Supreme Tournament 55"
    EONE = "Millennium eONE"
    """Feels only that something stands on a square; its letters are what the firmware believes of the game."""


LAST_EXCLUSIVE = 0x010F
LAST_WITHOUT_IDENTITY = 0x01FF
"""Boards with this version or an older one do not know the question who they are."""
EONE_IDENTITY = "e-one"


def model_of(version: int, identity: str) -> Model:
    """The model with this version word; `identity` is what newer boards say, or empty."""
    if version <= LAST_EXCLUSIVE:
        return Model.EXCLUSIVE
    if version <= LAST_WITHOUT_IDENTITY:
        return Model.PERFORMANCE
    return Model.EONE if identity.lower().startswith(EONE_IDENTITY) else Model.SUPREME
