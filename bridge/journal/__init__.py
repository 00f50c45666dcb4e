"""The journal: what every game received, and what the world must be told, on the disk before anything is published.

A game is a fold over its inputs, so the inputs are enough to bring every game back; the messages that followed from
them are written in the same transaction, so nothing is told twice under a new number, and nothing is forgotten.
"""

from bridge.journal.checkpoints import Checkpoint
from bridge.journal.inputs import decode_input, encode_input
from bridge.journal.journal import Journal
from bridge.journal.reading import read_games
from bridge.journal.records import GameKey, Record

__all__ = ["Checkpoint", "GameKey", "Journal", "Record", "decode_input", "encode_input", "read_games"]
