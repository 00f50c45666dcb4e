"""What an alert says to an arbiter, in English and in Turkish."""

from __future__ import annotations

import chess

from bridge.messages.alert_payloads import BothLanguages
from bridge.messages.fact_texts import TURKISH_SIDES, fact_texts
from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.irregularities.found import sorted_out
from bridge.rules.irregularities.reason_texts import TURKISH_PIECES, english, turkish

_ALERT_TEXTS: dict[AlertKind, tuple[str, str]] = {
    AlertKind.ILLEGAL_MOVE: (
        "Board {board}: {side} completed an illegal move.",
        "Masa {board}: Geçersiz hamle tamamlandı. Taraf: {side}.",
    ),
    AlertKind.PROMOTION_MISSING: (
        "Board {board}: a pawn stands on the last rank and the clock was pressed. Squares: {squares}.",
        "Masa {board}: Piyon son yatayda, yerine taş konmadan saate basıldı. Kareler: {squares}.",
    ),
    AlertKind.CASTLING_INCOMPLETE: (
        "Board {board}: the clock was pressed before castling was finished. Side: {side}.",
        "Masa {board}: Rok bitmeden saate basıldı. Taraf: {side}.",
    ),
    AlertKind.CAPTURE_INCOMPLETE: (
        "Board {board}: the clock was pressed before the capture was finished. Side: {side}. Squares: {squares}.",
        "Masa {board}: Taş alma bitmeden saate basıldı. Taraf: {side}. Kareler: {squares}.",
    ),
    AlertKind.CLOCK_WITHOUT_MOVE: (
        "Board {board}: {side} pressed the clock without having made a move.",
        "Masa {board}: Hamle yapılmadan saate basıldı. Taraf: {side}.",
    ),
    AlertKind.KING_CAPTURED: (
        "Board {board}: {side} captured the king. Go back to before the first irregularity. Squares: {squares}.",
        "Masa {board}: Şah alındı. Alan: {side}. İlk kural dışı hamleden önceye dönülmeli. Kareler: {squares}.",
    ),
    AlertKind.ILLEGAL_POSITION: (
        "Board {board}: the position is still illegal after the next completed move. Squares: {squares}.",
        "Masa {board}: Sonraki hamle tamamlandı, konum hâlâ kurallara aykırı. Kareler: {squares}.",
    ),
    AlertKind.TOUCH_MOVE_VIOLATION: (
        "Board {board}: {side} touched one piece and played otherwise. Touched: {squares}.",
        "Masa {board}: Dokunulan taş oynanmadı ya da alınmadı. Taraf: {side}. Dokunulan: {squares}.",
    ),
    AlertKind.CASTLING_ROOK_FIRST: (
        "Board {board}: {side} castled, but the rook was touched first. Squares: {squares}.",
        "Masa {board}: Rokta önce kaleye dokunuldu. Taraf: {side}. Kareler: {squares}.",
    ),
    AlertKind.TOUCH_OUT_OF_TURN: (
        "Board {board}: a piece was lifted on the opponent's turn. Squares: {squares}.",
        "Masa {board}: Hamle sırası rakipteyken taş kaldırıldı. Kareler: {squares}.",
    ),
    AlertKind.TOUCH_REVIEW: (
        "Board {board}: {side} lifted a piece and put it back. Squares: {squares}. Was adjusting announced?",
        "Masa {board}: Taş kaldırılıp yerine konuldu. Taraf: {side}. Kareler: {squares}. Düzeltme bildirildi mi?",
    ),
    AlertKind.DISPLACED_PIECE: (
        "Board {board}: pieces are displaced. Squares: {squares}.",
        "Masa {board}: Taşlar yerinden kaymış. Kareler: {squares}.",
    ),
    AlertKind.OUT_OF_SYNC: (
        "Board {board}: what stands on the board does not follow from the recorded game. Squares: {squares}.",
        "Masa {board}: Tahtadaki konum kayıtlı oyuna uymuyor. Kareler: {squares}.",
    ),
    AlertKind.WRONG_START_POSITION: (
        "Board {board}: the initial position is set up wrongly. Squares: {squares}.",
        "Masa {board}: Başlangıç konumu yanlış dizilmiş. Kareler: {squares}.",
    ),
    AlertKind.BOARD_REVERSED: (
        "Board {board}: the board seems to be turned round, or the colors are reversed.",
        "Masa {board}: Tahta ters yerleştirilmiş ya da renkler ters görünüyor.",
    ),
    AlertKind.RESULT_SIGNAL: (
        "Board {board}: the kings signal a result. Please confirm it.",
        "Masa {board}: Şahlar bir sonuç bildiriyor. Lütfen onaylayın.",
    ),
    AlertKind.GAME_RESET: (
        "Board {board}: the pieces were set up for a new game.",
        "Masa {board}: Taşlar yeni oyun için dizildi.",
    ),
    AlertKind.TAKEBACK: (
        "Board {board}: a completed move was taken back; the record follows. Squares: {squares}. Restore it, or close.",
        "Masa {board}: Tamamlanmış hamle geri alındı, kayıt tahtaya uyar. Kareler: {squares}. Düzeltin ya da kapatın.",
    ),
    AlertKind.PLAY_AFTER_RESULT: (
        "Board {board}: a result is set, but play goes on with the clock running. Another board's? Set it to *.",
        "Masa {board}: Sonuç girildi ama oyun saatle sürüyor. Başka masanın sonucu mu? Öyleyse * girin.",
    ),
    AlertKind.MOVES_MISSING: (
        "Board {board}: moves are missing from the record. Squares: {squares}. Enter them from the scoresheets.",
        "Masa {board}: Kayıtta eksik hamleler var. Kareler: {squares}. Notasyon kâğıtlarından girin.",
    ),
    AlertKind.IDENTITY_DOUBTFUL: (
        "Board {board}: the e-board takes a piece for another one, and the game is followed. Squares: {squares}.",
        "Masa {board}: Tahta bir taşı başka bir taş sanıyor, oyun yine de izleniyor. Kareler: {squares}.",
    ),
    AlertKind.LINK_LOST: (
        "Board {board}: the connection to the board is lost. The last recorded position is kept.",
        "Masa {board}: Tahta bağlantısı koptu. Son kayıtlı konum korunuyor.",
    ),
    AlertKind.FLAG: (
        "Board {board}: the flag has fallen. Side: {side}.",
        "Masa {board}: Bayrak düştü. Taraf: {side}.",
    ),
    AlertKind.TWO_HANDS_SUSPECTED: (
        "Board {board}: one move may have been made with two hands. Side: {side}.",
        "Masa {board}: Hamle iki elle yapılmış olabilir. Taraf: {side}.",
    ),
    AlertKind.TWO_HANDS: (
        "Board {board}: the arbiter says that {side} made a move with two hands.",
        "Masa {board}: Hakem, hamlenin iki elle yapıldığına karar verdi. Taraf: {side}.",
    ),
    AlertKind.PROMOTION_CHOICE_NEEDED: (
        "Board {board}: which piece did the pawn become? The board does not show it. Square: {squares}.",
        "Masa {board}: Piyon hangi taşa terfi etti? Tahta bunu göstermiyor. Kare: {squares}.",
    ),
    AlertKind.AMBIGUOUS_MOVE: (
        "Board {board}: {side} took a piece, and the board did not show which. Squares: {squares}.",
        "Masa {board}: Bir taş alındı, tahta hangisi olduğunu göstermedi. Taraf: {side}. Kareler: {squares}.",
    ),
    AlertKind.DRAW_CLAIM_POSSIBLE: (
        "Board {board}: the player who has the move may claim a draw.",
        "Masa {board}: Hamle sırasındaki oyuncu berabere savında bulunabilir.",
    ),
    AlertKind.AUTOMATIC_DRAW: (
        "Board {board}: the game is drawn without a claim.",
        "Masa {board}: Oyun, sav gerekmeden berabere.",
    ),
}

_ORDERED = (
    "Board {board}: the board does not show yet what the arbiter has decided. Squares: {squares}.",
    "Masa {board}: Tahta, hakemin karar verdiği konuma henüz getirilmedi. Kareler: {squares}.",
)
"""While play waits for that; nobody has displaced anything."""

_SIDES = {
    chess.WHITE: (words.side(chess.WHITE), TURKISH_SIDES[chess.WHITE]),
    chess.BLACK: (words.side(chess.BLACK), TURKISH_SIDES[chess.BLACK]),
    None: ("a player", "bilinmiyor"),
}


_PIECES_NAMED = (AlertKind.DISPLACED_PIECE, AlertKind.OUT_OF_SYNC, AlertKind.WRONG_START_POSITION)
PIECES_NAMED_AT_MOST = 6  # squares; with more the board is looked at, not read about
_MISSING, _EXTRA = ("Missing", "Eksik"), ("Standing wrong", "Yanlış duran")


def alert_text(alert: Alert, board: int) -> BothLanguages:
    """What the alert says about the board of that number, why a move was illegal, and what the Laws propose."""
    squares = ", ".join(map(chess.square_name, alert.squares)) or "–"
    texts = zip(_ORDERED if alert.ordered else _ALERT_TEXTS[alert.kind], _SIDES[alert.color], strict=True)
    in_english, in_turkish = (text.format(board=board, side=side, squares=squares) for text, side in texts)
    if alert.kind in _PIECES_NAMED and 0 < len(alert.found) <= PIECES_NAMED_AT_MOST:
        missing, extra = sorted_out(alert.restore, alert.found)
        for titles, pieces in ((_MISSING, missing), (_EXTRA, extra)):
            if pieces:
                in_english += f" {titles[0]}: {', '.join(map(_in_english, pieces))}."
                in_turkish += f" {titles[1]}: {', '.join(map(_in_turkish, pieces))}."
    if alert.released is not None:
        in_english += f" Released before and taken back: {_squares_of(alert.released)}."
        in_turkish += f" Önce bırakılıp geri alınan: {_squares_of(alert.released)}."
    if alert.played is not None:
        in_english += f" Played: {_squares_of(alert.played)}."
        in_turkish += f" Oynanan: {_squares_of(alert.played)}."
    if alert.reason is not None:
        in_english += f" Reason: {english(alert.reason)}."
        in_turkish += f" Neden: {turkish(alert.reason)}."
    for proposed, onerilen in fact_texts(alert):
        in_english += f" {proposed}."
        in_turkish += f" {onerilen}."
    return BothLanguages(in_english, in_turkish)


def _squares_of(move: chess.Move) -> str:
    """From where to where, in a way that no language writes otherwise."""
    return f"{chess.square_name(move.from_square)}–{chess.square_name(move.to_square)}"


def _in_english(standing: tuple[chess.Square, str]) -> str:
    square, symbol = standing
    return f"{words.symbol(symbol)} ({chess.square_name(square)})"


def _in_turkish(standing: tuple[chess.Square, str]) -> str:
    square, symbol = standing
    name = "taş" if symbol in {"?", "W", "w"} else TURKISH_PIECES[chess.Piece.from_symbol(symbol).piece_type]
    color = "" if symbol == "?" else "beyaz " if symbol.isupper() else "siyah "
    return f"{color}{name} ({chess.square_name(square)})"
