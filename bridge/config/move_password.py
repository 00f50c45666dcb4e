"""The password of those who move virtual e-boards' pieces on the page: a secret, so never part of a `Config`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bridge.config.sections import WebSection
from drivers.errors import ConfigError

MOVE_PASSWORD_VARIABLE = "TOUCHMOVE_MOVE_PASSWORD"  # noqa: S105 - the name of a variable, not a password
FEWEST_CHARACTERS = 8
"""The page lets one wrong password a second be tried: eight characters cannot be guessed so."""


def move_password(web: WebSection, environment: Mapping[str, str]) -> str:
    """The password, from its file or else from the environment; blanks around it do not count.

    Raises ConfigError when there is none, or it is too short; the password itself is in no message.
    """
    if web.move_password_file:
        where = f"password file {web.move_password_file}"
        password = _content(Path(web.move_password_file), where).strip()
    else:
        where = MOVE_PASSWORD_VARIABLE
        password = environment.get(MOVE_PASSWORD_VARIABLE, "").strip()
    if not password:
        what = "there is no password for those who move pieces on the page."
        remedy = f"Put one into a file, and name it as [web] move_password_file, or set {MOVE_PASSWORD_VARIABLE}."
        raise ConfigError(what, where=where, remedy=remedy)
    if len(password) < FEWEST_CHARACTERS:
        raise ConfigError(
            "the password is too short.", where=where, remedy=f"Take {FEWEST_CHARACTERS} characters or more."
        )
    return password


def _content(path: Path, where: str) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        remedy = "Let the user that runs touchmove read it, or correct move_password_file."
        raise ConfigError(f"cannot be read: {error.strerror}.", where=where, remedy=remedy) from None
    except UnicodeDecodeError:
        raise ConfigError("is not in UTF-8.", where=where, remedy="Save it in the encoding UTF-8.") from None
