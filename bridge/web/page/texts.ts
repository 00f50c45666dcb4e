// Every text of the page, in every language.

export type Language = "en" | "tr";

export interface Texts {
  readonly board: string;
  readonly round: string;
  readonly white: string;
  readonly black: string;
  readonly reconnecting: string;
  readonly stale: string;
  readonly unheard: string;
  readonly waiting: string;
  readonly paused: string;
  readonly lastMove: string;
  readonly beingPlayed: string;
  readonly result: string;
  readonly unconfirmed: string;
  readonly allBoards: string;
  readonly moves: string;
  readonly recorded: string;
  readonly movedByHand: string;
  readonly howToMove: string;
  readonly password: string;
  readonly movePieces: string;
  readonly wrongPassword: string;
  readonly press: string;
  readonly takeBack: string;
  readonly turnBoard: string;
  readonly setUp: string;
  readonly setUpSure: string;
  readonly becomes: string;
  readonly pieces: Readonly<Record<"queen" | "rook" | "bishop" | "knight" | "pawn" | "king", string>>;
  /** Letters of knight, bishop, rook, queen and king. */
  readonly letters: Readonly<Record<string, string>>;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    board: "Board",
    round: "Round",
    white: "White",
    black: "Black",
    reconnecting: "Reconnecting",
    stale: "not up to date",
    unheard: "board not heard",
    waiting: "Waiting for the round",
    paused: "paused",
    lastMove: "last move",
    beingPlayed: "being played",
    result: "result",
    unconfirmed: "not confirmed",
    allBoards: "All boards",
    moves: "Moves",
    recorded: "Recorded",
    movedByHand: "moved by hand",
    howToMove: "Drag pieces as they move on the table. Dropped beside the board, a piece is off it; others come from the box above and below.",
    password: "Password",
    movePieces: "Move pieces",
    wrongPassword: "This is not the password.",
    press: "Press clock",
    takeBack: "Take back",
    turnBoard: "Turn board",
    setUp: "New game",
    setUpSure: "Put all pieces on the squares on which the game begins?",
    becomes: "What does the pawn become?",
    pieces: { queen: "Queen", rook: "Rook", bishop: "Bishop", knight: "Knight", pawn: "Pawn", king: "King" },
    letters: { N: "N", B: "B", R: "R", Q: "Q", K: "K" },
  },
  tr: {
    board: "Masa",
    round: "Tur",
    white: "Beyaz",
    black: "Siyah",
    reconnecting: "Yeniden bağlanıyor",
    stale: "güncel değil",
    unheard: "masadan haber yok",
    waiting: "Tur bekleniyor",
    paused: "duraklatıldı",
    lastMove: "son hamle",
    beingPlayed: "oynanıyor",
    result: "sonuç",
    unconfirmed: "onaylanmadı",
    allBoards: "Bütün masalar",
    moves: "Hamleler",
    recorded: "Kaydedilen",
    movedByHand: "elle oynatılıyor",
    howToMove: "Taşları masada oynandıkları gibi sürükleyin. Tahtanın yanına bırakılan taş kalkar; başka taşlar üstteki ve alttaki kutudan gelir.",
    password: "Parola",
    movePieces: "Taşları oynat",
    wrongPassword: "Parola bu değil.",
    press: "Saate bas",
    takeBack: "Geri al",
    turnBoard: "Tahtayı çevir",
    setUp: "Yeni oyun",
    setUpSure: "Bütün taşlar oyunun başladığı karelere konsun mu?",
    becomes: "Piyon ne olacak?",
    pieces: { queen: "Vezir", rook: "Kale", bishop: "Fil", knight: "At", pawn: "Piyon", king: "Şah" },
    letters: { N: "A", B: "F", R: "K", Q: "V", K: "Ş" },
  },
};

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

export function isLanguage(name: string | null): name is Language {
  return name !== null && name in TEXTS;
}
