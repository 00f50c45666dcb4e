"""The configuration file, its documentation, and what is said when something in it is wrong."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path
from typing import get_type_hints

import chess
import pytest

from bridge.broker.connection import BrokerAddress, Tls
from bridge.config import (
    DEVELOPER_KEY_VARIABLE,
    MOVE_PASSWORD_VARIABLE,
    PASSWORD_VARIABLE,
    BoardSection,
    BridgeSection,
    BrokerSection,
    Config,
    EBoardSection,
    EventSection,
    Language,
    RoundSection,
    WebSection,
    WhiteClock,
    broker_address,
    codec_options,
    for_lines,
    load,
    move_password,
    state_directory,
)
from bridge.config.reading import Source, key_of, read
from bridge.laws import EDITIONS
from bridge.messages.places import Player
from bridge.rules.game import new_game
from bridge.rules.setup import Patience, Tempo
from drivers.eboard import Orientation
from drivers.errors import ConfigError
from drivers.placement import Sensing
from tests.privileges import without_privileges

SHIPPED = Path(__file__).parents[2] / "configs" / "touchmove.toml"
TABLES = {
    "bridge": BridgeSection,
    "event": EventSection,
    "round": RoundSection,
    "broker": BrokerSection,
    "web": WebSection,
    "eboard": EBoardSection,
    "board": BoardSection,
}
CHESS960_START = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"


def loaded(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "hall.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


# The shipped file


def test_shipped_file_loads_as_one_board_on_one_cable() -> None:
    config = load(SHIPPED)
    assert config == Config(
        eboards=(EBoardSection(line="/dev/ttyUSB0"),),
        boards=(BoardSection(number=1, eboard="/dev/ttyUSB0"),),
    )


def test_shipped_file_shows_every_section() -> None:
    assert {key_of(field) for field in dataclasses.fields(Config)} == TABLES.keys() == tomllib.loads(shown()).keys()


@pytest.mark.parametrize("table", TABLES)
def test_shipped_file_shows_every_key_with_its_default(table: str) -> None:
    section = tomllib.loads(shown())[table]
    (values,) = section if isinstance(section, list) else (section,)
    assert values.keys() == {key_of(field) for field in dataclasses.fields(TABLES[table])}
    required = {"line": values["line"]} if table == "eboard" else {}
    assert read(Source(SHIPPED, shown()), TABLES[table], values) == TABLES[table](**required)


def test_shipped_file_names_what_is_known_about_a_player() -> None:
    for field in dataclasses.fields(Player):
        assert f"{field.name} = " in SHIPPED.read_text(encoding="utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_shipped_file_names_every_choice(table: str) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    for hint in get_type_hints(TABLES[table]).values():
        for choice in getattr(hint, "__members__", {}).values():
            assert f'"{choice.value}"' in text


def shown() -> str:
    """The shipped file with all its defaults switched on."""
    return re.sub(r"^# (?=[a-z0-9_]+ = )", "", SHIPPED.read_text(encoding="utf-8"), flags=re.MULTILINE)


# Lines that several e-boards share


def test_eboards_on_one_line_serve_the_boards_in_their_order(tmp_path: Path) -> None:
    config = loaded(tmp_path, "".join(f'{BUS}serial = "{serial}"\n' for serial in (1001, 1002, 1003)))
    assert [config.eboard_of(board).serial for board in config.boards] == ["1001", "1002", "1003"]
    assert config.eboard_of(config.boards[1]).place == "/dev/a (1002)"


def test_one_eboard_alone_on_a_bus_needs_no_number(tmp_path: Path) -> None:
    config = loaded(tmp_path, BUS)
    assert not config.eboards[0].may_share
    assert config.eboard_of(config.boards[0]).place == "/dev/a"


def test_the_more_share_a_line_the_less_is_certain(tmp_path: Path) -> None:
    def scan_period(count: int) -> float:
        config = loaded(tmp_path, "".join(f'{BUS}serial = "{1001 + index}"\n' for index in range(count)))
        return config.setup_of(config.boards[0]).scan_period

    assert 0.25 < scan_period(1) < 0.3
    assert scan_period(30) > 1.0
    alone = loaded(tmp_path, EBOARD)
    assert alone.setup_of(alone.boards[0]).scan_period == 0.25


# What a file may say


def test_empty_file_is_a_bridge_without_boards(tmp_path: Path) -> None:
    assert loaded(tmp_path, "") == Config()


def test_everything_set(tmp_path: Path) -> None:
    config = loaded(
        tmp_path,
        f"""
        event = {{ slug = "izmir-acik", name = "İzmir Açık", tempo = "blitz", patience = "quick" }}
        [round]
        number = 3
        date = "2026-11-28"
        variant = "chess960"
        start_fen = "{CHESS960_START}"
        [broker]
        embedded = false
        host = "broker.example"
        port = 8883
        requests = true
        username = "bridge"
        password_file = "secret/broker"
        tls = true
        ca_file = "/etc/ca.pem"
        [web]
        language = "tr"
        [[eboard]]
        line = "tcp://192.0.2.7:4001"
        serial = "30123"
        orientation = "turned"
        white_clock = "left"
        developer_key_file = "secret/key"
        [[board]]
        number = 12
        eboard = "30123"
        white = {{ name = "Kaya, Deniz", title = "FM", rating = 2310 }}
        """,
    )
    assert config.event.tempo is Tempo.BLITZ
    assert config.event.patience is Patience.QUICK
    assert config.web.language is Language.TURKISH
    assert config.broker.password_file == str(tmp_path / "secret" / "broker")
    assert config.broker.ca_file == "/etc/ca.pem"
    (board,) = config.boards
    assert (board.number, board.white, board.black) == (12, Player("Kaya, Deniz", "FM", 2310), Player(""))
    eboard = config.eboard_of(board)
    assert (eboard.orientation, eboard.white_clock) == (Orientation.TURNED, WhiteClock.LEFT)
    assert eboard.codec_options.white_clock == "left"
    assert eboard.developer_key_file == str(tmp_path / "secret" / "key")
    setup = config.setup_of(board)
    assert setup.start.fen == chess.Board(CHESS960_START, chess960=True).fen()
    assert (setup.tempo, setup.sensing) == (Tempo.BLITZ, Sensing.IDENTITY)


def test_boards_take_the_eboards_in_their_order(tmp_path: Path) -> None:
    config = loaded(tmp_path, '[[eboard]]\nline = "/dev/a"\n[[eboard]]\nline = "/dev/b"\n[[eboard]]\nline = "/dev/c"\n')
    assert [(board.number, config.eboard_of(board).line) for board in config.boards] == [
        (1, "/dev/a"),
        (2, "/dev/b"),
        (3, "/dev/c"),
    ]


def test_a_spare_eboard_serves_no_board(tmp_path: Path) -> None:
    text = '[[eboard]]\nline = "/dev/a"\n[[eboard]]\nline = "/dev/b"\n[[board]]\nnumber = 7\neboard = "/dev/b"\n'
    config = loaded(tmp_path, text)
    assert [(board.number, config.eboard_of(board).line) for board in config.boards] == [(7, "/dev/b")]


@pytest.mark.parametrize("year", ["1997", "2014", "2018", "2023"])
def test_the_edition_of_the_laws_is_chosen_by_its_year(tmp_path: Path, year: str) -> None:
    config = loaded(tmp_path, f'[event]\nedition = "{year}"\n[[eboard]]\nline = "/dev/a"\n')
    setup = config.setup_of(config.boards[0])
    assert new_game(setup, 0.0).edition is EDITIONS[year]


@pytest.mark.parametrize(
    ("written", "increment", "minutes"),
    [("", 0.0, None), ("increment = 30\n", 30.0, None), ("increment = 2.5\nillegal_move_minutes = 1\n", 2.5, 1)],
)
def test_the_event_says_what_an_illegal_move_costs(
    tmp_path: Path, written: str, increment: float, minutes: int | None
) -> None:
    config = loaded(tmp_path, f'[event]\n{written}[[eboard]]\nline = "/dev/a"\n')
    setup = config.setup_of(config.boards[0])
    assert (setup.increment, setup.illegal_move_minutes) == (increment, minutes)


@pytest.mark.parametrize(
    ("line", "slower"), [("/dev/ttyUSB0", 1), ("/dev/rfcomm0", 2), ("rfcomm://00:06:66:AA:BB:CC", 2)]
)
def test_a_dgt_board_on_bluetooth_is_given_twice_the_time(line: str, slower: int) -> None:
    config = for_lines([line])
    setup = config.setup_of(config.boards[0])
    assert (setup.scan_period, setup.shortest_lift) == (0.25 * slower, 0.25 * slower)


def test_start_position_of_a_board_comes_before_that_of_the_round(tmp_path: Path) -> None:
    own = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    text = f'round.start_fen = "{chess.STARTING_FEN}"\n[[eboard]]\nline = "/dev/a"\n[[board]]\nstart_fen = "{own}"\n'
    config = loaded(tmp_path, text)
    assert config.start_of(config.boards[0]).fen == own


def test_lines_alone_are_a_configuration() -> None:
    config = for_lines(["/dev/ttyUSB0", "tcp://192.0.2.7:4001"])
    assert [board.number for board in config.boards] == [1, 2]
    assert config.setup_of(config.boards[1]).start.fen == chess.STARTING_FEN


def test_lines_alone_are_checked_too() -> None:
    with pytest.raises(ConfigError, match=r"'dgtt' is unknown. Did you mean 'dgt'\?"):
        for_lines(["/dev/ttyUSB0"], kind="dgtt")


# What is said when it is wrong

EBOARD = '[[eboard]]\nline = "/dev/a"\n'
BUS = f'{EBOARD}kind = "dgt-bus"\n'
FAULTS = {
    "unknown section": ("\n[brokr]\n", 2, "[brokr] is unknown. Did you mean 'broker'?"),
    "unknown key": ("[web]\nport = 80\nhots = 1\n", 3, "[web] hots is unknown. Did you mean 'host'?"),
    "unknown key of the second e-board": (f'{EBOARD}[[eboard]]\nline = "b"\n\nknd = "dgt"', 6, "[[eboard]] 2: knd"),
    "unknown key of a player": (f"{EBOARD}[[board]]\nwhite = {{ nam = 'x' }}", 4, "[[board]] 1: white.nam is unknown"),
    "a password": ('[broker]\npassword = "hunter2"', 2, "password is unknown. Did you mean 'password_file'?"),
    "nothing like it": ("[web]\nzzz = 1", 2, "Valid here: enabled, host, language, move_password_file, port."),
    "no section": ("port = 1883\n", 1, "port stands in no section."),
    "missing key": ("[web]\n\n[[eboard]]\nkind = 'dgt'", 3, "[[eboard]] 1: line is missing."),
    "text for a number": ('[web]\nport = "80"', 2, "[web] port: expected a whole number, got text in quotes."),
    "number for text": ("[[eboard]]\nline = 1", 2, "line: expected text in quotes, got a whole number."),
    "number for a choice": ("[event]\ntempo = 1", 2, "[event] tempo: expected text in quotes"),
    "port too high": ("[web]\nport = 65536", 2, "[web] port: expected a whole number <= 65535."),
    "round zero": ("[round]\nnumber = 0", 2, "[round] number: expected a whole number >= 1."),
    "text for true": ('[web]\nenabled = "yes"', 2, "expected true or false, got text in quotes."),
    "a value where a section goes": ("[web]\n[event.name]\n", 2, "[event] name: expected text in quotes, got a table."),
    "a section where a list goes": ("[eboard]\nline = 'x'", 1, "[eboard] is written [[eboard]], once for each."),
    "a list where a section goes": ("[[web]]\nport = 1", 1, "[web]: expected a table."),
    "unknown tempo": ('[event]\ntempo = "blits"', 2, "'blits' is unknown. Did you mean 'blitz'?"),
    "unknown edition": ('[event]\nedition = "2203"', 2, "[event] edition: '2203' is unknown. Did you mean '2023'?"),
    "unknown kind": (f'{EBOARD}kind = "dtg"', 3, "[[eboard]] 1: kind: 'dtg' is unknown. Did you mean 'dgt'?"),
    "chips that nobody reads": (f'{EBOARD}calibration = "x"', 3, "an e-board of the kind 'dgt' reads no chips."),
    "unknown line": ('[[eboard]]\nline = "udp://x:1"', 2, "lines of the kind 'udp' are not known"),
    "slug": ('[event]\nname = "x"\nslug = "İzmir Açık"', 3, "may not stand in a topic"),
    "date": ('[round]\ndate = "28.11.2026"', 2, "[round] date: '28.11.2026' is no day. Write it as \"2026-11-28\"."),
    "no FEN": ('[round]\nstart_fen = "e4"', 2, "this is no FEN"),
    "position without kings": (
        '[round]\nstart_fen = "8/8/8/8/8/8/8/8 w - - 0 1"',
        2,
        "from there (no white king, no black king, empty)",
    ),
    "Chess960 without a draw": (f'[round]\nvariant = "chess960"\n{EBOARD}', 1, "Chess960 needs a start position."),
    "same line twice": (f"{EBOARD}{EBOARD}", 4, "'/dev/a' is taken by [[eboard]] 1."),
    "same line by two kinds": (f'{BUS}serial = "1001"\n{EBOARD}', 6, "'/dev/a' is taken by [[eboard]] 1."),
    "shared line without numbers": (f"{BUS}{BUS}", 1, "[[eboard]] 1: serial: '' does not tell it from the others"),
    "shared line with a name for a number": (
        f'{BUS}serial = "1001"\n{BUS}serial = "the blue one"\n',
        8,
        "[[eboard]] 2: serial: 'the blue one' does not tell it from the others on /dev/a. Write its serial number",
    ),
    "shared line with a number twice": (
        f'{BUS}serial = "1001"\n{BUS}serial = "1001"\n',
        8,
        "[[eboard]] 2: serial: '1001' is taken by [[eboard]] 1.",
    ),
    "shared line with a number in two ways": (
        f'{BUS}serial = "1001"\n{BUS}serial = "3000001001"\n',
        8,
        "[[eboard]] 2: serial: '3000001001' is called as [[eboard]] 1 is. Correct it, or put one",
    ),
    "board that names a shared line": (
        f'{BUS}serial = "1001"\n{BUS}serial = "1002"\n[[board]]\neboard = "/dev/a"\n',
        10,
        "'/dev/a' is a line that several e-boards share. Write the serial number of one of them: 1001, 1002.",
    ),
    "same e-board of a shared line twice": (
        f'{BUS}serial = "1001"\n{BUS}serial = "1002"\n[[board]]\neboard = "1002"\n[[board]]\neboard = "1002"\n',
        12,
        "[[board]] 2: eboard: '1002' is taken by [[board]] 1.",
    ),
    "same serial twice": (
        '[[eboard]]\nline = "a"\nserial = "1"\n[[eboard]]\nline = "b"\nserial = "1"\n',
        6,
        "[[eboard]] 2: serial: '1' is taken by [[eboard]] 1.",
    ),
    "same number twice": (
        '[[eboard]]\nline = "a"\n[[eboard]]\nline = "b"\n[[board]]\nnumber = 2\n[[board]]\n',
        7,
        "[[board]] 2: number: '2' is taken by [[board]] 1.",
    ),
    "same e-board twice": (
        f'{EBOARD}serial = "9"\n[[board]]\neboard = "9"\n[[board]]\neboard = "/dev/a"\n',
        7,
        "[[board]] 2: eboard: '/dev/a' is taken by [[board]] 1.",
    ),
    "board without an e-board": (f"{EBOARD}[[board]]\n[[board]]\n", 4, "[[board]] 2 has no e-board."),
    "unknown e-board": (
        f'{EBOARD}serial = "30123"\n[[board]]\neboard = "30124"',
        5,
        "'30124' is unknown. Did you mean '30123'?",
    ),
    "embedded broker with a name": ('[broker]\nusername = "x"', 2, "without passwords. Set embedded = false"),
    "embedded broker elsewhere": ('[broker]\nhost = "0.0.0.0"', 2, "the embedded broker serves this machine only"),
    "one port for two protocols": ("[broker]\nmqtt311_port = 1883", 2, "1883 is taken by [broker] port."),
    "one port for page and broker": ("[web]\nport = 1884", 2, "1884 is taken by [broker] mqtt311_port."),
    "authority without TLS": (
        '[broker]\nembedded = false\nca_file = "x"',
        3,
        "[broker] ca_file means nothing without tls. Set tls = true.",
    ),
    "password of nobody": ('[broker]\nembedded = false\npassword_file = "x"', 3, "Set username too."),
    "requests from nobody": ("[broker]\nembedded = false\nrequests = true", 3, "cannot tell who may ask. Set username"),
    "broken value": ("[web]\nport = eighty\n", 2, "this is not TOML: Invalid value."),
    "hardware at a virtual line": (
        '[[eboard]]\nline = "page://a"',
        2,
        'the line of a virtual e-board (kind = "virtual")',
    ),
    "moved on a page that is off": (
        '[web]\nenabled = false\n[[eboard]]\nkind = "virtual"\nline = "page://a"',
        5,
        "the page on which this e-board is moved is switched off. Set enabled = true",
    ),
    "key twice": ("[web]\nport = 1\nport = 2\n", 3, "this is not TOML"),
    "text without an end": ('[web]\nhost = """x\n\n', 2, "this is not TOML"),
}


@pytest.mark.parametrize(("text", "line", "said"), FAULTS.values(), ids=FAULTS.keys())
def test_faults_are_told_with_their_line_and_a_remedy(tmp_path: Path, text: str, line: int, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, text)
    assert caught.value.where == f"{tmp_path / 'hall.toml'}, line {line}"
    assert said in str(caught.value)


def test_every_contradiction_is_told_and_none_twice(tmp_path: Path) -> None:
    text = f'[event]\nslug = "A B"\n[round]\nstart_fen = "e4"\n{EBOARD}{EBOARD}'
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, text)
    errors = (caught.value, *caught.value.others)
    assert [error.where.rpartition("line ")[2] for error in errors] == ["2", "4", "8"]


def test_no_secret_is_repeated(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, '[broker]\npassword = "hunter2"')
    assert "hunter2" not in str(caught.value)


def test_lines_are_found_behind_values_that_go_on(tmp_path: Path) -> None:
    text = '[event]\nname = """\nport = 1\n[web]\n"""\n# comment\nsite = """\\\n   İzmir"""\nsit = "x"\n'
    with pytest.raises(ConfigError, match=r"line 9: \[event\] sit is unknown"):
        loaded(tmp_path, text)
    with pytest.raises(ConfigError, match=r"line 2: \[event\] name"):
        loaded(tmp_path, "[event]\nname = [\n1,\n2]\n")


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no such file.*touchmove run --line"):
        load(tmp_path / "none.toml")


def test_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_a_file_of_somebody_else(tmp_path: Path) -> None:
    path = tmp_path / "hall.toml"
    path.touch(mode=0)
    with without_privileges(), pytest.raises(ConfigError, match=r"this user may not read it\. Let the user"):
        load(path)


def test_other_encodings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('[event]\nname = "Açık"\n'.encode("iso-8859-9"))
    with pytest.raises(ConfigError, match="is not in UTF-8"):
        load(path)


def test_the_mark_that_editors_on_windows_begin_with_is_no_text(tmp_path: Path) -> None:
    for name, text in (("hall.toml", '[event]\nslug = "izmir"\n'), ("secret", "açıl susam"), ("key", "01 23")):
        (tmp_path / name).write_text(text, encoding="utf-8-sig")
    assert load(tmp_path / "hall.toml").event.slug == "izmir"
    assert move_password(WebSection(move_password_file=str(tmp_path / "secret")), {}) == "açıl susam"
    eboard = EBoardSection("ble://Pegasus", "pegasus", developer_key_file=str(tmp_path / "key"))
    assert codec_options(eboard, {}).developer_key == b"\x01\x23"


# Where the state and the password are


@pytest.mark.parametrize(
    ("configured", "environment", "expected"),
    [
        ("/srv/tm", {"STATE_DIRECTORY": "/var/lib/touchmove"}, "/srv/tm"),
        ("", {"STATE_DIRECTORY": "/var/lib/touchmove:/other", "HOME": "/home/a"}, "/var/lib/touchmove"),
        ("", {"XDG_STATE_HOME": "/state", "HOME": "/home/a"}, "/state/touchmove"),
        ("", {"HOME": "/home/a"}, "/home/a/.local/state/touchmove"),
        ("", {}, "/var/lib/touchmove"),
    ],
)
def test_state_directory(configured: str, environment: dict[str, str], expected: str) -> None:
    config = Config(bridge=BridgeSection(state_directory=configured))
    assert state_directory(config, environment) == Path(expected)


def test_embedded_broker_has_the_usual_ports_and_nothing_to_sign_in_with() -> None:
    broker = BrokerSection()
    assert broker_address(broker, {PASSWORD_VARIABLE: "battery"}) == BrokerAddress("127.0.0.1", 1883)
    assert broker.page_port == 1884


def test_page_finds_other_brokers_at_their_only_port_unless_told() -> None:
    assert BrokerSection(embedded=False, port=1900).page_port == 1900
    assert BrokerSection(embedded=False, port=8883, mqtt311_port=1900).page_port == 1900


def test_broker_address_with_everything() -> None:
    sign_in = BrokerSection(username="bridge", password_file="/p", ca_file="/ca", cert_file="/cert")
    broker = dataclasses.replace(sign_in, embedded=False, host="mqtt", port=8883, tls=True)
    assert broker_address(broker, {PASSWORD_VARIABLE: "battery"}) == BrokerAddress(
        "mqtt", 8883, "bridge", "battery", Path("/p"), Tls(ca_file=Path("/ca"), cert_file=Path("/cert"))
    )


def test_password_never_shows() -> None:
    address = broker_address(BrokerSection(embedded=False, username="bridge"), {PASSWORD_VARIABLE: "battery"})
    assert address.password == "battery"
    assert "battery" not in repr(address)


@pytest.mark.parametrize("text", ["010203040506", "01 02 03 04 05 06\n", "01:02:03:04:05:06", " 0102 0304 0506 "])
def test_developer_key_comes_from_its_file_or_else_from_the_environment(tmp_path: Path, text: str) -> None:
    path = tmp_path / "key"
    path.write_text(text)
    from_file = codec_options(EBoardSection("/dev/x", developer_key_file=str(path)), {DEVELOPER_KEY_VARIABLE: "ff"})
    from_environment = codec_options(EBoardSection("/dev/x"), {DEVELOPER_KEY_VARIABLE: text})
    assert from_file.developer_key == from_environment.developer_key == bytes([1, 2, 3, 4, 5, 6])
    assert "01" not in repr(from_file)
    assert "x01" not in repr(from_file)
    assert codec_options(EBoardSection("/dev/x"), {}).developer_key == b""


@pytest.mark.parametrize(
    ("content", "what"), [(None, "cannot be read: No such file"), (b"hunter2", "no key"), (b"\xff", "no key")]
)
def test_developer_key_that_is_none_is_told_without_it(tmp_path: Path, content: bytes | None, what: str) -> None:
    path = tmp_path / "key"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=f"developer key file {path}: .*{what}") as refused:
        codec_options(EBoardSection("/dev/x", developer_key_file=str(path)), {})
    assert "hunter2" not in str(refused.value)
    assert refused.value.__cause__ is None


# Boards without hardware


def test_boards_that_are_moved_on_the_page_are_known(tmp_path: Path) -> None:
    config = loaded(tmp_path, f'{EBOARD}[[eboard]]\nkind = "virtual"\nline = "page://reserve"\n')
    assert [board.number for board in config.moved_boards] == [2]


def test_the_path_of_a_game_starts_at_the_files_directory(tmp_path: Path) -> None:
    text = '[[eboard]]\nkind = "virtual"\nline = "pgn://a.pgn?game=2"\n[[board]]\neboard = "pgn://a.pgn?game=2"\n'
    config = loaded(tmp_path, text)
    assert config.eboard_of(config.boards[0]).line == f"pgn://{tmp_path}/a.pgn?game=2"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "cannot be read: No such file or directory. Let the user"),
        ("", "there is no password for those who move pieces"),
        ("  \n", "there is no password"),
        ("kisa\n", "the password is too short. Take 8 characters"),
        (b"\xff\xfe", "is not in UTF-8"),
    ],
)
def test_a_password_that_protects_nothing_is_refused(tmp_path: Path, text: str | bytes | None, said: str) -> None:
    path = tmp_path / "password"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ConfigError) as caught:
        move_password(WebSection(move_password_file=str(path)), {})
    assert said in str(caught.value)
    assert "kisa" not in str(caught.value)


def test_the_password_comes_from_its_file_or_else_from_the_environment(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("açıl susam\n", encoding="utf-8")
    environment = {MOVE_PASSWORD_VARIABLE: "from the environment"}
    config = loaded(tmp_path, '[web]\nmove_password_file = "secret"')
    assert move_password(config.web, environment) == "açıl susam"
    assert move_password(WebSection(), environment) == "from the environment"
    with pytest.raises(ConfigError, match=rf"^{MOVE_PASSWORD_VARIABLE}: there is no password"):
        move_password(WebSection(), {})
