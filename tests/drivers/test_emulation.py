import asyncio
import random

import chess
import pytest

from drivers.dgt import EBOARD, bus
from drivers.dgt.bus import wire as bus_wire
from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.emulation import emulate, emulate_shared
from drivers.errors import LineLost
from drivers.hand import CALM, Act, placement_after, play
from drivers.lines import PtyLine, null_modem, open_line
from drivers.placement import EMPTY, code_from_symbol, from_fen, placement_of, with_code
from drivers.reports import ClockPaused, ClockResumed, ClockTimes, Dump, Press, SquaresChanged
from tests.virtual_time import run

START = from_fen(chess.STARTING_BOARD_FEN)


async def _host(line, until):
    """Read the line with the family's codec until it is lost or the time has come; returns the reports."""
    codec, loop, reports = EBOARD.codec(CodecOptions()), asyncio.get_running_loop(), []
    codec.start(loop.time())
    while loop.time() < until:
        await line.write(codec.data_to_send())
        try:
            async with asyncio.timeout_at(min(until, codec.next_timeout())):
                data = await line.read()
            reports += [(loop.time(), report) for report in codec.receive(data, loop.time())]
        except TimeoutError:
            reports += [(loop.time(), report) for report in codec.handle_timeout(loop.time())]
    return reports


def _played(acts, seconds, **options):
    async def scene():
        host, eboard = null_modem()
        emulating = asyncio.create_task(emulate(EBOARD.emulator(EmulatorOptions(**options)), eboard, acts))
        reports = await _host(host, seconds)
        emulating.cancel()
        await asyncio.wait({emulating})
        return reports

    return run(scene())


def _placement(reports):
    placement = None
    for _, report in reports:
        match report:
            case Dump(placement):
                pass
            case SquaresChanged(changes):
                for square, code in changes:
                    placement = with_code(placement, square, code)
    return placement


def test_each_eboard_on_a_shared_line_does_its_own_acts():
    acts = [[Act(1.0, SquaresChanged(((chess.E2, EMPTY),)))], [Act(2.0, SquaresChanged(((chess.D2, EMPTY),)))]]

    async def scene():
        host, eboards = null_modem()
        emulator = bus.EBOARD.sharing.emulator([EmulatorOptions(serial="1001"), EmulatorOptions(serial="1002")])
        emulating = asyncio.create_task(emulate_shared(emulator, eboards, acts))
        answers = []
        for seconds in (1.5, 1.0):
            await asyncio.sleep(seconds)
            for address in (1001, 1002):
                await host.write(bus_wire.Order(bus_wire.Command.SEND_BRD, address).to_bytes())
                splitter = bus_wire.BusSplitter()
                while not (found := splitter.feed(await host.read())):
                    pass
                answers += [sum(code != 0 for code in frame.data) for frame in found]
        emulating.cancel()
        await asyncio.wait({emulating})
        return answers

    assert run(scene()) == [31, 32, 31, 31]


def test_acts_are_done_at_their_time():
    acts = [
        Act(1.0, ClockResumed(chess.WHITE)),
        Act(2.0, SquaresChanged(((chess.E2, EMPTY),))),
        Act(3.5, SquaresChanged(((chess.E4, code_from_symbol("P")),))),
        Act(5.0, Press(chess.WHITE)),
        Act(7.25, ClockPaused()),
    ]
    reports = _played(acts, 9.0)
    kept = [(round(at, 1), report) for at, report in reports if isinstance(report, tuple(type(a.does) for a in acts))]
    assert kept == [(pytest.approx(act.at, abs=0.1), act.does) for act in acts]
    shown = [(report.white, report.black) for at, report in reports if isinstance(report, ClockTimes)][-1]
    assert shown == (5400 - 4 + 30, 5400 - 2)


def test_a_whole_game_played_by_hand_arrives_square_by_square():
    board, moves = chess.Board(), []
    rng = random.Random(7)
    for _ in range(60):
        moves.append(rng.choice(list(board.legal_moves)))
        board.push(moves[-1])
    acts = [Act(0.0, ClockResumed(chess.WHITE)), *play(chess.Board(), moves, CALM, random.Random(1))]
    reports = _played(acts, acts[-1].at + 5, scan=0.25)
    assert _placement(reports) == placement_of(board) == placement_after(START, acts)
    assert sum(isinstance(report, Press) for _, report in reports) == sum(isinstance(a.does, Press) for a in acts)


def test_acts_are_made_up_only_when_their_turn_comes():
    asked = []

    def acts():
        for at in (1.0, 2.0, 30.0):
            asked.append(at)
            yield Act(at, ClockPaused())

    _played(acts(), 10.0)
    assert asked == [1.0, 2.0, 30.0]


def test_the_end_of_the_line_ends_it():
    async def scene():
        host, eboard = null_modem()
        emulating = asyncio.create_task(emulate(EBOARD.emulator(EmulatorOptions()), eboard))
        await asyncio.sleep(1)
        await host.close()
        with pytest.raises(LineLost):
            await emulating

    run(scene())


@pytest.mark.alone
@pytest.mark.asyncio
async def test_a_virtual_board_on_a_pseudo_terminal_outlives_its_hosts(tmp_path):
    """In real time: two hosts after each other find the same board as the hands have left it."""
    eboard = PtyLine(tmp_path / "board1")
    acts = [Act(0.0, SquaresChanged(((chess.E2, EMPTY),)))]
    emulating = asyncio.create_task(emulate(EBOARD.emulator(EmulatorOptions()), eboard, acts))
    for _ in range(2):
        host = await open_line(eboard.name)
        reports = await _host(host, asyncio.get_running_loop().time() + 0.15)
        assert _placement(reports) == with_code(START, chess.E2, EMPTY)
        await host.close()
    assert not emulating.done()
    emulating.cancel()
    await asyncio.wait({emulating})
    await eboard.close()
