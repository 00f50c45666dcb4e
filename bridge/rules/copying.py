"""`replace` of the standard library, fast enough for the state of a game.

A game is copied with one or two fields changed several times an event. `dataclasses.replace` passes all its fields
through `__init__`, one frozen assignment each; copying the dictionary of fields is about eight times cheaper (measured,
30 fields). Type checkers see the original, so that names and types of the changed fields are checked as usual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, **changes):
        """The same value with these fields changed; only for dataclasses without slots."""
        copy = object.__new__(type(value))
        copy.__dict__.update(value.__dict__, **changes)
        return copy


__all__ = ["replace"]
