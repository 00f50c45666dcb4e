"""Copies with some fields changed, and attributes that are worked out once a copy."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import pytest

from bridge.rules.copying import derived_from, frozen, replace
from bridge.rules.state import Game
from tests.bridge.rules.table import Table


@dataclass(frozen=True)
class Rectangle:
    width: int
    height: int
    name: str = ""
    worked_out: list[str] = field(default_factory=list, compare=False)

    @derived_from("width", "height")
    def area(self) -> int:
        """Width times height."""
        self.worked_out.append("area")
        return self.width * self.height

    @derived_from("width")
    def double(self) -> int:
        self.worked_out.append("double")
        return 2 * self.width


def test_a_copy_has_the_changed_fields_and_the_others() -> None:
    first = Rectangle(2, 3, "small")
    second = replace(first, height=5)
    assert (second, first) == (Rectangle(2, 5, "small"), Rectangle(2, 3, "small"))
    assert dataclasses.replace(first, height=5) == second


def test_what_is_derived_is_worked_out_once_and_kept_until_one_of_its_fields_changes() -> None:
    first = Rectangle(2, 3)
    assert (first.area, first.area, first.double, first.worked_out) == (6, 6, 4, ["area", "double"])
    renamed = replace(first, name="other")
    assert (renamed.area, renamed.double, first.worked_out) == (6, 4, ["area", "double"])
    higher = replace(renamed, height=10)
    assert (higher.area, higher.double, first.worked_out) == (20, 4, ["area", "double", "area"])
    wider = replace(higher, width=1)
    assert (wider.area, wider.double, first.area) == (10, 2, 6)


def test_what_was_never_asked_for_is_not_worked_out() -> None:
    first = Rectangle(2, 3)
    replace(first, width=7)
    assert first.worked_out == []


def test_the_derived_attribute_has_the_text_of_its_method() -> None:
    assert type(Game.__dict__["agrees"]).__name__ == "Derived"
    assert Rectangle.__dict__["area"].__doc__ == "Width times height."


@frozen()
class Pair:
    one: int
    other: int


@frozen(eq=False)
class Thing:
    one: int


def test_values_are_compared_by_their_fields_or_by_identity() -> None:
    assert (Pair(1, 2), hash(Pair(1, 2))) == (Pair(1, 2), hash(Pair(1, 2)))
    assert Pair(1, 2) != Pair(2, 1)
    assert Thing(1) != Thing(1)
    with pytest.raises(AttributeError):
        Pair(1, 2).third = 3  # type: ignore[attr-defined]


DERIVED = {name: value for name, value in vars(Game).items() if type(value).__name__ == "Derived"}


@pytest.mark.parametrize("name", DERIVED)
def test_what_a_game_derives_is_never_out_of_date(name: str) -> None:
    """After every step of a game with all kinds of events, what was kept equals what a fresh copy works out."""
    script = "0:e2- 0.3:e3P 0.35:e3- 0.4:e4P 0.9:W 2:B 3:d7- 3.4:d5p 3.8:B 5:e4- 5.4:d5P 5.8:W 7:a8- 7.4:a4r 7.8:B"
    table = Table()
    for event in script.split():
        table.play(event)
        getattr(table.game, name)
        fresh = Game(**{each.name: getattr(table.game, each.name) for each in dataclasses.fields(Game)})
        assert getattr(fresh, name) == getattr(table.game, name)
