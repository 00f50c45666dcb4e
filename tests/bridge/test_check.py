import asyncio
import socket
from contextlib import suppress
from dataclasses import replace

import chess
import pytest

from bridge.check import Finding, check, check_file
from bridge.check.eboards import look_at_eboard, look_at_line
from bridge.check.machine import look_at_broker, look_at_clock, look_at_port, look_at_ports, look_at_state_directory
from bridge.config import (
    MOVE_PASSWORD_VARIABLE,
    BoardSection,
    BrokerSection,
    Config,
    EBoardSection,
    WebSection,
    for_lines,
    load,
)
from drivers import registry
from drivers.eboard import EmulatorOptions, Orientation
from drivers.emulation import emulate, emulate_shared
from drivers.errors import LineLost, LineRefused
from drivers.lines import PtyLine, null_modem
from drivers.placement import codes, from_fen, turned
from tests.bridge.broker.brokers import free_port
from tests.privileges import without_privileges
from tests.virtual_time import run

pytestmark = pytest.mark.alone

START = from_fen(chess.STARTING_BOARD_FEN)


def ticks_and_crosses(findings):
    return "".join("✓" if finding.ok else "✗" for finding in findings)


# The machine


def test_state_directory_that_will_be_made_where_the_user_may(tmp_path):
    findings = look_at_state_directory(tmp_path / "new" / "state", boards=1)
    assert ticks_and_crosses(findings) == "✓✓"
    assert not (tmp_path / "new").exists()


def test_state_directory_inside_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    (finding,) = look_at_state_directory(tmp_path / "file" / "state", boards=1)
    assert not finding.ok
    assert "set [bridge] state_directory" in finding.remedy


def test_state_directory_where_this_user_may_not_even_look(tmp_path):
    (tmp_path / "locked").mkdir(mode=0)
    with without_privileges():
        (finding,) = look_at_state_directory(tmp_path / "locked" / "state", boards=1)
    assert not finding.ok
    assert "cannot be written to" in finding.what


def test_disk_without_room_for_that_many_boards(tmp_path):
    _, finding = look_at_state_directory(tmp_path, boards=10**9)
    assert not finding.ok
    assert finding.remedy.startswith("Make room")


def test_port_in_use_and_free():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        finding = look_at_port("Page", "127.0.0.1", port, "[web] port")
        assert finding == Finding(
            False, f"Page: port {port} is in use.", "Is touchmove running already? Else set [web] port."
        )
    assert look_at_port("Page", "127.0.0.1", port, "[web] port").ok


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-machine.invalid", "2001:db8::1"])
def test_addresses_of_other_machines(host):
    finding = look_at_port("Page", host, 8080, "[web] port")
    assert not finding.ok
    assert "no address of this machine" in finding.what


def test_only_ports_that_will_be_used_are_looked_at():
    nothing = look_at_ports(BrokerSection(embedded=False), WebSection(enabled=False))
    assert nothing == []
    assert len(look_at_ports(BrokerSection(), WebSection())) == 3


def test_broker_that_is_not_there():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    broker = BrokerSection(embedded=False, port=port)
    (finding,) = asyncio.run(look_at_broker("hall", broker, {}))
    assert not finding.ok
    assert f"127.0.0.1:{port}" in finding.what
    assert finding.remedy


def test_clock_is_told_where_the_system_knows():
    assert len(asyncio.run(look_at_clock())) <= 1


# The e-boards


def opener(placements):
    """Opens lines to virtual e-boards by name. None: nothing is at the other end of the line."""

    async def open_line(address, _):
        if address not in placements:
            raise LineRefused("there is no such port.", where=address, remedy="Is the e-board plugged in?")
        host, other = null_modem(address, "eboard")
        placement = placements[address]
        if placement is not None:
            emulating.append(asyncio.create_task(until_unplugged(virtual_eboard(placement), other)))
        return host

    emulating = []  # the loop itself keeps only weak references to its tasks
    return open_line


async def until_unplugged(emulator, line):
    with suppress(LineLost):
        await emulate(emulator, line)


def virtual_eboard(placement):
    emulator = registry.eboard("dgt").emulator(EmulatorOptions(serial="30123"))
    for square, code in enumerate(codes(placement)):
        emulator.set_square(square, code, 0.0)
    return emulator


def looked_at(placement, **eboard):
    """What is said about one e-board on which the placement stands."""
    config = for_lines(["cable"])
    config = replace(config, eboards=(replace(config.eboards[0], **eboard),))
    return run(look_at_eboard(config, config.eboards[0], {}, opener({"cable": placement})))


def test_eboard_with_the_start_position():
    eboard, position = looked_at(START, serial="3000030123")
    assert eboard == Finding(True, "cable: e-board 3000030123, firmware 1.8.")
    assert position == Finding(True, "Board 1: the start position stands.")


def test_eboard_of_another_board():
    eboard, position = looked_at(START, serial="3000030124")
    assert eboard.what == "cable: e-board 3000030123 is here, not 3000030124."
    assert eboard.remedy.startswith("Exchange the cables")
    assert position.ok


@pytest.mark.parametrize(
    ("placement", "wrong"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR", "wrong: d1, e1."),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "wrong: e2, e4."),
        ("8/8/8/8/8/8/8/8", "wrong: 32 squares."),
    ],
)
def test_start_position_that_does_not_stand(placement, wrong):
    eboard, position = looked_at(from_fen(placement))
    assert eboard.ok
    assert position == Finding(False, f"Board 1: the start position does not stand; {wrong}", "Set the pieces up.")


def test_eboard_the_wrong_way_round():
    _, position = looked_at(turned(START), orientation=Orientation.NORMAL)
    assert position.what == "Board 1: White's pieces stand on Black's side."
    _, position = looked_at(turned(START))
    assert position.ok


def test_line_on_which_nothing_answers():
    (finding,) = looked_at(None)
    assert not finding.ok
    assert finding.what == "cable: nothing answers as an e-board of the kind 'dgt' does."


class ClosedAtOnce:
    """A line of a device server that lets in one at a time: the other side hangs up."""

    name = "cable"

    async def read(self):
        raise LineLost("the other side closed the line.", where=self.name)

    async def write(self, data):
        pass

    async def close(self):
        pass


def test_line_that_somebody_else_uses_is_said_to_be_closed_not_silent():
    async def open_line(_address, _family):
        return ClosedAtOnce()

    config = for_lines(["cable"])
    (finding,) = run(look_at_eboard(config, config.eboards[0], {}, open_line))
    assert finding == Finding(False, "cable: the other side closed the line.", "Does another program use it?")


def test_line_that_cannot_be_opened():
    config = for_lines(["/dev/ttyUSB7"])
    (finding,) = run(look_at_eboard(config, config.eboards[0], {}, opener({})))
    assert finding == Finding(False, "/dev/ttyUSB7: there is no such port.", "Is the e-board plugged in?")


def test_spare_eboard_has_no_position_to_show():
    config = Config(eboards=(EBoardSection(line="cable"),))
    (finding,) = run(look_at_eboard(config, config.eboards[0], {}, opener({"cable": from_fen("8/8/8/8/8/8/8/8")})))
    assert finding.ok


# E-boards that share a line


def bus(*serials):
    """Opens one line with these virtual e-boards on it."""

    async def open_line(address, _family):
        host, other = null_modem(address, "eboards")
        options = [EmulatorOptions(serial=serial, seed=seed) for seed, serial in enumerate(serials)]
        emulator = registry.eboard("dgt-bus").sharing.emulator(options)
        emulating.append(asyncio.create_task(until_all_unplugged(emulator, other)))
        return host

    emulating = []
    return open_line


async def until_all_unplugged(emulator, line):
    with suppress(LineLost):
        await emulate_shared(emulator, line)


def shared(*serials):
    return Config(
        eboards=tuple(EBoardSection(line="cable", kind="dgt-bus", serial=serial) for serial in serials),
        boards=tuple(BoardSection(number=number, eboard=serial) for number, serial in enumerate(serials, 1)),
    )


def test_everybody_on_a_shared_line():
    line, *others = run(look_at_line(shared("1001", "1002"), "cable", {}, bus("1001", "1002")))
    assert line == Finding(True, "cable: each e-board is read every 0.1 s.")
    assert others == [
        Finding(True, "cable: e-board 1001, firmware 1.8."),
        Finding(True, "Board 1: the start position stands."),
        Finding(True, "cable: e-board 1002, firmware 1.8."),
        Finding(True, "Board 2: the start position stands."),
    ]


def test_who_is_missing_who_is_too_much_and_who_is_there_twice():
    findings = run(look_at_line(shared("1001", "1002", "1003"), "cable", {}, bus("1001", "1003", "1003", "1004")))
    crosses = [finding for finding in findings if not finding.ok]
    assert [finding.what for finding in crosses] == [
        "cable: two e-boards answer to the number 1003.",
        "cable: e-board 01004 is here, and nobody serves it.",
        "cable: e-board 1002 does not answer.",
        "cable: e-board 1003 does not answer.",
    ]
    assert all(finding.remedy for finding in crosses)


def test_shared_line_that_cannot_be_opened():
    (finding,) = run(look_at_line(shared("1001", "1002"), "cable", {}, opener({})))
    assert finding.what == "cable: there is no such port."


def test_one_eboard_in_bus_mode_needs_no_number():
    config = for_lines(["cable"], "dgt-bus")
    eboard, position = run(look_at_line(config, "cable", {}, bus("1001")))
    assert eboard.what == "cable: e-board 01001, firmware 1.8."
    assert position.ok


# Boards without hardware


def looked_at_virtual(folder, line, start="", environment=None):
    (folder / "games.pgn").write_text('[White "Kaya"]\n[Black "Demir"]\n\n1. e4 e5 2. Nf3 *\n', encoding="utf-8")
    path = folder / "hall.toml"
    path.write_text(f'round = {{ start_fen = "{start}" }}\n[[eboard]]\nkind = "virtual"\nline = "{line}"\n')
    config = load(path)
    return [str(each) for each in run(look_at_line(config, config.eboards[0].line, environment or {}, opener({})))]


def test_board_that_is_moved_on_the_page_is_told_with_its_address(tmp_path):
    password = {MOVE_PASSWORD_VARIABLE: "açıl susam"}
    (finding,) = looked_at_virtual(tmp_path, "page://reserve", environment=password)
    assert finding == "✓ page://reserve: board 1 is moved by hand at http://127.0.0.1:8080/move/1."


def test_board_that_nobody_may_move(tmp_path):
    (finding,) = looked_at_virtual(tmp_path, "page://reserve")
    assert finding.startswith(f"✗ {MOVE_PASSWORD_VARIABLE}: there is no password for those who move pieces")


def test_board_that_plays_a_file(tmp_path):
    (finding,) = looked_at_virtual(tmp_path, "pgn://games.pgn")
    assert finding == f"✓ pgn://{tmp_path}/games.pgn: Kaya – Demir, 2 moves, again and again."


def test_game_that_is_not_in_the_file(tmp_path):
    (finding,) = looked_at_virtual(tmp_path, "pgn://games.pgn?game=2")
    assert finding == f"✗ {tmp_path}/games.pgn: there is no game 2 with moves in it. Name one from 1 to 1."


def test_game_that_begins_elsewhere_than_the_board(tmp_path):
    _, finding = looked_at_virtual(tmp_path, "pgn://games.pgn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert finding == (
        "✗ Board 1: this game begins from another position. "
        f'Set start_fen = "{chess.STARTING_FEN}" under its [[board]].'
    )


# All of it


def test_everything_over_a_real_port(tmp_path):
    async def scene():
        line = PtyLine(tmp_path / "eboard")
        emulating = asyncio.create_task(emulate(virtual_eboard(START), line))
        path = tmp_path / "hall.toml"
        path.write_text(
            f'[bridge]\nstate_directory = "state"\n[broker]\nport = {free_port()}\nmqtt311_port = {free_port()}\n'
            f'[web]\nenabled = false\n[[eboard]]\nline = "{line.name}"\n'
        )
        findings = [finding async for finding in check_file(path, {})]
        emulating.cancel()
        await asyncio.wait({emulating})
        await line.close()
        return findings

    findings = [str(finding) for finding in asyncio.run(scene())]
    assert findings[0] == f"✓ Configuration {tmp_path / 'hall.toml'}."
    assert findings[1] == f"✓ State directory {tmp_path / 'state'}."
    assert findings[-1] == "✓ Board 1: the start position stands."
    assert all(finding.startswith("✓") for finding in findings if "network's time" not in finding)


def test_configuration_that_cannot_be_used_is_all_that_is_told(tmp_path):
    path = tmp_path / "hall.toml"
    path.write_text("[web]\nprot = 1\n")

    async def scene():
        return [str(finding) async for finding in check_file(path, {})]

    assert asyncio.run(scene()) == [f"✗ {path}, line 2: [web] prot is unknown. Did you mean 'port'?"]


def test_every_fault_of_the_configuration_has_a_cross(tmp_path):
    path = tmp_path / "hall.toml"
    path.write_text('[round]\ndate = "tomorrow"\n[web]\nport = 1884\n')

    async def scene():
        return [str(finding) async for finding in check_file(path, {})]

    assert asyncio.run(scene()) == [
        f"✗ {path}, line 2: [round] date: 'tomorrow' is no day. Write it as \"2026-11-28\".",
        f"✗ {path}, line 4: [web] port: 1884 is taken by [broker] mqtt311_port. Each port has one use.",
    ]


def test_no_eboard_is_told(tmp_path):
    config = Config(broker=BrokerSection(port=free_port(), mqtt311_port=free_port()), web=WebSection(enabled=False))

    async def scene():
        return [finding async for finding in check(config, {"HOME": str(tmp_path)})]

    assert Finding(
        False, "There is no e-board.", "Add an [[eboard]] with its line to the configuration."
    ) in asyncio.run(scene())
