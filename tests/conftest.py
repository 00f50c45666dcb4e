"""Settings for every test."""

from __future__ import annotations

from hypothesis import settings

# How long one example takes says something about the machine and its load, nothing about the program.
settings.register_profile("touchmove", deadline=None)
settings.load_profile("touchmove")
