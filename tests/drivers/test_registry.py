"""The registry: every name leads to a record, every other name to help."""

from __future__ import annotations

import subprocess
import sys

import pytest

from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.errors import ConfigError
from drivers.registry import eboard, names


@pytest.mark.parametrize("name", names())
def test_every_name_leads_to_its_record(name: str) -> None:
    record = eboard(name)
    assert record.name == name
    assert record.codec(CodecOptions()).next_timeout() is None
    assert record.emulator(EmulatorOptions()).data_to_send() == b""


@pytest.mark.parametrize("name", ["dgtt", "DGT", "dtg"])
def test_an_unknown_name_is_answered_with_the_nearest_one(name: str) -> None:
    with pytest.raises(ConfigError, match="Did you mean 'dgt'"):
        eboard(name)


def test_a_name_like_no_other_is_answered_with_all() -> None:
    with pytest.raises(ConfigError, match=r"unknown e-board ''.* Known: .*dgt"):
        eboard("")


@pytest.mark.alone
def test_a_family_is_imported_only_when_asked_for() -> None:
    script = "import sys, drivers.registry as r; r.names(); sys.exit('drivers.dgt' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
