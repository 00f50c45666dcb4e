"""The codec: what it asks, what it makes of the answers, and that no bytes can confuse it for long."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import registry
from drivers.chesslink import EBOARD
from drivers.chesslink.codec import NO_PIECES, ChessLinkCodec
from drivers.chesslink.wire import letters_of_placement, to_bytes
from drivers.eboard import CodecOptions, Orientation
from drivers.placement import Placement, Sensing, from_fen, seen_by, with_code
from drivers.reports import Dump, Garbled, Identified, Oriented, Report, Silent, SquaresChanged, Trouble

START = from_fen(chess.STARTING_BOARD_FEN)
LIFTED = with_code(START, chess.E2, 0)
E4 = with_code(LIFTED, chess.E4, chess.PAWN)
EXCLUSIVE = Identified("", "1.3", "Millennium Exclusive")


def status(placement: Placement) -> bytes:
    return to_bytes("s" + letters_of_placement(placement))


def started(options: CodecOptions | None = None, sensing: Sensing = Sensing.IDENTITY) -> ChessLinkCodec:
    codec = ChessLinkCodec(options or CodecOptions(), sensing)
    codec.start(0.0)
    return codec


def asked(codec: ChessLinkCodec) -> str:
    """The command that waits to be sent, without its checksum."""
    return bytes(byte & 0x7F for byte in codec.data_to_send()).decode("ascii")[:-2]


def converse(codec: ChessLinkCodec, answers: dict[str, str], until: float = 5.0, now: float = 0.0) -> list[str]:
    """Answer what is asked, as far as there is an answer, until that time; what was asked."""
    told: list[str] = []
    REPORTS[codec] = reports = []
    while True:
        while command := asked(codec):
            told.append(command)
            if command in answers:
                reports += codec.receive(to_bytes(answers[command]), now + 0.02)
        due = codec.next_timeout()
        assert due is not None
        if due > until:
            return told
        now = max(now, due)
        reports += codec.handle_timeout(now)


REPORTS: dict[ChessLinkCodec, list[Report]] = {}
NORMAL_ANSWERS = {
    "V": "v0103",
    "S": "s" + letters_of_placement(START),
    "R00": "r0000",
    "R01": "r0114",
    "R02": "r0203",
    "X": "x",
}


def opened(options: CodecOptions | None = None) -> ChessLinkCodec:
    """A codec after the opening dialogue, at 1 s."""
    codec = started(options)
    converse(codec, NORMAL_ANSWERS, until=1.0)
    return codec


def registers(asked: list[str]) -> list[str]:
    return [command for command in asked if command[0] in "RW"]


# ---- the opening dialogue ----


def test_opening_of_a_board_that_is_set_as_it_must_be() -> None:
    codec = started()
    assert converse(codec, NORMAL_ANSWERS, until=4.0) == ["V", "S", "R00", "R01", "R02", "X"]
    assert REPORTS[codec] == [EXCLUSIVE, Oriented(turned=False), Dump(START)]


def test_registers_are_written_where_they_differ() -> None:
    """As they come from the factory: a report after every scan."""
    factory = NORMAL_ANSWERS | {"R02": "r0200", "W0203": "w0203"}
    assert registers(converse(started(), factory, until=4.0)) == ["R00", "R01", "R02", "W0203"]
    slow = NORMAL_ANSWERS | {"R00": "r0001", "R01": "r0130"}
    assert registers(converse(started(), slow, until=4.0)) == ["R00", "W0000", "R01", "W0114", "R02"]


def test_registers_that_do_not_answer_are_written() -> None:
    mute = {"V": "v0103", "S": NORMAL_ANSWERS["S"]}
    assert registers(converse(started(), mute, until=10.0)) == ["R00", "R01", "W0000", "W0114", "R02", "W0203"]


def test_between_two_commands_a_radio_link_gets_time() -> None:
    codec = started()
    codec.data_to_send()
    codec.receive(to_bytes("v0103"), 0.02)
    assert codec.data_to_send() == b""
    assert codec.next_timeout() == pytest.approx(0.1)
    codec.handle_timeout(0.1)
    assert asked(codec) == "S"


def test_a_report_between_a_command_and_its_answer_changes_nothing() -> None:
    codec = started()
    codec.data_to_send()
    assert Dump(START) in codec.receive(status(START), 0.05)
    assert codec.receive(to_bytes("v0103"), 0.2) == [EXCLUSIVE]
    assert asked(codec) == "S"


def test_who_does_not_say_its_version_is_asked_three_times_and_read_nevertheless() -> None:
    codec = started()
    told = converse(codec, {key: text for key, text in NORMAL_ANSWERS.items() if key != "V"}, until=7.0)
    assert told[:5] == ["V", "V", "V", "S", "R00"]
    assert REPORTS[codec] == [Oriented(turned=False), Dump(START)]


@pytest.mark.parametrize(
    ("version", "identity", "told"),
    [
        ("0103", None, Identified("", "1.3", "Millennium Exclusive")),
        ("010F", None, Identified("", "1.15", "Millennium Exclusive")),
        ("0110", None, Identified("", "1.16", "Millennium The King Performance")),
        ("01FF", None, Identified("", "1.255", "Millennium The King Performance")),
        ("0200", "55mm", Identified("", "2.0", "Millennium Supreme Tournament 55")),
        ("0203", "", Identified("", "2.3", "Millennium Supreme Tournament 55")),  # it does not answer
        ("0203", "e-one 7", Identified("", "2.3", "Millennium eONE")),
    ],
)
def test_models(version: str, identity: str | None, told: Identified) -> None:
    codec = started()
    answers = NORMAL_ANSWERS | {"V": f"v{version}"} | ({"I00": f"i00{identity}"} if identity else {})
    commands = converse(codec, answers, until=4.0)
    assert ("I00" in commands) == (identity is not None)
    assert [report for report in REPORTS[codec] if isinstance(report, Identified)] == [told]


def test_an_eone_cannot_be_read_as_a_board_that_knows_pieces() -> None:
    codec = started()
    answers = NORMAL_ANSWERS | {"V": "v0203", "I00": "i00e-one", "R06": "r063F", "W0610": "w0610"}
    commands = converse(codec, answers, until=6.0)
    assert "W0610" in commands, "its rules, error lights and turning are switched off"
    assert [report for report in REPORTS[codec] if isinstance(report, Trouble)] == [NO_PIECES]
    codec.request_dump(6.0)
    assert codec.receive(status(E4), 6.1) == []


def test_after_an_eone_another_board_at_the_same_line_is_read() -> None:
    codec = started()
    converse(codec, NORMAL_ANSWERS | {"V": "v0203", "I00": "i00e-one"}, until=4.0)
    converse(codec, NORMAL_ANSWERS, until=12.0, now=4.0)
    assert REPORTS[codec][-1] == Dump(START)


def test_an_eone_by_name_never_tells_letters() -> None:
    codec = registry.eboard("eone").codec(CodecOptions(Orientation.NORMAL))
    codec.start(0.0)
    assert codec.receive(status(START), 0.1) == [Dump(seen_by(Sensing.OCCUPANCY, START))]
    assert codec.receive(status(E4), 0.2) == [SquaresChanged(((chess.E2, 0), (chess.E4, 8)))]


def test_another_board_at_the_same_line_is_set_up_as_well() -> None:
    codec = opened()
    codec.receive(to_bytes("v0110"), 2.0)
    assert registers(converse(codec, NORMAL_ANSWERS | {"V": "v0110"}, until=4.0, now=2.0)) == ["R00", "R01", "R02"]


# ---- squares ----


def test_squares_of_one_report_are_one_change() -> None:
    codec = opened()
    assert codec.receive(status(LIFTED), 2.0) == [SquaresChanged(((chess.E2, 0),))]
    assert codec.receive(status(E4), 3.0) == [SquaresChanged(((chess.E4, chess.PAWN),))]
    assert codec.receive(status(START) + status(E4), 4.0) == [
        SquaresChanged(((chess.E2, chess.PAWN), (chess.E4, 0))),
        SquaresChanged(((chess.E2, 0), (chess.E4, chess.PAWN))),
    ]
    assert codec.receive(status(E4), 5.0) == []


def test_a_dump_is_the_next_report_as_a_whole() -> None:
    codec = opened()
    codec.request_dump(2.0)
    codec.request_dump(2.0)
    assert asked(codec) == "S"
    assert asked(codec) == ""
    assert codec.receive(status(LIFTED), 2.1) == [SquaresChanged(((chess.E2, 0),)), Dump(LIFTED)]
    assert codec.receive(status(LIFTED), 2.2) == []


def test_a_dump_that_does_not_come_is_asked_for_again() -> None:
    codec = opened()
    codec.request_dump(2.0)
    assert asked(codec) == "S"
    codec.handle_timeout(3.0)
    assert asked(codec) == "S"
    assert codec.receive(status(E4), 3.1)[-1] == Dump(E4)


@pytest.mark.parametrize("number", [0, 518, 959])
def test_the_side_of_white_is_seen_in_every_start_position(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    letters = letters_of_placement(from_fen(board.board_fen()))
    codec = started()
    assert codec.receive(to_bytes("s" + letters), 0.1)[0] == Oriented(turned=False)
    assert codec.receive(to_bytes("s" + letters[::-1]), 0.2)[-2:] == [
        Oriented(turned=True),
        Dump(from_fen(board.board_fen())),
    ]


def test_a_board_that_lies_the_other_way_round() -> None:
    """The reports of the published description, in which White's first rank comes last."""
    lifted = letters_of_placement(START)[::-1]
    codec = started()
    assert codec.receive(to_bytes("s" + lifted), 0.1) == [Oriented(turned=True), Dump(START)]
    moved = "srnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR"
    assert codec.receive(to_bytes(moved), 0.2) == [SquaresChanged(((chess.E4, chess.PAWN), (chess.E2, 0)))]


def test_orientation_is_kept_over_a_new_line_and_may_be_given() -> None:
    codec = started(CodecOptions(turned=True))
    assert codec.receive(to_bytes("s" + letters_of_placement(E4)[::-1]), 0.1) == [Dump(E4)]
    codec.start(1.0)
    assert codec.receive(to_bytes("s" + letters_of_placement(LIFTED)[::-1]), 1.1) == [Dump(LIFTED)]


# ---- lights ----


def test_lights_are_turned_as_the_squares_are() -> None:
    codec = opened(CodecOptions(Orientation.TURNED))
    codec.light(frozenset({chess.A1}), 2.0)
    command = asked(codec)
    assert {at for at in range(81) if command[3 + 2 * at : 5 + 2 * at] != "00"} == {7, 8, 16, 17}  # h8, as it is named


def test_only_the_last_wish_for_lights_is_sent() -> None:
    codec = opened()
    codec.light(frozenset({chess.A1}), 2.0)
    codec.light(frozenset({chess.B1}), 2.0)
    codec.light(frozenset(), 2.0)
    assert asked(codec)[0] == "L"
    codec.receive(to_bytes("l"), 2.02)
    codec.handle_timeout(2.1)
    assert asked(codec) == "X"
    codec.handle_timeout(2.5)  # the King Performance does not always acknowledge
    assert asked(codec) == ""
    assert codec.receive(status(LIFTED), 3.0) == [SquaresChanged(((chess.E2, 0),))]


def test_lights_shine_again_after_a_new_line() -> None:
    codec = opened()
    codec.light(frozenset({chess.A1}), 2.0)
    codec.data_to_send()
    codec.start(3.0)
    assert converse(codec, NORMAL_ANSWERS, until=5.0, now=3.0)[-1][0] == "L"


def test_lights_turn_when_the_side_of_white_is_found_out() -> None:
    codec = opened()
    codec.light(frozenset({chess.A1}), 2.0)
    before = asked(codec)
    codec.receive(to_bytes("l"), 2.1)
    codec.receive(to_bytes("s" + letters_of_placement(START)[::-1]), 2.2)
    assert asked(codec) not in {"", before}


# ---- silence, garbage, new lines ----


def test_a_board_that_answers_is_not_silent() -> None:
    codec = opened()
    told = converse(codec, NORMAL_ANSWERS, until=62.0, now=1.0)
    assert REPORTS[codec] == []
    assert told.count("S") == told.count("V") == 12  # every 5 s


def test_silence_is_told_once_and_ended_by_the_opening_dialogue() -> None:
    codec = opened()
    converse(codec, {}, until=60.0, now=1.0)
    assert [type(report) for report in REPORTS[codec]] == [Silent]
    assert codec.receive(status(E4), 61.0) == [Dump(E4)]
    assert "R02" in converse(codec, NORMAL_ANSWERS, until=64.0, now=61.0)


def test_a_board_that_never_speaks_is_silent() -> None:
    codec = started()
    converse(codec, {}, until=20.0)
    assert REPORTS[codec] == [Silent(pytest.approx(7.5))]


@pytest.mark.parametrize(
    "said",
    [
        b":255 255 0 0 0 0 255 255\r\n",  # a Sentio
        bytes.fromhex("8D 000A  01 30 00  01 30 00  08"),  # a DGT clock
        b"=p" + bytes(32),  # an iChessOne
        b"0#e2u*",  # a Square Off
    ],
)
def test_a_board_of_another_maker_is_garbled_and_silent(said: bytes) -> None:
    codec = started()
    reports = []
    for second in range(20):
        reports += codec.receive(said, second * 0.5)
        reports += codec.handle_timeout(second * 0.5 + 0.25)
    assert {type(report) for report in reports} == {Garbled, Silent}


def test_garbage_has_the_squares_read_anew() -> None:
    codec = opened()
    damaged = bytearray(status(LIFTED))
    damaged[30] ^= 1
    assert [type(report) for report in codec.receive(bytes(damaged), 2.0)] == [Garbled]
    assert asked(codec) == "S"
    assert codec.receive(status(LIFTED), 2.1)[-1] == Dump(LIFTED)


def test_half_a_report_is_given_up() -> None:
    codec = opened()
    assert codec.receive(status(LIFTED)[:40], 2.0) == []
    assert codec.next_timeout() == pytest.approx(2.5)
    assert [type(report) for report in codec.handle_timeout(2.5)] == [Garbled]
    assert asked(codec) == "S"


@pytest.mark.parametrize("cut", range(1, 67))
def test_a_new_line_in_mid_report(cut: int) -> None:
    codec = opened()
    codec.receive(status(LIFTED)[:cut], 2.0)
    codec.start(2.1)
    reports = codec.receive(status(LIFTED)[cut:] + status(E4), 2.2)
    assert [report for report in reports if not isinstance(report, Garbled)] == [Dump(E4)]


@given(st.lists(st.binary(max_size=80), max_size=20))
def test_whatever_comes_the_next_report_is_right(pieces: list[bytes]) -> None:
    codec = opened()
    now = 2.0
    for piece in pieces:
        now += 0.1
        codec.receive(piece, now)
        codec.data_to_send()
    now += 1.0
    codec.handle_timeout(now)
    codec.request_dump(now)
    assert codec.receive(status(E4), now)[-1] == Dump(E4)


def test_before_a_line_is_opened_nothing_is_due() -> None:
    codec = ChessLinkCodec(CodecOptions())
    assert codec.next_timeout() is None
    assert codec.handle_timeout(1.0) == []
    assert codec.data_to_send() == b""


def test_the_record_says_how_it_is_reached() -> None:
    assert EBOARD.baud == 38400
    assert EBOARD.gatt is not None
    assert EBOARD.gatt.names == ("MILLENNIUM CHESS",)


def test_a_board_that_adds_garbage_to_its_answers_is_not_asked_as_fast_as_it_answers() -> None:
    codec = opened()
    asked_for_squares = 0
    answer = status(START) + b"9"
    for tenth in range(20, 120):
        codec.handle_timeout(tenth / 10)
        while command := asked(codec):
            asked_for_squares += command == "S"
            codec.receive(answer if command == "S" else to_bytes(NORMAL_ANSWERS[command]), tenth / 10)
    assert 15 <= asked_for_squares <= 21, "twice a second"
