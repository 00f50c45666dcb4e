"""What was missed, found in a memory: where the story that was told ends in it, and what comes after."""

from __future__ import annotations

import chess
import pytest

from drivers.dgt.recollection import Beginning, Change, Remembered, Told, missed
from drivers.placement import EMPTY_BOARD, Placement, code_from_symbol, from_fen, with_code
from drivers.reports import ClockPaused, Dump, Press, SquaresChanged

START = from_fen(chess.STARTING_BOARD_FEN)
WHITE, BLACK = Press(chess.WHITE), Press(chess.BLACK)
SIGNS: dict[str, Remembered] = {"|": Beginning(), "!": Beginning(after_power_loss=True), "W": WHITE, "B": BLACK}


def memory(text: str) -> list[Remembered]:
    """`e2.` and `e4P` are changes, `|` a beginning, `!` one after a loss of power, `W` and `B` presses."""
    return [
        SIGNS[word]
        if word in SIGNS
        else Change(chess.parse_square(word[:2]), code_from_symbol(word[2:].removeprefix(".")))
        for word in text.split()
    ]


def after(placement: Placement, text: str) -> Placement:
    for entry in memory(text):
        if isinstance(entry, Change):
            placement = with_code(placement, entry.square, entry.code)
    return placement


def told(text: str, start: Placement = START) -> Told:
    known = Told()
    known.note(Dump(start))
    for entry in memory(text):
        match entry:
            case Change(square, code):
                known.note(SquaresChanged(((square, code),)))
            case Press():
                known.note(entry)
            case Beginning():
                known.note(ClockPaused())
    return known


KNIGHTS = "g1. f3N g8. f6n f3. g1N f6. g8n"
CASES = {
    "nothing was missed": ("| e2. e4P", "e2. e4P", ""),
    "half a move": ("| e2. e4P", "e2.", "e4P"),
    "a move and its press": ("| e2. e4P W e7. e5p B", "e2. e4P W", "e7. e5p B"),
    "the press alone": ("| e2. e4P W e7.", "e2. e4P", "W e7."),
    "a press that was told late": ("| e2. e4P W e7. e5p", "e2. e4P e7. W", "e5p"),
    "everything": ("| e2. e4P e7. e5p", "", "e2. e4P e7. e5p"),
    "the game before is another one": ("| d2. d4P d7. d7p d4. d2P | e2. e4P e7. e5p", "e2. e4P", "e7. e5p"),
    "a beginning that was told change by change": ("a2. a2P | e2. e4P", "a2. a2P e2.", "e4P"),
    "knights there and back": (f"| {KNIGHTS} e2. e4P", "g1. f3N g8. f6n", "f3. g1N f6. g8n e2. e4P"),
    "knights there and back, all of it": (f"| {KNIGHTS} e2. e4P", "", f"{KNIGHTS} e2. e4P"),
    "knights there and back twice": (f"| {KNIGHTS} {KNIGHTS} e2.", f"{KNIGHTS} g1. f3N", "g8. f6n f3. g1N f6. g8n e2."),
    "it got power before": ("! e1K | e2. e4P e7.", "e2. e4P", "e7."),
    "a change that is remembered twice": ("| e2. e4P e7. e7.", "e2. e4P", "e7."),
    "a lift that was told and is merged away": ("| e2. e4P d2P c2. c4P", "e2. e4P d2.", "d2P c2. c4P"),
}


@pytest.mark.parametrize(("remembered", "known", "expected"), CASES.values(), ids=CASES)
def test_what_was_missed(remembered: str, known: str, expected: str) -> None:
    assert missed(memory(remembered), told(known), after(START, remembered)) == memory(expected)


UNSURE = {
    "the memory is another one's": ("| d2. d4P", "e2. e4P", "d2. d4P"),
    "it was without power meanwhile": ("| e2. e4P ! e4P e7. e5p", "e2. e4P", "e2. e4P e7. e5p"),
    "the memory is empty": ("", "e2.", "e2. e4P"),
    "it does not lead to what stands there": ("| e2. e4P", "e2. e4P", "e2. e4P e7."),
    "it contradicts what stands there": ("| e2. e4P e7. e5p", "e2. e4P", "e2. e4P"),
}


@pytest.mark.parametrize(("remembered", "known", "now"), UNSURE.values(), ids=UNSURE)
def test_what_is_not_sure_is_not_told(remembered: str, known: str, now: str) -> None:
    assert missed(memory(remembered), told(known), after(START, now)) is None


def test_who_was_told_nothing_missed_nothing() -> None:
    assert missed(memory("| e2. e4P"), Told(), START) is None
    forgotten = told("e2. e4P W")
    forgotten.forget()
    assert (forgotten.placement, forgotten.pressed, list(forgotten.story)) == (None, None, [])


def test_a_reading_that_shows_more_than_was_told_begins_the_story_anew() -> None:
    known = told("e2. e4P")
    known.note(Dump(after(START, "e2. e4P")))
    assert len(known.story) == 3
    known.note(Dump(EMPTY_BOARD))
    assert list(known.story) == []
    known.note(Dump(START))
    assert list(known.story) == [Beginning()]


def test_in_the_middle_of_a_game_that_was_joined_late_the_shortest_past_is_told() -> None:
    known = told("", after(START, "e2. e4P e7. e5p"))
    remembered = "| e2. e4P e7. e5p g1. f3N"
    assert missed(memory(remembered), known, after(START, remembered)) == memory("g1. f3N")
