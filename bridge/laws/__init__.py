"""The FIDE Laws of Chess as data: one value per edition, never a subclass."""

from __future__ import annotations

from collections.abc import Mapping

from bridge.laws.articles import ARTICLES
from bridge.laws.edition import Edition, PromotionFinal
from bridge.laws.fide_1997 import FIDE_1997
from bridge.laws.fide_2014 import FIDE_2014
from bridge.laws.fide_2018 import FIDE_2018
from bridge.laws.fide_2023 import FIDE_2023

EDITIONS: Mapping[str, Edition] = {edition.year: edition for edition in (FIDE_1997, FIDE_2014, FIDE_2018, FIDE_2023)}
"""The editions that can be chosen, by year."""

__all__ = [
    "ARTICLES",
    "EDITIONS",
    "FIDE_1997",
    "FIDE_2014",
    "FIDE_2018",
    "FIDE_2023",
    "Edition",
    "PromotionFinal",
]
