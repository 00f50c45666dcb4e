"""How readings grow: the moves that the sensors support, each with what its squares and their times cost.

The costs are in the unit of `reading.misfit`; what they rest on: `docs/how-a-move-is-decided.md`.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from bridge.rules.position import Position, captured_square
from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.reading import Reading, misfit
from bridge.rules.recognition.sensors import NEVER, SensorLog
from bridge.rules.recognition.successors import supported_moves
from drivers.placement import Placement, Sensing, code_at, difference, occupied, surely_of

PLIES_AT_ONCE = 3  # half-moves beyond the published ones that are looked for

FILLED_BEFORE_LIFTED = 0.5  # the destination was filled before the origin was emptied
ROOK_ARRIVED_BEFORE_IT_LEFT = 0.6  # the same of a rook that may castle: rather the king has arrived there
REPLY_BEFORE_MOVE = 1.2  # the reply was put down shortly before the move that it answers
ARRIVAL_TOO_OLD = 1.6  # the destination was filled long before the move could begin
TWO_MOVES_TOO_FAST = 1.5  # the same side moved twice in less than TWO_MOVES_SECONDS
LIFTED_BEFORE_REPLY = 1.0  # the piece moved before was lifted again before the reply: that move was going on
TAKEN_WHERE_IT_STOOD = 1.0  # the origin went straight from the piece to an enemy's: it was taken, and did not move
ARRIVED_UNSEEN = 1.2  # nothing was seen of a piece arriving on a square that reads a piece before and after
LIFTED_BEFORE_MOVE = 0.5  # the piece was lifted before the move that it answers was there
PUT_WHILE_CARRYING = 0.6  # another piece was put back while this one was carried
CASTLED_IN_PLACE = -0.2  # king or rook was put down where the other one stood: only castling accounts for it

OVERLAP_SECONDS = 0.5  # players of blitz reply up to this early
TWO_MOVES_SECONDS = 0.25  # nobody moves twice in less, with the opponent's move between

# Among captures of which none was seen arriving: the one on whose way a piece was seen, then one beside which a piece
# was seen, then the one that wins most. In 919 captures of recorded games for which the piece had another choice, what
# wins most if it is taken back at once, a recapture counting a pawn more, was played in 87 of 100 (the most valuable
# piece: 69).
SEEN_ON_THE_WAY = -0.4
SEEN_BESIDE = -0.2
WINS_NOTHING = 0.1
PAWN_MORE = 0.01
WORTH = (0, 1, 3, 3, 5, 9, 0)  # by piece type, in pawns


def children(reading: Reading, evidence: Evidence, fresh: chess.Bitboard) -> Iterator[Reading]:
    """The readings one move further that fit the sensors better; only moves that concern the `fresh` squares."""
    log = evidence.log
    if reading.ply >= evidence.published.ply + PLIES_AT_ONCE:
        return
    if reading.placement == log.placement and not _may_be_exchanged(reading, evidence, fresh):
        return
    for move, position, placement in supported_moves(reading, log.placement, evidence.sensing, fresh):
        child = read_on(reading, move, position, placement, evidence)
        if child.landed == NEVER and child.guess and fresh != chess.BB_ALL:
            continue  # A capture that nobody saw explains only what nothing else explains.
        if child.landed == NEVER and child.guess and _seen_elsewhere(reading, move, log):
            continue
        if placement == log.placement or misfit(child, log.placement) < misfit(reading, log.placement):
            yield child


def _seen_elsewhere(before: Reading, move: chess.Move, log: SensorLog) -> bool:
    """Whether the piece was seen arriving on another enemy piece's square, which was emptied for it in this turn, and
    nothing was seen of the one that it is said to have taken: then that capture was made, legal or not.
    """
    enemy = before.position.black if before.position.turn else before.position.white
    lifted = log.first_lift(move.from_square, before.born)
    if log.lifted[move.to_square] > before.born or lifted <= before.born:
        return False
    others = enemy & ~chess.BB_SQUARES[move.to_square] & occupied(log.placement) & ~log.undated
    return any(log.lifted[each] > before.born and log.filled[each] > lifted for each in chess.scan_forward(others))


def _may_be_exchanged(reading: Reading, evidence: Evidence, fresh: chess.Bitboard) -> bool:
    """Chess960: king and rook may have changed places, which only an identifying board shows; others see the lifts."""
    position = reading.position
    if evidence.sensing is Sensing.IDENTITY or not position.chess960:
        return False
    return bool(fresh & (position.kings | position.castling_rights))


def read_on(
    reading: Reading, move: chess.Move, position: Position, placement: Placement, evidence: Evidence
) -> Reading:
    """The reading one move further, with what the log of the sensors says for and against the move."""
    log, before = evidence.log, reading.position
    left, landed = _last_times(reading, position, log)
    # Squares on which a piece arrives that read the same before and after: a capture, king and rook exchanged.
    hidden = difference(before.placement, position.placement) & ~difference(reading.placement, placement)
    unseen = bool(hidden) and not _arrived(hidden, reading, move, evidence)
    cost = reading.cost
    if unseen:
        landed = NEVER
        cost += ARRIVED_UNSEEN + _unlikelihood(reading, move, log)
    elif landed != NEVER or not log.undated:
        cost += _cost_of_times(reading, move, left, landed, evidence.tolerance)
        cost += CASTLED_IN_PLACE if hidden & (before.white if before.turn else before.black) else 0.0
    if evidence.sensing is Sensing.OCCUPANCY:
        cost += _cost_of_hands(reading, position, left, landed, evidence)
    if _taken_where_it_stood(before, move, log):
        cost += TAKEN_WHERE_IT_STOOD
    guess = unseen or (move.promotion is not None and evidence.sensing is not Sensing.IDENTITY)
    born = max(left, landed, reading.born)
    return Reading(
        reading, move, position, placement, reading.ply + 1, born, cost, landed, seen=evidence.seen, guess=guess
    )


def _cost_of_hands(parent: Reading, after: Position, left: float, landed: float, evidence: Evidence) -> float:
    """What speaks against the hands: pieces lifted before the move that they answer was there, and others put back
    while this one was carried. An identifying board tells the pieces apart, and needs no such hints.
    """
    if left == NEVER:
        return 0.0
    standing = occupied(parent.placement) & ~difference(parent.position.placement, after.placement)
    cost = LIFTED_BEFORE_MOVE if parent.move is not None and left < parent.landed - evidence.tolerance else 0.0
    return cost + (PUT_WHILE_CARRYING if evidence.log.put_back_between(left, landed, standing) else 0.0)


def _arrived(hidden: chess.Bitboard, before: Reading, move: chess.Move, evidence: Evidence) -> bool:
    """Whether pieces were seen arriving on all these squares, which read the same before and after the move.

    The piece that the move before put down there is no other one; nor is one that stood there again before the piece
    that moves was lifted. King and rook that change places are off the board together for a while; straightened one by
    one they are not.
    """
    log, tolerance = evidence.log, evidence.tolerance
    if hidden & log.undated:
        return False
    moment = before.born - tolerance
    if before.move is not None and hidden & chess.BB_SQUARES[before.move.to_square]:
        moment = max(moment, before.landed)
    filled = min(log.filled[square] for square in chess.scan_forward(hidden))
    lifted = max(log.lifted[square] for square in chess.scan_forward(hidden))
    if evidence.sensing is Sensing.OCCUPANCY and not (hidden | log.undated) & chess.BB_SQUARES[move.from_square]:
        moment = max(moment, log.first_lift(move.from_square, before.born) - tolerance)
    return filled > moment and filled >= lifted - tolerance


def _unlikelihood(parent: Reading, move: chess.Move, log: SensorLog) -> float:
    """How little is to be said for this one of the captures that nobody saw."""
    seen = _passed(parent, move, log)
    if seen & chess.between(move.from_square, move.to_square):
        return SEEN_ON_THE_WAY + unlikelihood_of_victim(parent, move)
    beside = SEEN_BESIDE if seen & chess.BB_KING_ATTACKS[move.to_square] else 0.0
    return beside + unlikelihood_of_victim(parent, move)


def _passed(parent: Reading, move: chess.Move, log: SensorLog) -> chess.Bitboard:
    """The empty squares on which something was seen after the piece was lifted, and before any other one was."""
    standing = occupied(parent.placement)
    lifted = log.first_lift(move.from_square, parent.born)
    others = (lift.at for lift in log.lifts if lift.at > lifted and standing >> lift.square & 1)
    until = min(others, default=float("inf"))
    squares = chess.BB_EMPTY
    for square in chess.scan_forward(~standing & chess.BB_ALL):
        if lifted < log.filled[square] < until:
            squares |= chess.BB_SQUARES[square]
    return squares


def unlikelihood_of_victim(parent: Reading, move: chess.Move) -> float:
    """The same by what the capture wins, if it is taken back at once."""
    position, victim = parent.position, captured_square(parent.position, move)
    if victim is None:
        return WINS_NOTHING
    wins = WORTH[code_at(position.placement, victim) & 7]
    if parent.move is not None and parent.move.to_square == victim:
        wins += 1
    board = position.board()
    arrives, left = chess.BB_SQUARES[move.to_square], chess.BB_SQUARES[move.from_square]
    if board.attackers_mask(not board.turn, move.to_square, board.occupied & ~left) & ~arrives:
        wins -= WORTH[code_at(position.placement, move.from_square) & 7]
    return WINS_NOTHING - PAWN_MORE * wins


def _taken_where_it_stood(position: Position, move: chess.Move, log: SensorLog) -> bool:
    """Whether the square that the piece is said to have left went straight over to an enemy piece."""
    square = move.from_square
    if log.lifted[square] != log.filled[square]:
        return False
    return bool(surely_of(not position.turn, log.placement) & chess.BB_SQUARES[square])


def _last_times(reading: Reading, after: Position, log: SensorLog) -> tuple[float, float]:
    """When the last piece that the move lifts left its square, and the last one that it puts down arrived.

    Squares whose time is not known do not count. A rook that is still in the hand while the king has castled will
    arrive after all that has left.
    """
    before = reading.position
    differs = difference(before.placement, after.placement) & ~log.undated
    mine = after.white if before.turn else after.black
    left = landed = NEVER
    filled, emptied = differs & mine, differs & ~mine
    while filled:
        square = filled.bit_length() - 1
        filled ^= chess.BB_SQUARES[square]
        landed = max(landed, log.filled[square])
    while emptied:
        square = emptied.bit_length() - 1
        emptied ^= chess.BB_SQUARES[square]
        lifted = log.lifted[square]
        if lifted > landed:  # Perhaps another piece, which passed the square later.
            lifted = log.last_lift(square, code_at(reading.placement, square), lifted)
        left = max(left, lifted)
    in_hand = differs & mine & ~occupied(log.placement)
    return left, max(landed, left) if in_hand else landed


def _cost_of_times(parent: Reading, move: chess.Move, left: float, landed: float, tolerance: float) -> float:
    """How badly the log backs a move whose squares were last emptied and filled at these times."""
    cost = 0.0
    if landed < left - tolerance:
        may_castle = parent.position.castling_rights >> move.from_square & 1
        cost = ROOK_ARRIVED_BEFORE_IT_LEFT if may_castle else FILLED_BEFORE_LIFTED
    early = parent.born - tolerance - landed
    if early > 0:
        cost = REPLY_BEFORE_MOVE if early <= OVERLAP_SECONDS else ARRIVAL_TOO_OLD
    before = parent.parent
    if before is None or before.move is None:
        return cost
    if max(left, landed, parent.born) < before.born + TWO_MOVES_SECONDS:
        cost += TWO_MOVES_TOO_FAST
    if move.from_square == before.move.to_square and left < parent.born - tolerance:
        cost += LIFTED_BEFORE_REPLY
    return cost
