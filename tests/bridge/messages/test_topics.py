from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.messages.places import BoardPlace
from bridge.messages.topics import Topics, checked_slug, slug
from tests.asyncapi_check import channels, channels_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("İzmir Açık 2026", "izmir-acik-2026"),
        ("PCS-REVII-081500", "pcs-revii-081500"),
        ("Großmeister/Turnier #1", "grossmeister-turnier-1"),
        ("30123", "30123"),
        ("  +#$ a ", "a"),
    ],
)
def test_slug(text: str, expected: str) -> None:
    assert slug(text) == expected


@given(st.text())
def test_slug_gives_a_safe_level_or_refuses(text: str) -> None:
    try:
        result = slug(text)
    except ValueError:
        assert not re.search("[a-zA-Z0-9]", text)
    else:
        assert checked_slug(result) == slug(result) == result


@pytest.mark.parametrize("text", ["", "A", "a/b", "a b", "+", "#", "$x", "-a", "a--b", "é"])
def test_what_is_no_slug_stays_out_of_topics(text: str) -> None:
    with pytest.raises(ValueError, match="may not stand in a topic"):
        Topics(text)
    with pytest.raises(ValueError, match="may not stand in a topic"):
        BoardPlace(text, 1, 1, "30123", "g")


@pytest.mark.parametrize(("round_number", "board"), [(0, 1), (1, 0)])
def test_rounds_and_boards_count_from_one(round_number: int, board: int) -> None:
    with pytest.raises(ValueError, match="from 1"):
        BoardPlace("open", round_number, board, "30123", "g")


def test_every_topic_is_one_channel_of_the_document() -> None:
    topics = Topics()
    leaves = ("game", "position", "moves", "move", "clock", "result", "alert/a-1", "alert-log", "correction")
    all_topics = [
        topics.bridge("hall", "state"),
        topics.bridge("hall", "info"),
        topics.bridge("hall", "request/board.resync"),
        topics.bridge("hall", "response/board.resync"),
        topics.eboard("30123", "state"),
        topics.eboard("30123", "placement"),
        topics.event("open"),
        topics.round("open", 9),
        *(topics.board("open", 9, 12, leaf) for leaf in leaves),
    ]
    assert [len(channels_of(topic)) for topic in all_topics] == [1] * len(all_topics)
    assert {channel.name for topic in all_topics for channel in channels_of(topic)} == {
        channel.name for channel in channels()
    }


def test_the_root_may_be_another() -> None:
    assert Topics("hall-2").event("open") == "hall-2/1/event/open/info"
