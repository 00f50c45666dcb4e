"""Bytes of an e-board as a recording: a capture through the codec of its family."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import chess

from bridge.replay.recordings import Recording, Timed
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from drivers.dgt.clock import clock_face
from drivers.eboard import CodecOptions, EBoard
from drivers.errors import ConfigError, FormatError
from drivers.lines.capture import Capture, read_capture
from drivers.placement import Placement, to_fen
from drivers.registry import eboard
from drivers.reports import Dump

BARE_BYTES = "dgt"
"""The family of files of bare bytes, which do not name one."""


def read_bytes(path: Path) -> Recording:
    """The recording in a capture, or in a file of base64 messages of a DGT e-Board. Raises FormatError."""
    capture = read_capture(path, clock_face)
    try:
        family = eboard(capture.eboard or BARE_BYTES)
    except ConfigError as error:
        raise FormatError(error.what, where=f"{path}:1", remedy=error.remedy) from error
    inputs = tuple(_reports(capture, family))
    start = next((report.placement for _, report in inputs if isinstance(report, Dump)), None)
    setup = Setup(
        position_of(_start(start)),
        sensing=family.sensing,
        scan_period=family.scan_period,
        shortest_lift=family.shortest_lift,
    )
    return Recording(path.stem, setup, inputs)


def _reports(capture: Capture, family: EBoard) -> Iterator[Timed]:
    """Every report in the e-board's bytes. All dumps count, because what the host wanted them for is not known; that
    nothing came for a while means nothing, because it is not known either whether anybody asked.
    """
    codec = family.codec(CodecOptions())
    for piece in capture.pieces:
        if not piece.sent:
            codec.request_dump(piece.at)
            for report in codec.receive(piece.data, piece.at):
                yield piece.at, report


def _start(placement: Placement | None) -> chess.Board:
    """The start position; another one of Chess960 when just that is the first thing that the e-board shows."""
    board = chess.Board(chess960=True)
    if placement is not None:
        board.set_board_fen(to_fen(placement))
        board.castling_rights = board.rooks
    number = board.chess960_pos()
    is_other = number is not None and board.board_fen() != chess.STARTING_BOARD_FEN
    return chess.Board.from_chess960_pos(number) if is_other and number is not None else chess.Board()
