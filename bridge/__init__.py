"""touchmove: the bridge between electronic chessboards and everything that watches a game."""

__version__ = "0.1.0"
