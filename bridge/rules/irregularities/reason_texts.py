"""Why a move is illegal, in words: one sentence in English, one in Turkish, without capital and full stop."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from bridge.rules import words
from bridge.rules.irregularities.why_illegal import Fault, Reason, Standing

# Turkish endings follow the last vowel of a word, so they are only put to words that are written here: a square is
# always followed by one of its own.
_TEXTS: Mapping[Fault, tuple[str, str]] = {
    Fault.NO_MOVE: ("no piece was moved", "hiçbir taş oynanmadı"),
    Fault.PUT_ON: (
        "a {piece} was put on {destination} from outside the board",
        "{destination} karesine tahta dışından taş kondu: {piece}",
    ),
    Fault.EMPTY_SQUARE: ("nothing stood on {origin}", "{origin} karesi boştu"),
    Fault.ENEMY_PIECE: (
        "a piece of the opponent was moved, the {piece} on {origin}",
        "rakibin taşı oynandı: {origin} karesindeki {piece}",
    ),
    Fault.KING_CAPTURED: ("the king on {destination} was captured", "{destination} karesindeki şah alındı"),
    Fault.OWN_PIECE_CAPTURED: (
        "{side} captured a piece of his own side, {others}",
        "oyuncu kendi taşını aldı: {others}",
    ),
    Fault.NOT_ITS_WAY: (
        "the {piece} cannot move from {origin} to {destination}",
        "{piece}, {origin} karesinden {destination} karesine gidemez",
    ),
    Fault.IN_THE_WAY: (
        "{others} stands between {origin} and {destination}",
        "{origin} ile {destination} kareleri arasında taş var: {others}",
    ),
    Fault.PAWN_BACKWARDS: (
        "the pawn moved backwards, from {origin} to {destination}",
        "piyon geriye oynandı, {origin} karesinden {destination} karesine",
    ),
    Fault.PAWN_SIDEWAYS: (
        "the pawn moved sideways, from {origin} to {destination}",
        "piyon yana oynandı, {origin} karesinden {destination} karesine",
    ),
    Fault.PAWN_TWO_SQUARES: (
        "the pawn moved two squares though it had left its starting square",
        "piyon başlangıç karesinden ayrılmışken iki kare ilerledi",
    ),
    Fault.PAWN_CAPTURED_AHEAD: (
        "the pawn captured straight ahead, {others}",
        "piyon düz ilerleyerek taş aldı: {others}",
    ),
    Fault.PAWN_DIAGONAL: (
        "the pawn moved diagonally to {destination} without capturing",
        "piyon taş almadan {destination} karesine çapraz oynandı",
    ),
    Fault.EN_PASSANT_LATE: (
        "{others} could be captured en passant only at once after a move of two squares",
        "{others} ancak iki kare ilerlemesinin hemen ardından geçerken alınabilirdi",
    ),
    Fault.PROMOTION_MISSING: (
        "the pawn on {destination} was not exchanged for another piece",
        "{destination} karesine varan piyonun yerine yeni taş konmadı",
    ),
    Fault.PROMOTION_ELSEWHERE: (
        "only a pawn that reaches the last rank is exchanged for another piece",
        "yalnızca son yataya varan piyon terfi eder",
    ),
    Fault.PROMOTION_WRONG: (
        "a pawn is promoted to a queen, rook, bishop or knight and to nothing else",
        "piyon yalnızca vezir, kale, fil ya da ata terfi eder",
    ),
    Fault.CASTLING_RIGHT_GONE: (
        "{side} has no right to castle with {others} any more",
        "rok hakkı kalmadı: {others}",
    ),
    Fault.CASTLING_BLOCKED: (
        "{others} stands in the way of castling",
        "rok için boş olması gereken karede taş var: {others}",
    ),
    Fault.CASTLED_IN_CHECK: (
        "{side} castled while the king was in check by {others}",
        "şah tehdit altındayken rok yapıldı; tehdit eden: {others}",
    ),
    Fault.CASTLED_THROUGH_CHECK: (
        "{side} castled through {at}, attacked by {others}",
        "rokta şah, tehdit altındaki {at} karesinden geçti; tehdit eden: {others}",
    ),
    Fault.CASTLED_INTO_CHECK: (
        "{side} castled to {at}, attacked by {others}",
        "rokta şah, tehdit altındaki {at} karesine geldi; tehdit eden: {others}",
    ),
    Fault.KING_ATTACKED: (
        "the king moved to {destination}, attacked by {others}",
        "şah, tehdit altındaki {destination} karesine oynandı; tehdit eden: {others}",
    ),
    Fault.STAYS_IN_CHECK: (
        "the king on {at} stays in check by {others}",
        "{at} karesindeki şah tehdit altında kaldı; tehdit eden: {others}",
    ),
    Fault.PINNED: (
        "{others} pins the {piece} on {origin}",
        "{origin} karesindeki {piece} açmazda; açmaza alan: {others}",
    ),
    Fault.EN_PASSANT_EXPOSES: (
        "the capture en passant leaves the king on {at} in check by {others}",
        "geçerken alma, {at} karesindeki şahı tehdit altında bıraktı; tehdit eden: {others}",
    ),
}

TURKISH_PIECES: Mapping[chess.PieceType, str] = {
    chess.PAWN: "piyon",
    chess.KNIGHT: "at",
    chess.BISHOP: "fil",
    chess.ROOK: "kale",
    chess.QUEEN: "vezir",
    chess.KING: "şah",
}


def english(reason: Reason) -> str:
    """Like `Black castled through f8, attacked by the bishop on b4`."""
    text, _ = _TEXTS[reason.fault]
    piece = chess.piece_name(reason.piece) if reason.piece is not None else "piece"
    return _filled_in(text, reason, piece, words.listed(map(_in_english, reason.others), "and"))


def turkish(reason: Reason) -> str:
    """Like `rokta şah, tehdit altındaki f8 karesinden geçti; tehdit eden: b4 karesindeki fil`."""
    _, text = _TEXTS[reason.fault]
    piece = TURKISH_PIECES[reason.piece] if reason.piece is not None else "taş"
    return _filled_in(text, reason, piece, words.listed(map(_in_turkish, reason.others), "ve"))


def _filled_in(text: str, reason: Reason, piece: str, others: str) -> str:
    return text.format(
        side=words.side(reason.color),
        piece=piece,
        origin=chess.square_name(reason.origin),
        destination=chess.square_name(reason.destination),
        at="" if reason.at is None else chess.square_name(reason.at),
        others=others,
    )


def _in_english(standing: Standing) -> str:
    return f"the {chess.piece_name(standing.piece)} on {chess.square_name(standing.square)}"


def _in_turkish(standing: Standing) -> str:
    return f"{chess.square_name(standing.square)} karesindeki {TURKISH_PIECES[standing.piece]}"
