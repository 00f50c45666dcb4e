"""The FIDE Laws of Chess in force from 1 January 2018 to 31 December 2022.

Articles 1 to 7 and 9.6 bear the same numbers as those of 2023, as far as this program cites them; Appendix A does not.
"""

from __future__ import annotations

from dataclasses import replace

from bridge.laws.fide_2023 import FIDE_2023

FIDE_2018 = replace(FIDE_2023, year="2018", illegal_position="A.4.4")
