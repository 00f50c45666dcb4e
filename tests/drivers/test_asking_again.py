"""What is lost is asked for again at once, and then for a while not for that reason."""

from __future__ import annotations

from drivers.asking_again import APART_SECONDS, AskingAgain


def test_what_is_lost_is_read_again_at_once() -> None:
    asking = AskingAgain()
    assert asking.due is None
    asking.want(3.0)
    assert asking.due == 3.0
    assert asking.begins(3.0)
    assert asking.due is None
    assert not asking.begins(3.0), "it is asked already"


def test_what_is_lost_again_has_to_wait() -> None:
    asking = AskingAgain()
    asking.want(3.0)
    asking.begins(3.0)
    asking.want(3.1)
    asking.want(3.2)
    assert asking.due == 3.0 + APART_SECONDS
    assert not asking.begins(3.2)
    assert asking.begins(3.0 + APART_SECONDS)
    asking.want(10.0)
    assert asking.begins(10.0), "the last time is long ago"


def test_a_reading_that_came_by_itself_is_as_good() -> None:
    asking = AskingAgain()
    asking.want(3.0)
    asking.settle()
    assert asking.due is None
    assert not asking.begins(3.0)
