"""Bytes of an e-board as a recording: a capture through the codec of its family."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import chess

from bridge.replay.recordings import Recording, Timed
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from drivers.dgt.clock import clock_face
from drivers.eboard import CodecOptions, EBoard, Orientation
from drivers.errors import ConfigError, FormatError
from drivers.lines import transport_of
from drivers.lines.capture import Capture, read_capture
from drivers.placement import EMPTY_BOARD, Placement, codes, piece_of
from drivers.registry import eboard
from drivers.reports import Dump

BARE_BYTES = "dgt"
"""The family of files of bare bytes, which do not name one."""
NO_SECRET = b"\x00"
"""Stands for the key with which an e-board was read: captures hold none, and nobody is there to be told."""


def read_bytes(path: Path) -> Recording:
    """The recording in a capture, or in a file of base64 messages of a DGT e-Board. Raises FormatError."""
    capture = read_capture(path, clock_face)
    try:
        family = eboard(capture.eboard or BARE_BYTES)
        family = family.over(transport_of(capture.line)) if capture.line else family
    except ConfigError as error:
        raise FormatError(error.what, where=f"{path}:1", remedy=error.remedy) from error
    inputs = tuple(_reports(capture, family))
    start = next((report.placement for _, report in inputs if isinstance(report, Dump)), EMPTY_BOARD)
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
    orientation = Orientation.TURNED if capture.turned else Orientation.AUTO
    codec = family.codec(CodecOptions(orientation, developer_key=NO_SECRET))
    for piece in capture.pieces:
        if not piece.sent:
            codec.request_dump(piece.at)
            for report in codec.receive(piece.data, piece.at):
                yield piece.at, report


def _start(placement: Placement) -> chess.Board:
    """The start position; another one of Chess960 when just that is the first thing that the e-board shows. One that
    knows no pieces cannot show it.
    """
    known = {square: piece for square, code in enumerate(codes(placement)) if (piece := piece_of(code))}
    board = chess.Board(chess960=True)
    board.set_piece_map(known)
    board.castling_rights = board.rooks
    number = board.chess960_pos()
    is_other = number is not None and board.board_fen() != chess.STARTING_BOARD_FEN
    return chess.Board.from_chess960_pos(number) if is_other and number is not None else chess.Board()
