"""Files that say which chip is under which piece: written, read, named in a configuration; what is said when wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.config import chips_text, codec_options, load, read_chips
from drivers.certabo.chips import VIRTUAL_SET
from drivers.errors import ConfigError
from drivers.placement import code_from_symbol

CHIPS = {bytes((48, 0, 248, 71, 99)): code_from_symbol("r"), bytes((1, 2, 3, 4, 255)): code_from_symbol("Q")}


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "set.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_for_people(tmp_path: Path) -> None:
    text = chips_text(CHIPS, "set.toml")
    assert text.endswith('[chips]\n"1 2 3 4 255" = "Q"\n"48 0 248 71 99" = "r"\n')
    assert 'calibration = "set.toml"' in text
    assert read_chips(written(tmp_path, text)) == CHIPS


def test_a_whole_set_there_and_back(tmp_path: Path) -> None:
    assert read_chips(written(tmp_path, chips_text(VIRTUAL_SET, "x"))) == VIRTUAL_SET


WRONG = {
    "no TOML": ("chips", "line 1: this is not TOML"),
    "no chips": ("[chip]\n", "there are no [chips] in it. Make it anew: touchmove calibrate."),
    "empty": ("[chips]\n", "there are no [chips] in it."),
    "four numbers": ('[chips]\n"1 2 3 4" = "Q"\n', "line 2: '1 2 3 4' is no chip. Write five numbers from 0 to 255."),
    "too large": ('[chips]\n"1 2 3 4 5" = "Q"\n"1 2 3 4 256" = "K"\n', "line 3: '1 2 3 4 256' is no chip."),
    "no piece": ('[chips]\n"1 2 3 4 5" = "X"\n', "line 2: 'X' is no piece. Valid here: P, N, B"),
    "two pieces": ('[chips]\n"1 2 3 4 5" = "QK"\n', "'QK' is no piece."),
    "a number": ('[chips]\n"1 2 3 4 5" = 5\n', "5 is no piece."),
}


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        read_chips(path)
    assert str(caught.value).startswith(str(path))
    assert said in str(caught.value)


def test_a_configuration_names_the_file_from_where_it_stands(tmp_path: Path) -> None:
    written(tmp_path, chips_text(CHIPS, "set.toml"))
    hall = tmp_path / "hall.toml"
    hall.write_text('[[eboard]]\nline = "/dev/a"\nkind = "certabo"\ncalibration = "set.toml"\n', encoding="utf-8")
    assert codec_options(load(hall).eboards[0], {}).calibration == CHIPS


def test_without_a_calibration_none_is_read() -> None:
    assert codec_options(load(Path("configs/touchmove.toml")).eboards[0], {}).calibration is None


def test_a_file_that_is_not_there_is_told_before_anything_starts(tmp_path: Path) -> None:
    hall = tmp_path / "hall.toml"
    hall.write_text('[[eboard]]\nline = "/dev/a"\nkind = "certabo"\ncalibration = "none.toml"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"none.toml: there is no such file .* touchmove calibrate"):
        load(hall)
