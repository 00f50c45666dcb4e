// Every text of the page, in every language.

export type Language = "en" | "tr";

export interface Texts {
  readonly board: string;
  readonly round: string;
  readonly white: string;
  readonly black: string;
  readonly reconnecting: string;
  readonly stale: string;
  readonly waiting: string;
  readonly paused: string;
  readonly lastMove: string;
  readonly beingPlayed: string;
  readonly result: string;
  readonly unconfirmed: string;
  readonly allBoards: string;
  readonly moves: string;
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
    waiting: "Waiting for the round",
    paused: "paused",
    lastMove: "last move",
    beingPlayed: "being played",
    result: "result",
    unconfirmed: "not confirmed",
    allBoards: "All boards",
    moves: "Moves",
    letters: { N: "N", B: "B", R: "R", Q: "Q", K: "K" },
  },
  tr: {
    board: "Masa",
    round: "Tur",
    white: "Beyaz",
    black: "Siyah",
    reconnecting: "Yeniden bağlanıyor",
    stale: "güncel değil",
    waiting: "Tur bekleniyor",
    paused: "duraklatıldı",
    lastMove: "son hamle",
    beingPlayed: "oynanıyor",
    result: "sonuç",
    unconfirmed: "onaylanmadı",
    allBoards: "Bütün masalar",
    moves: "Hamleler",
    letters: { N: "A", B: "F", R: "K", Q: "V", K: "Ş" },
  },
};

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

export function isLanguage(name: string | null): name is Language {
  return name !== null && name in TEXTS;
}
