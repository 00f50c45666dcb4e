"""Inputs of a game as JSON, and back: `decode_input(encode_input(received)) == received` for every input.

An input is a pair of its class's name and its fields. So a class that is renamed, or loses a field, needs a new schema
of the journal (`store.SCHEMA`).
"""

from __future__ import annotations

from typing import cast, get_args

import msgspec

from bridge.rules.inputs import Input
from drivers.errors import JournalError

_KINDS = {kind.__name__: kind for kind in get_args(Input)}
_encode = msgspec.json.Encoder().encode
_decode_pair = msgspec.json.Decoder(tuple[str, msgspec.Raw]).decode
_decode_fields = {name: msgspec.json.Decoder(kind).decode for name, kind in _KINDS.items()}


def encode_input(received: Input) -> bytes:
    """The input as JSON."""
    return _encode((type(received).__name__, received))


def decode_input(text: bytes) -> Input:
    """The input written by `encode_input`. Raises JournalError for anything else."""
    try:
        name, fields = _decode_pair(text)
        return cast("Input", _decode_fields[name](fields))
    except (msgspec.MsgspecError, KeyError, UnicodeDecodeError) as error:
        raise JournalError(
            f"a record cannot be understood: {text[:80]!r}.",
            remedy="It was written by another version of touchmove: use that one to read it.",
        ) from error
