from __future__ import annotations

import chess
import pytest

from bridge.messages.texts import alert_text
from bridge.rules.alerts import Alert, AlertKind


@pytest.mark.parametrize("color", [chess.WHITE, chess.BLACK, None])
@pytest.mark.parametrize("kind", AlertKind)
def test_every_kind_has_both_languages(kind: AlertKind, color: chess.Color | None) -> None:
    text = alert_text(Alert("a1", kind, 0.0, 3, color, squares=(chess.E4,)), 12)
    assert text.en.startswith("Board 12: ")
    assert text.tr.startswith("Masa 12: ")
    assert "{" not in text.en + text.tr
    assert ("e4" in text.en) == ("e4" in text.tr)
