"""What the Laws propose, as an arbiter reads it in both languages, and as programs read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chess
import pytest

from bridge.laws.tariff import Window
from bridge.messages.fact_texts import fact_texts
from bridge.messages.texts import alert_text
from bridge.rules.alerts import Alert, AlertKind, Facts
from bridge.rules.endings.draws import DrawGround, DrawKind
from bridge.rules.endings.flag_alerts import FlagFacts
from bridge.rules.endings.flag_fall import Duty, DutyKind, FlagFall, Flags, Outcome
from bridge.rules.endings.possibility import Possibility
from bridge.rules.irregularities.penalties import PenaltyFacts, Times
from bridge.rules.irregularities.proposals import Penalty, Proposal
from bridge.rules.position import position_from_fen
from drivers.reports import FlagFell
from tests.asyncapi_check import complaints
from tests.bridge.messages.table import Table, data, kept

BEFORE = position_from_fen(chess.STARTING_FEN)


def penalty(penalty: Penalty, minutes: int = 0, *, replied: bool = False, over: bool = False, **more: Any) -> Facts:
    """Facts about an illegal move of White."""
    window = Window.REPLY if replied else Window.GAME
    proposal = Proposal(penalty, "7.5.5", window, minutes, **more)
    unknown = Possibility.UNKNOWN
    return PenaltyFacts("2023", 0, proposal, unknown, BEFORE, BEFORE.placement, Times(), Times(), replied, over)


def flag(outcome: Outcome, flags: Flags = Flags.WHITE, over: str | None = None) -> Facts:
    fall = FlagFall(flags, 30, 29, None, Possibility.YES, Possibility.NO, over)
    return FlagFacts("2023", fall, outcome)


SAID: dict[str, tuple[Facts, str, str]] = {
    "two minutes": (
        penalty(Penalty.TIME, 2),
        "Proposed: two minutes more for Black (Art. 7.5.5)",
        "Öneri: Siyah için iki dakika ek süre (Md. 7.5.5)",
    ),
    "one minute": (
        penalty(Penalty.TIME, 1),
        "Proposed: one minute more for Black (Art. 7.5.5)",
        "Öneri: Siyah için bir dakika ek süre (Md. 7.5.5)",
    ),
    "the minutes of an event": (
        penalty(Penalty.TIME, 5),
        "Proposed: 5 minutes more for Black (Art. 7.5.5)",
        "Öneri: Siyah için 5 dakika ek süre (Md. 7.5.5)",
    ),
    "an increment": (
        penalty(Penalty.TIME, 2, increment_off=2.5),
        "Proposed: two minutes more for Black, 2.5 s off White's clock (Art. 7.5.5)",
        "Öneri: Siyah için iki dakika ek süre; geri alınacak ek süre: 2,5 sn (Md. 7.5.5)",
    ),
    "only on a claim": (
        penalty(Penalty.TIME, 2, on_claim_only=True),
        "Proposed: two minutes more for Black, only if claimed (Art. 7.5.5)",
        "Öneri: Siyah için iki dakika ek süre; yalnız sav üzerine (Md. 7.5.5)",
    ),
    "loss": (
        penalty(Penalty.LOSS),
        "Proposed: the game is lost for White (Art. 7.5.5)",
        "Öneri: oyunu kayıp ilan edin, taraf: Beyaz (Md. 7.5.5)",
    ),
    "draw": (
        penalty(Penalty.DRAW),
        "Proposed: the game is drawn, as Black cannot checkmate (Art. 7.5.5)",
        "Öneri: oyun berabere, rakip mat edemez (Md. 7.5.5)",
    ),
    "loss or draw": (
        penalty(Penalty.LOSS_OR_DRAW),
        "Proposed: the game is lost for White, or drawn if Black cannot checkmate, which is not known (Art. 7.5.5)",
        "Öneri: oyunu kayıp ilan edin, taraf: Beyaz; rakip mat edemiyorsa berabere, bu bilinmiyor (Md. 7.5.5)",
    ),
    "discretion": (
        penalty(Penalty.DISCRETION),
        "A penalty is at the arbiter's discretion (Art. 7.5.5)",
        "Ceza hakemin takdirindedir (Md. 7.5.5)",
    ),
    "it stands": (
        penalty(Penalty.TIME, 2, replied=True),
        "Black has replied: it stands and is not acted on (Art. 7.5.5)",
        "Rakip hamlesini yaptı: geçersiz hamle kalır (Md. 7.5.5)",
    ),
    "too late": (
        penalty(Penalty.TIME, 2, over=True),
        "The game is over: it is not acted on any more",
        "Oyun sona erdi: artık işlem yapılmaz",
    ),
    "a flag": (flag(Outcome("0-1", "6.9")), "Proposed: 0-1 (Art. 6.9)", "Öneri: 0-1 (Md. 6.9)"),
    "a flag, and no mate": (
        flag(Outcome("1/2-1/2", "6.9")),
        "Proposed: 1/2-1/2; the opponent cannot checkmate (Art. 6.9)",
        "Öneri: 1/2-1/2; rakip mat edemez (Md. 6.9)",
    ),
    "both flags": (
        flag(Outcome("1/2-1/2", "III.3.1.2"), Flags.ORDER_UNKNOWN),
        "Proposed: 1/2-1/2 (Art. III.3.1.2)",
        "Öneri: 1/2-1/2 (Md. III.3.1.2)",
    ),
    "a flag after the end": (
        flag(Outcome("1-0", "6.9"), over="1-0"),
        "The game had ended before: 1-0 (Art. 6.9)",
        "Oyun daha önce sona ermişti: 1-0 (Md. 6.9)",
    ),
    "threefold": (
        DrawGround(DrawKind.THREEFOLD_REPETITION, "9.2.2", (0, 4, 8)),
        "The same position has stood 3 times, after the half-moves 0, 4, 8 (Art. 9.2.2)",
        "Aynı konum 3 kez oluştu; yarım hamleler: 0, 4, 8 (Md. 9.2.2)",
    ),
    "fifty": (
        DrawGround(DrawKind.FIFTY_MOVES, "9.3.2", (1, 100)),
        "Fifty moves by each side without a capture or a move of a pawn (Art. 9.3.2)",
        "Elli hamle boyunca taş alınmadı ve piyon oynanmadı (Md. 9.3.2)",
    ),
}


@pytest.mark.parametrize(("facts", "english", "turkish"), SAID.values(), ids=SAID)
def test_what_is_said(facts: Facts, english: str, turkish: str) -> None:
    alert = Alert("a1", AlertKind.ILLEGAL_MOVE, 0.0, 3, chess.WHITE, facts=facts)
    assert list(fact_texts(alert)) == [(english, turkish)]
    text = alert_text(alert, 12)
    assert text.en == f"Board 12: White completed an illegal move. {english}."
    assert text.tr == f"Masa 12: Geçersiz hamle tamamlandı. Taraf: Beyaz. {turkish}."


EVERY_WORD: list[Facts] = [
    *(penalty(kind) for kind in Penalty),
    *(flag(Outcome(None, "6.9", (Duty(kind, "6.9"),))) for kind in DutyKind),
    *(DrawGround(kind, "9", (1, 2)) for kind in DrawKind),
]


def test_every_fact_can_be_said_in_both_languages() -> None:
    alerts = [Alert("a1", AlertKind.FLAG, 0.0, 3, chess.WHITE, facts=facts) for facts in EVERY_WORD]
    said = [text for alert in alerts for text in fact_texts(alert)]
    assert len(said) == len(EVERY_WORD)
    assert all(english != turkish and "{" not in english + turkish for english, turkish in said)


def illegal_move(table: Table) -> None:
    table.clock(300.0, 290.0, chess.WHITE)
    table.play("e4", "e5")
    table.put(f1="", f3="B")
    table.wait()
    table.press(chess.WHITE)


def flag_fell(table: Table) -> None:
    table.receive(FlagFell(chess.WHITE))


def repeated(table: Table) -> None:
    table.play(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2)


def drawn(table: Table) -> None:
    table.play(*["Nf3", "Nf6", "Ng1", "Ng8"] * 4)


def open_alerts(table: Table) -> dict[str, dict[str, Any]]:
    """The open alerts by their kind."""
    alerts = [data(message) for topic, message in kept(table.messages).items() if "/alert/" in topic]
    return {alert["kind"]: alert for alert in alerts}


PUBLIC = {"game", "position", "moves", "move", "clock", "result"}


@pytest.mark.parametrize(
    ("happens", "kind", "about"),
    [
        (illegal_move, "illegal_move", "penalty"),
        (flag_fell, "flag", "flag"),
        (repeated, "draw_claim_possible", "draw"),
        (drawn, "automatic_draw", "draw"),
    ],
)
def test_the_facts_go_to_the_arbiter_as_the_document_says(
    happens: Callable[[Table], None], kind: str, about: str
) -> None:
    table = Table()
    happens(table)
    table.wait()
    assert open_alerts(table)[kind]["facts"]["about"] == about
    assert complaints(table.messages) == []
    public = [message.payload for message in table.messages if message.topic.rpartition("/")[2] in PUBLIC]
    assert not any(word in payload for payload in public for word in (b"claim", b"penalty", b"threefold", b"facts"))


def test_all_that_an_arbiter_needs_is_there() -> None:
    table = Table()
    illegal_move(table)
    table.wait()
    alert = open_alerts(table)["illegal_move"]
    assert (alert["color"], alert["kind"], alert["article"]) == (
        "white",
        "illegal_move",
        "FIDE Laws of Chess (2023) Art. 7.5.1",
    )
    assert "f1e2" in alert["permitted"]
    assert alert["facts"] == {
        "about": "penalty",
        "edition": "2023",
        "count_before": 0,
        "proposed_penalty": {
            "penalty": "time",
            "minutes": 2,
            "article": "FIDE Laws of Chess (2023) Art. 7.5.5",
            "on_claim_only": False,
        },
        "mate_possible_for_opponent": "yes",
        "window": "game",
        "window_open": True,
        "position_before": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "position_now": "rnbqkbnr/pppp1ppp/8/4p3/4P3/5B2/PPPP1PPP/RNBQK1NR",
        "times_before": {"white": 300.0, "black": 290.0},
        "times_now": {"white": 300.0, "black": 290.0},
        "increment_to_remove": 0.0,
    }
    assert "Proposed: two minutes more for Black (Art. 7.5.5)." in alert["text"]["en"]


def test_an_alert_that_says_something_else_is_written_again_and_told() -> None:
    table = Table()
    table.play("f3", "e5")
    table.put(g1="", g3="N")
    table.wait()
    table.press(chess.WHITE)
    table.wait()
    table.put(g3="", g1="N")
    table.wait()
    table.board = table.game.position.board()
    table.play("g4")
    table.play("Qh4#")
    told = [data(message) for message in table.messages if message.topic == table.topic("alert-log")]
    changed = [news["alert"] for news in told if news["type"] == "changed"]
    assert [alert["facts"]["window_open"] for alert in changed] == [False]
    retained = open_alerts(table)["illegal_move"]
    assert retained == changed[0]
    assert retained["text"]["en"].endswith("The game is over: it is not acted on any more.")
    assert complaints(table.messages) == []


def test_alerts_without_facts_have_no_such_key() -> None:
    table = Table()
    table.play("e4")
    table.put(a1="", d4="R")
    table.wait()
    assert ["facts" in alert for alert in open_alerts(table).values()] == [False]


def test_two_articles_are_joined_in_the_language_of_the_text() -> None:
    proposal = Proposal(Penalty.TIME, "A.5.2 with A.3", Window.REPLY, 1)
    facts = PenaltyFacts("2023", 0, proposal, Possibility.UNKNOWN, BEFORE, BEFORE.placement, Times(), Times())
    ((english, turkish),) = fact_texts(Alert("1", AlertKind.ILLEGAL_MOVE, 0.0, 1, chess.WHITE, facts=facts))
    assert english.endswith("(Art. A.5.2 with A.3)")
    assert turkish.endswith("(Md. A.5.2 ve A.3)")


def test_how_many_illegal_moves_were_counted_before_is_said() -> None:
    proposal = Proposal(Penalty.LOSS, "7.5.5", Window.GAME)
    facts = PenaltyFacts("2023", 1, proposal, Possibility.YES, BEFORE, BEFORE.placement, Times(), Times())
    ((english, turkish),) = fact_texts(Alert("1", AlertKind.ILLEGAL_MOVE, 0.0, 3, chess.WHITE, facts=facts))
    assert english == "Proposed: the game is lost for White; illegal moves before: 1 (Art. 7.5.5)"
    assert turkish == "Öneri: oyunu kayıp ilan edin, taraf: Beyaz; önceki geçersiz hamle sayısı: 1 (Md. 7.5.5)"
