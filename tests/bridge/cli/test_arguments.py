from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bridge.cli.arguments import own_name


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "my venv" / "bin" / "touchmove"
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_program_on_the_path_is_called_by_its_name(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(program.parent))
    assert own_name(str(program)) == "touchmove"


@pytest.mark.parametrize("elsewhere", ["", "another"])
def test_a_program_that_the_shell_would_not_find_is_called_by_its_path(
    program: Path, elsewhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "another" / "touchmove"
    other.parent.mkdir()
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / elsewhere))
    monkeypatch.chdir(program.parents[2])
    assert own_name("my venv/bin/touchmove") == "'my venv/bin/touchmove'"


def test_a_module_is_called_by_its_interpreter() -> None:
    assert own_name("/somewhere/bridge/cli/__main__.py") == f"{sys.executable} -m bridge.cli"
