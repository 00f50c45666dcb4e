"""The mixed hall: that a service can be configured for it, and that what is measured is what happened."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks.games import blitz_games
from benchmarks.hall.__main__ import told
from benchmarks.hall.round import Course, courses
from benchmarks.hall.tables import WHOLE_HALL, Kind, PolledBoard, Table, Way, laid_out
from bridge.config import load
from drivers.dgt.bus.wire import Command, Order
from drivers.eboard import EmulatorOptions
from drivers.hand import placement_after
from drivers.placement import placement_of

GAME = blitz_games()[0]


def course(plies: int = 6) -> Course:
    return Course(Table(1, Kind("DGT by USB", "dgt", Way.PTY), ""), GAME, plies)


def test_the_hall_has_sixty_tables_and_thirty_of_them_share_a_line() -> None:
    assert sum(count for _, count in WHOLE_HALL) == 60
    assert [count for kind, count in WHOLE_HALL if kind.way is Way.BUS] == [30]


@pytest.mark.alone
@pytest.mark.asyncio
async def test_a_service_can_be_configured_for_two_tables_of_every_kind() -> None:
    async with laid_out([(kind, 2) for kind, _ in WHOLE_HALL]) as hall:
        config = load(hall.file)
        wanted = [kind.eboard for kind, _ in WHOLE_HALL for _ in range(2)]
        assert [eboard.kind for eboard in config.eboards] == wanted
        assert [config.eboard_of(board) for board in config.boards] == list(config.eboards)
        assert [table.number for table in hall.tables] == list(range(1, 15))
        assert [course.wanted for course in courses(hall, 20)][8] == [
            move.uci() for move in blitz_games()[0].moves[:20]
        ]


@pytest.mark.asyncio
async def test_a_half_move_is_made_when_its_last_piece_stands() -> None:
    played = course()
    acts, moments = list(played.acts()), {}
    board, placement, after = GAME.start.copy(), placement_of(GAME.start), []
    for move in GAME.moves[:6]:
        board.push(move)
        after.append(placement_of(board))
    for act in played.noting(acts):
        placement = placement_after(placement, [act])
        moments.setdefault(placement, asyncio.get_running_loop().time())
        await asyncio.sleep(0)
    assert sorted(played.made) == [1, 2, 3, 4, 5, 6]
    for ply, stands in enumerate(after, 1):
        assert moments[stands] <= played.made[ply]
    assert sorted(played.made.values()) == [played.made[ply] for ply in range(1, 7)]


def test_a_delay_is_from_the_hand_to_the_first_publication_of_the_right_move() -> None:
    played = course(2)
    first, second = played.wanted
    played.made.update({1: 10.0, 2: 13.0})
    played.hear("move", {"type": "move", "ply": 1, "uci": "a2a3"}, 10.1)
    played.hear("move", {"type": "move", "ply": 1, "uci": first}, 10.2)
    played.hear("move", {"type": "move", "ply": 1, "uci": first}, 10.9)
    played.hear("move", {"type": "withdraw", "from_ply": 1}, 11.0)
    played.hear("move", {"type": "move", "ply": 2, "uci": second}, 12.9)
    assert played.delays == [pytest.approx(0.2), 0.0]
    played.hear("moves", {"moves": [{"uci": first}]}, 13.0)
    assert not played.right
    played.hear("moves", {"moves": [{"uci": first}, {"uci": second}]}, 13.1)
    assert played.right


def test_a_board_on_a_bus_notes_when_it_is_asked_and_nobody_else() -> None:
    board = PolledBoard(EmulatorOptions(serial="01025"))
    board.obey(Order(Command.SEND_CHANGES, 1025), 1.0)
    board.obey(Order(Command.SEND_CHANGES, 1026), 1.5)
    board.obey(Order(Command.SEND_BRD, 1025), 2.0)
    board.obey(Order(Command.REPEAT_CHANGES, 1025), 3.0)
    assert board.asked == [1.0, 3.0]


def test_what_is_told_of_a_kind() -> None:
    polled = Table(1, Kind("DGT on one bus", "dgt-bus", Way.BUS), "", asked=[1.0, 2.0, 3.0])
    played = Course(polled, GAME, 2, made={1: 1.0, 2: 2.0}, published={1: 1.5, 2: 2.5})
    played.record = played.wanted
    text = told("DGT on one bus", [played])
    assert "1 of  1 games" in text
    assert "published after  0.500 s" in text
    assert "asked every  1.000 s" in text
