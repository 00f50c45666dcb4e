"""`make readme`: write the README's table of e-boards and the rules for udev, as the registry has them."""

from __future__ import annotations

import re
from pathlib import Path

from drivers import registry
from drivers.catalog import markdown_table
from drivers.udev_rules import udev_rules

README = Path(__file__).parents[1] / "README.md"
UDEV_FILE = Path(__file__).parents[1] / "configs" / "70-touchmove.rules"
BETWEEN = re.compile(r"(<!-- written by make readme -->\n).*?(\n<!-- until here -->)", re.DOTALL)


def with_table(text: str) -> str:
    """The README's text with the table as it must be."""
    table = markdown_table(map(registry.eboard, registry.own_names()))
    written, count = BETWEEN.subn(lambda marks: marks[1] + table + marks[2], text)
    assert count == 1, "README.md has lost the marks between which its table of e-boards is written"
    return written


def rules() -> str:
    """The file for udev as it must be."""
    return udev_rules(map(registry.eboard, registry.own_names()))


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")
    UDEV_FILE.write_text(rules(), encoding="utf-8")
