"""The editions of the Laws: every number exists, and the document about them says what they hold."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from bridge.laws import ARTICLES, EDITIONS, Edition
from bridge.laws.table import DIFFERENCES, FROM_ACTS, ON_THE_BOARD, document

DOCUMENT = Path(__file__).parents[3] / "docs" / "laws.md"
NUMBERS = [field.name for field in fields(Edition) if str(field.type).startswith("str") and field.name != "year"]


def test_each_edition_is_found_by_its_year() -> None:
    assert list(EDITIONS) == ["1997", "2014", "2018", "2023"]
    assert all(edition.year == year for year, edition in EDITIONS.items())
    assert set(ARTICLES) == set(EDITIONS)


@pytest.mark.parametrize("year", EDITIONS)
def test_every_article_that_may_be_cited_exists(year: str) -> None:
    cited = {name: getattr(EDITIONS[year], name) for name in NUMBERS}
    assert {name: number for name, number in cited.items() if number not in {None, *ARTICLES[year]}} == {}
    assert [name for name, number in cited.items() if number is None] == (
        ["chess960_castling", "seventy_five_moves", "illegal_position"] if year == "1997" else []
    )


def test_articles_are_spelled_as_in_their_edition() -> None:
    assert {"4.3(a)", "4.3(b)", "4.6", "7.4", "9.5"} <= ARTICLES["1997"]
    assert not {"4.3(c)", "4.4(d)", "4.8", "7.5", "9.6", "4.3.1"} & ARTICLES["1997"]
    assert {"4.3(c)", "4.4(d)", "4.7(c)", "4.8", "7.5(a)", "9.6(b)", "F.3"} <= ARTICLES["2014"]
    assert not {"4.2.2", "4.7.3", "7.5.3", "4.3(d)"} & ARTICLES["2014"]
    for year in ("2018", "2023"):
        assert {"4.2.2", "4.3.3", "4.4.4", "4.7.3", "6.2.1.2", "7.5.5", "9.6.2", "II.3"} <= ARTICLES[year]
        assert not {"4.2.3", "4.3(a)", "4.3.4", "7.5.6", "9.7"} & ARTICLES[year]


def test_the_reference_names_the_edition() -> None:
    assert EDITIONS["2014"].article("4.3(a)") == "FIDE Laws of Chess (2014) Art. 4.3(a)"


def test_the_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document()


def test_the_document_tells_of_everything_in_an_edition() -> None:
    assert sorted([*ON_THE_BOARD, *FROM_ACTS]) == sorted(NUMBERS)
    assert sorted(DIFFERENCES) == sorted({field.name for field in fields(Edition)} - {"year", *NUMBERS})


def test_what_is_called_a_difference_is_one() -> None:
    for name in DIFFERENCES:
        assert len({getattr(edition, name) for edition in EDITIONS.values()}) == 2, name
