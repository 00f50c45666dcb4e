"""One question at a time, and no faster than the e-board can take it."""

from __future__ import annotations

from drivers.questions import Question, Questions

NUMBER, TEXT = Question(b"number?", int), Question(b"text?", str)
STATEMENT = Question(b"statement")


def written(questions: Questions) -> list[bytes]:
    return [*iter(questions.take, b"")]


def asked(*questions: Question, spacing: float = 0.0) -> Questions:
    asking = Questions(spacing, patience=1.0)
    asking.open(questions, 0.0)
    return asking


def test_the_next_question_waits_for_the_answer() -> None:
    asking = asked(NUMBER, TEXT)
    assert written(asking) == [b"number?"]
    asking.answered(str, 0.1)
    assert written(asking) == [], "that was the answer to something else"
    asking.answered(int, 0.2)
    assert written(asking) == [b"text?"]
    assert not asking.idle
    asking.answered(str, 0.3)
    assert asking.idle
    assert asking.wake_at is None


def test_what_has_no_answer_holds_nothing_up() -> None:
    asking = asked(STATEMENT, NUMBER)
    assert asking.take() == b"statement"
    assert asking.take() == b"number?"
    assert asking.take() == b""


def test_an_answer_that_does_not_come_is_given_up() -> None:
    asking = asked(NUMBER, TEXT)
    assert asking.expires_at == asking.wake_at == 1.0
    assert asking.give_up(1.0) == NUMBER
    assert written(asking) == [b"number?", b"text?"]
    assert asking.expires_at == 2.0


def test_writes_keep_their_distance() -> None:
    asking = asked(STATEMENT, NUMBER, spacing=0.2)
    assert written(asking) == [b"statement"]
    assert asking.wake_at == 0.2
    asking.go_on(0.1)
    assert written(asking) == []
    asking.go_on(0.2)
    assert written(asking) == [b"number?"]
    assert asking.expires_at == 1.2, "patience begins with the writing"
    asking.answered(int, 0.25)
    asking.ask([TEXT], 0.3)
    assert written(asking) == []
    assert asking.wake_at == 0.4


def test_nothing_is_asked_twice() -> None:
    asking = asked(NUMBER)
    asking.ask([NUMBER, TEXT], 0.0)
    asking.ask([TEXT], 0.0)
    asking.answered(int, 0.1)
    assert written(asking) == [b"number?", b"text?"]
    asking.answered(str, 0.2)
    asking.ask([NUMBER], 0.3)
    assert written(asking) == [b"number?"]


def test_lights_wait_until_all_is_asked_and_only_the_last_ones_count() -> None:
    asking = asked(NUMBER, TEXT)
    asking.light([b"off", b"e2"], 0.0)
    asking.light([b"off", b"e4"], 0.0)
    asking.answered(int, 0.1)
    assert written(asking) == [b"number?", b"text?"]
    assert not asking.idle
    asking.answered(str, 0.2)
    assert written(asking) == [b"off", b"e4"]
    assert asking.idle


def test_opening_again_forgets_everything() -> None:
    asking = asked(NUMBER, TEXT)
    asking.light([b"e4"], 0.0)
    asking.open([STATEMENT], 5.0)
    assert written(asking) == [b"statement"]
    assert asking.idle


def test_whether_an_answer_is_still_to_come() -> None:
    asking = asked(NUMBER, TEXT, STATEMENT)
    assert asking.still_open(int)
    assert asking.still_open(str)
    asking.answered(int, 0.0)
    assert not asking.still_open(int)
    asking.give_up(1.0)
    assert not asking.still_open(str)
