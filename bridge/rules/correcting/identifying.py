"""What a piece is, as an arbiter says: the e-board may read its chip as another one."""

from __future__ import annotations

import chess

from bridge.rules.copying import replace
from bridge.rules.correcting.corrections import Identify, Refusal, RefusalCode
from bridge.rules.finding_back.doubtful import believing
from bridge.rules.recognition.tracking import recognise
from bridge.rules.state import Game
from drivers.placement import EMPTY, Sensing, code_at, code_of


def identify(game: Game, asked: Identify, now: float) -> Game | Refusal:
    """The game in which the piece on the square is believed to be this one."""
    name = chess.square_name(asked.square)
    if code_at(game.placement, asked.square) == EMPTY:
        return Refusal(RefusalCode.NO_SUCH_PIECE, f"Nothing stands on {name}.")
    if game.setup.sensing is not Sensing.IDENTITY:
        reason = "This e-board does not tell pieces apart; replace the move, or choose what the pawn became."
        return Refusal(RefusalCode.NOT_SHOWN, reason)
    try:
        piece = chess.Piece.from_symbol(asked.piece)
    except ValueError:
        return Refusal(RefusalCode.NO_SUCH_PIECE, f"{asked.piece} names no piece; write a letter as in a FEN.")
    log = believing(game.log.as_it_stands(), asked.square, code_of(piece), now)
    return recognise(replace(game, log=log), log)
