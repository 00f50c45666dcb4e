"""Noise filters: what is believed after which readings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.steady import AT_ONCE, Proof, Steady


def after(proof: Proof, readings: str, period: float = 0.1, believed: str = "a") -> str | None:
    """What one cell is believed to read, one reading each period."""
    steady: Steady[str] = Steady(1, lambda _believed, _reading: proof)
    steady.believe(0, believed)
    for number, reading in enumerate(readings):
        steady.see([reading], number * period)
    return steady.believed[0]


@pytest.mark.parametrize(
    ("proof", "readings", "believed"),
    [
        (AT_ONCE, "b", "b"),
        (AT_ONCE, "ba", "a"),
        (Proof(2), "b", "a"),
        (Proof(2), "bb", "b"),
        (Proof(2), "bab", "a"),  # the same reading, but not in a row
        (Proof(2), "bcbc", "a"),
        (Proof(3), "bb", "a"),
        (Proof(3), "bbb", "b"),
        (Proof(1, 0.25), "bbb", "a"),  # 0.2 s
        (Proof(1, 0.25), "bbbb", "b"),
        (Proof(2, 0.05), "bb", "b"),
        (Proof(5, 0.05), "bbbb", "a"),
    ],
)
def test_a_reading_is_believed_after_its_proof(proof: Proof, readings: str, believed: str) -> None:
    assert after(proof, readings) == believed


def test_a_fast_board_must_repeat_itself_for_as_long() -> None:
    assert after(Proof(2, 0.05), "bbbb", period=0.01) == "a"
    assert after(Proof(2, 0.05), "bbbbbbb", period=0.01) == "b"


def test_the_proof_depends_on_what_is_believed_and_read() -> None:
    steady: Steady[str] = Steady(2, lambda believed, reading: Proof(1 if believed is None or reading == "b" else 2))
    steady.see("aa", 0.0)
    steady.see("bc", 0.1)
    assert steady.believed == ("b", "a")
    steady.see("bc", 0.2)
    assert steady.believed == ("b", "c")


def test_calm_is_when_the_same_again_changes_nothing() -> None:
    steady: Steady[str] = Steady(2, lambda _believed, _reading: Proof(2))
    assert not steady.calm
    steady.see("aa", 0.0)
    steady.see("aa", 0.1)
    assert steady.calm
    steady.see("ab", 0.2)
    assert not steady.calm
    steady.see("aa", 0.3)
    assert steady.calm
    steady.forget()
    assert steady.believed == (None, None)
    assert not steady.calm


@given(st.lists(st.sampled_from("abc"), max_size=40), st.integers(1, 4))
def test_nothing_is_believed_that_was_not_read_so_often_in_a_row(readings: list[str], times: int) -> None:
    steady: Steady[str] = Steady(1, lambda _believed, _reading: Proof(times))
    for number, reading in enumerate(readings):
        before = steady.believed[0]
        steady.see([reading], float(number))
        if steady.believed[0] != before:
            assert readings[number + 1 - times : number + 1] == [reading] * times
