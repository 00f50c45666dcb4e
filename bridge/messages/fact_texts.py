"""What the Laws propose to an arbiter, as sentences in English and in Turkish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, assert_never

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert
from bridge.rules.endings.draws import DrawGround, DrawKind
from bridge.rules.endings.flag_alerts import FlagFacts
from bridge.rules.endings.flag_fall import DRAWN, DutyKind
from bridge.rules.irregularities.penalties import PenaltyFacts
from bridge.rules.irregularities.proposals import Penalty

Both: TypeAlias = tuple[str, str]
"""One sentence in English and in Turkish, without the full stop."""

TURKISH_SIDES: Mapping[chess.Color, str] = {chess.WHITE: "Beyaz", chess.BLACK: "Siyah"}

_NUMBERS: Mapping[int, Both] = {1: ("one minute", "bir"), 2: ("two minutes", "iki"), 3: ("three minutes", "üç")}

_PENALTIES: Mapping[Penalty, Both] = {
    Penalty.TIME: ("Proposed: {minutes} more for {opponent}", "Öneri: {rakip} için {dakika} dakika ek süre"),
    Penalty.LOSS: ("Proposed: the game is lost for {player}", "Öneri: oyunu kayıp ilan edin, taraf: {oyuncu}"),
    Penalty.DRAW: (
        "Proposed: the game is drawn, as {opponent} cannot checkmate",
        "Öneri: oyun berabere, rakip mat edemez",
    ),
    Penalty.LOSS_OR_DRAW: (
        "Proposed: the game is lost for {player}, or drawn if {opponent} cannot checkmate, which is not known",
        "Öneri: oyunu kayıp ilan edin, taraf: {oyuncu}; rakip mat edemiyorsa berabere, bu bilinmiyor",
    ),
    Penalty.DISCRETION: ("A penalty is at the arbiter's discretion", "Ceza hakemin takdirindedir"),
}

_WAIT: Both = ("Wait until the next move is completed", "Sonraki hamle tamamlanana dek bekleyin")

_DUTIES: Mapping[DutyKind, Both] = {
    DutyKind.CALL_FLAG: ("Call the flag", "Bayrağın düştüğünü bildirin"),
    DutyKind.STAY_SILENT: ("Say nothing until a player claims", "Oyuncu savda bulunana dek bir şey söylemeyin"),
    DutyKind.CHECK_MOVES: ("Check that the moves were counted rightly", "Hamlelerin sayısını denetleyin"),
    DutyKind.GO_ON: ("The game goes on", "Oyun sürer"),
    DutyKind.UPDATE_SHEETS: ("See that the scoresheets are completed", "Notasyon kağıtlarını tamamlatın"),
    DutyKind.DECIDE_MATE: (
        "Decide whether the opponent could still checkmate; if not, the game is drawn",
        "Rakibin mat edip edemeyeceğine karar verin; edemezse oyun berabere",
    ),
    DutyKind.DECIDE_MATING_POTENTIAL: (
        "Decide whether the winner's pieces are enough to force mate in the end",
        "Kazananın taşlarının mat için yetip yetmediğine karar verin",
    ),
    DutyKind.DECIDE_ORDER: ("Find out which flag fell first", "Hangi bayrağın önce düştüğünü belirleyin"),
    DutyKind.REJECT_CLAIM: ("Reject the claim", "Savı reddedin"),
}

_DRAWS: Mapping[DrawKind, Both] = {
    DrawKind.THREEFOLD_REPETITION: (
        "The same position has stood {count} times, after the half-moves {plies}",
        "Aynı konum {count} kez oluştu; yarım hamleler: {plies}",
    ),
    DrawKind.FIFTY_MOVES: (
        "Fifty moves by each side without a capture or a move of a pawn",
        "Elli hamle boyunca taş alınmadı ve piyon oynanmadı",
    ),
    DrawKind.FIVEFOLD_REPETITION: (
        "The same position has stood {count} times, after the half-moves {plies}",
        "Aynı konum {count} kez oluştu; yarım hamleler: {plies}",
    ),
    DrawKind.SEVENTY_FIVE_MOVES: (
        "Seventy-five moves by each side without a capture or a move of a pawn",
        "Yetmiş beş hamle boyunca taş alınmadı ve piyon oynanmadı",
    ),
}


def fact_texts(alert: Alert) -> Iterator[Both]:
    """What is to be said about the facts on which the arbiter decides; nothing when the alert bears none."""
    match alert.facts:
        case None:
            return
        case PenaltyFacts() as facts:
            if facts.waits and not facts.replied and not facts.over:
                yield _cited(_WAIT, facts.waits)
            yield _penalty(facts, not facts.before.turn)
        case FlagFacts() as facts:
            yield from _flag(facts)
        case DrawGround(kind, article, plies):
            listed = ", ".join(map(str, plies))
            yield _cited(_filled(_DRAWS[kind], count=str(len(plies)), plies=listed), article)
        case _:
            assert_never(alert.facts)


def _penalty(facts: PenaltyFacts, opponent: chess.Color) -> Both:
    proposal = facts.proposal
    if facts.over:
        return "The game is over: it is not acted on any more", "Oyun sona erdi: artık işlem yapılmaz"
    if facts.replied:
        text = "{opponent} has replied: it stands and is not acted on", "Rakip hamlesini yaptı: geçersiz hamle kalır"
        return _cited(_filled(text, opponent=words.side(opponent)), proposal.article)
    minutes, dakika = _NUMBERS.get(proposal.minutes, (f"{proposal.minutes} minutes", str(proposal.minutes)))
    english, turkish = _filled(
        _PENALTIES[proposal.penalty],
        minutes=minutes,
        dakika=dakika,
        player=words.side(not opponent),
        opponent=words.side(opponent),
        oyuncu=TURKISH_SIDES[not opponent],
        rakip=TURKISH_SIDES[opponent],
    )
    if facts.count_before and proposal.penalty is not Penalty.DISCRETION:
        english += f"; illegal moves before: {facts.count_before}"
        turkish += f"; önceki geçersiz hamle sayısı: {facts.count_before}"
    if proposal.increment_off:
        english += f", {proposal.increment_off:g} s off {words.side(not opponent)}'s clock"
        turkish += f"; geri alınacak ek süre: {_turkish_number(proposal.increment_off)} sn"
    if proposal.on_claim_only:
        english, turkish = f"{english}, only if claimed", f"{turkish}; yalnız sav üzerine"
    return _cited((english, turkish), proposal.article)


def _flag(facts: FlagFacts) -> Iterator[Both]:
    outcome = facts.outcome
    if facts.fall.time_added:
        yield "The clock has added time: a period has ended", "Saat süre ekledi: bir periyot sona erdi"
    if facts.fall.over is not None:
        text = "The game had ended before: {result}", "Oyun daha önce sona ermişti: {result}"
        yield _cited(_filled(text, result=facts.fall.over), outcome.article)
    elif outcome.result is not None:
        because = "; the opponent cannot checkmate", "; rakip mat edemez"
        english, turkish = because if _drawn_for_want_of_mate(facts) else ("", "")
        proposed = f"Proposed: {outcome.result}{english}", f"Öneri: {outcome.result}{turkish}"
        yield _cited(proposed, outcome.article)
    for duty in outcome.duties:
        yield _cited(_DUTIES[duty.kind], duty.article)


def _drawn_for_want_of_mate(facts: FlagFacts) -> bool:
    return facts.outcome.result == DRAWN and len(facts.fall.overstepped) == 1


def _filled(texts: Both, **words_for: str) -> Both:
    english, turkish = texts
    return english.format(**words_for), turkish.format(**words_for)


def _cited(texts: Both, article: str) -> Both:
    english, turkish = texts
    return f"{english} (Art. {article})", f"{turkish} (Md. {article.replace(' with ', ' ve ')})"


def _turkish_number(number: float) -> str:
    return f"{number:g}".replace(".", ",")
