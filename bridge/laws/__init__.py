"""The FIDE Laws of Chess as data: one value per edition, never a subclass."""

from __future__ import annotations

from collections.abc import Mapping

from bridge.laws.edition import Edition
from bridge.laws.fide_2023 import FIDE_2023

EDITIONS: Mapping[str, Edition] = {FIDE_2023.year: FIDE_2023}
"""The editions that can be chosen, by year."""

__all__ = ["EDITIONS", "FIDE_2023", "Edition"]
