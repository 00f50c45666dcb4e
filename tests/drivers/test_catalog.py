"""What is said of families to operators and readers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drivers import dgt, virtual
from drivers.catalog import besides, evidence, lines, markdown_table, squares_tell, standing
from drivers.eboard import Feature, Transport
from drivers.placement import Sensing


@pytest.mark.parametrize(
    ("sensing", "told", "seen"),
    [
        (Sensing.IDENTITY, "piece and color", "which piece is lifted and where it is put down"),
        (Sensing.COLOR, "color", "whose piece is lifted; which one it is, and a promotion, are concluded"),
        (Sensing.OCCUPANCY, "that something stands there", "that a piece is lifted; which one it is"),
    ],
)
def test_what_is_seen_depends_on_what_a_square_tells(sensing: Sensing, told: str, seen: str) -> None:
    assert squares_tell(sensing) == told
    assert seen in evidence(replace(dgt.EBOARD, sensing=sensing))


def test_evidence_names_the_touch_that_may_stay_unseen() -> None:
    assert "shorter than 0.6 s" in evidence(replace(dgt.EBOARD, shortest_lift=0.6))


def test_verified_and_experimental_say_what_they_mean() -> None:
    assert standing(replace(dgt.EBOARD, verified=True)).startswith("verified: ")
    assert standing(replace(dgt.EBOARD, verified=False)).startswith("experimental: ")
    assert standing(virtual.EBOARD) == "virtual: there is no hardware"


def test_everything_that_a_family_can_have_has_a_word() -> None:
    everything = replace(dgt.EBOARD, transports=frozenset(Transport), features=frozenset(Feature))
    assert len(besides(everything).split(", ")) == len(Feature)
    assert "Bluetooth Low Energy" in lines(everything)
    assert "Bluetooth serial port" in lines(everything)


def test_table_has_a_row_for_each() -> None:
    other = replace(dgt.EBOARD, name="other", verified=False)
    _, _, first, second = markdown_table([dgt.EBOARD, other]).splitlines()
    assert first.startswith("| `dgt` | DGT e-Board")
    assert first.endswith("| verified |")
    assert second.startswith("| `other` |")
    assert second.endswith("| experimental |")
