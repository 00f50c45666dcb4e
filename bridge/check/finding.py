"""What the operator's check says."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.errors import TouchmoveError


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the check: a tick or a cross, what was looked at, and what to do about a cross."""

    ok: bool
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{'✓' if self.ok else '✗'} {self.what}" + (f" {self.remedy}" if self.remedy else "")


def tick(what: str) -> Finding:
    """The thing is as it must be."""
    return Finding(True, what)


def cross(what: str, remedy: str) -> Finding:
    """The thing is not as it must be."""
    return Finding(False, what, remedy)


def cross_of(error: TouchmoveError) -> Finding:
    """The cross for what an error tells."""
    return cross(f"{error.where}: {error.what}" if error.where else error.what, error.remedy)
