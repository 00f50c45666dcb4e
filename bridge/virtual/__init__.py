"""Boards of a round without hardware: virtual e-boards that a person moves on the page, or that play a PGN file."""

from bridge.virtual.tables import game_of, table_of

__all__ = ["game_of", "table_of"]
