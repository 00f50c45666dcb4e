"""What becomes of a claim for a draw, by edition and tempo."""

from __future__ import annotations

import chess
import pytest

from bridge.laws.draws import DRAW_RULES
from bridge.rules.endings.claims import Claim, ClaimOutcome, ClaimVerdict, judge_claim
from bridge.rules.endings.draws import DrawGround, DrawKind, History, history_of
from bridge.rules.position import position_from_fen
from bridge.rules.setup import Tempo
from tests.bridge.rules.records import moves_of, record_of

THREEFOLD, FIFTY = DrawKind.THREEFOLD_REPETITION, DrawKind.FIFTY_MOVES
NEARLY_TWICE = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
TWICE = f"{NEARLY_TWICE} f6g8"
LAST = chess.Move.from_uci("f6g8")
MATED = "R6k/8/6K1/8/8/8/8/8 b - - 120 90"


def history(moves: str, fen: str = chess.STARTING_FEN) -> History:
    start = position_from_fen(fen)
    return history_of(start, record_of(start, moves_of(moves)))


RIGHT = [
    ("1997", "9.4", "9.2(b)", "9.2(a)"),
    ("2014", "9.5(a)", "9.2(b)", "9.2(a)"),
    ("2018", "9.5.2", "9.2", "9.2"),
    ("2023", "9.5.2", "9.2.2", "9.2.1"),
]


@pytest.mark.parametrize(("year", "article", "stands", "intended"), RIGHT)
def test_right_claims(year: str, article: str, stands: str, intended: str) -> None:
    rules = DRAW_RULES[year]
    standing = judge_claim(history(TWICE), Claim(THREEFOLD), rules, Tempo.STANDARD)
    ground = DrawGround(THREEFOLD, stands, (0, 4, 8))
    assert standing == ClaimVerdict(ClaimOutcome.RIGHT, article, ground)
    declared = judge_claim(history(NEARLY_TWICE), Claim(THREEFOLD, LAST), rules, Tempo.BLITZ)
    ground = DrawGround(THREEFOLD, intended, (0, 4, 8))
    assert declared == ClaimVerdict(ClaimOutcome.RIGHT, article, ground)


GAINS = [
    ("1997", "9.4", (180.0, 180.0, 180.0)),
    ("2014", "9.5(b)", (120.0, 120.0, 60.0)),
    ("2018", "9.5.3", (120.0, 120.0, 60.0)),
    ("2023", "9.5.3", (120.0, 60.0, 60.0)),
]


@pytest.mark.parametrize(("year", "article", "gains"), GAINS)
def test_wrong_claims(year: str, article: str, gains: tuple[float, ...]) -> None:
    for tempo, gain in zip((Tempo.STANDARD, Tempo.RAPID, Tempo.BLITZ), gains, strict=True):
        verdict = judge_claim(history(NEARLY_TWICE), Claim(THREEFOLD, time_left=600.0), DRAW_RULES[year], tempo)
        loses = 180.0 if year == "1997" else 0.0
        assert verdict == ClaimVerdict(ClaimOutcome.WRONG, article, None, gain, loses)


@pytest.mark.parametrize(("left", "taken"), [(600.0, 180.0), (240.0, 120.0), (40.0, 20.0), (0.0, 0.0), (None, None)])
def test_in_1997_a_wrong_claim_halves_the_time(left: float | None, taken: float | None) -> None:
    verdict = judge_claim(history(""), Claim(THREEFOLD, time_left=left), DRAW_RULES["1997"], Tempo.STANDARD)
    assert (verdict.claimant_loses, verdict.opponent_gains) == (taken, 180.0)


WRONG = [
    (TWICE, Claim(FIFTY)),
    (NEARLY_TWICE, Claim(THREEFOLD, chess.Move.from_uci("e7e5"))),
    (NEARLY_TWICE, Claim(THREEFOLD, chess.Move.from_uci("f6f5"))),
    (NEARLY_TWICE, Claim(FIFTY, LAST)),
    (TWICE, Claim(THREEFOLD, chess.Move.from_uci("e2e4"))),
]


@pytest.mark.parametrize(("moves", "claim"), WRONG)
def test_another_claim_than_the_moves_bear_out_is_wrong(moves: str, claim: Claim) -> None:
    verdict = judge_claim(history(moves), claim, DRAW_RULES["2023"], Tempo.STANDARD)
    assert verdict == ClaimVerdict(ClaimOutcome.WRONG, "9.5.3", None, 120.0, 0.0)


@pytest.mark.parametrize("moves", [TWICE, NEARLY_TWICE])
def test_who_has_touched_a_piece_may_not_claim(moves: str) -> None:
    touched = Claim(THREEFOLD, touched=True)
    for year in ("2014", "2018", "2023"):
        verdict = judge_claim(history(moves), touched, DRAW_RULES[year], Tempo.STANDARD)
        assert verdict == ClaimVerdict(ClaimOutcome.BARRED, "9.4")
    of_1997 = judge_claim(history(moves), touched, DRAW_RULES["1997"], Tempo.STANDARD)
    assert of_1997.outcome is (ClaimOutcome.RIGHT if moves == TWICE else ClaimOutcome.WRONG)


@pytest.mark.parametrize("year", DRAW_RULES)
def test_no_claim_after_the_end(year: str) -> None:
    for claim in (Claim(FIFTY), Claim(FIFTY, touched=True), Claim(THREEFOLD, chess.Move.from_uci("h8h7"))):
        verdict = judge_claim(history("", MATED), claim, DRAW_RULES[year], Tempo.STANDARD)
        assert verdict == ClaimVerdict(ClaimOutcome.GAME_OVER)


def test_fifty_moves_are_claimed_on_their_own() -> None:
    fen = "4k3/7p/8/8/8/8/4p3/R3K3 w - - 100 80"
    verdict = judge_claim(history("", fen), Claim(FIFTY), DRAW_RULES["2023"], Tempo.RAPID)
    assert verdict == ClaimVerdict(ClaimOutcome.RIGHT, "9.5.2", DrawGround(FIFTY, "9.3.2", (-99, 0)))
