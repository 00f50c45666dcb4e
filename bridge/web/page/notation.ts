// How moves are written and which squares they mark. Messages carry English SAN and UCI; the rest is made here.

import type { Side } from "./clock";

export type Stage = "tentative" | "made" | "completed";
export type PieceLetters = Readonly<Record<string, string>>;

export const FIGURINES: PieceLetters = { N: "♘", B: "♗", R: "♖", Q: "♕", K: "♔" };

/** U+FE0E: a chess sign is text, not a coloured picture. */
const AS_TEXT = "\uFE0E";

/** Whose move a FEN says it is, and the number of that move. */
export function turnOf(fen: string): { side: Side; number: number } {
  const fields = fen.split(" ");
  return { side: fields[1] === "b" ? "black" : "white", number: Number(fields[5] ?? 1) || 1 };
}

/**
 * SAN with these piece letters. A tentative move is not released yet, so its signs for check and mate are left out:
 * the screen must not tell a player what the move would do.
 */
export function sanText(san: string, stage: Stage, letters: PieceLetters): string {
  const plain = stage === "tentative" ? san.replace(/[+#]+$/, "") : san;
  const mark = letters === FIGURINES ? AS_TEXT : "";
  return plain.replace(/[NBRQK]/g, (letter) => (letters[letter] ?? letter) + mark);
}

/** The last move before the position of `fen`, with its number: `12. ♘f3`, `12… ♘f6`, and ` …` while tentative. */
export function numberedMove(san: string, stage: Stage, fen: string, letters: PieceLetters): string {
  const { side, number } = turnOf(fen);
  const prefix = side === "black" ? `${number}. ` : `${number - 1}… `;
  return prefix + sanText(san, stage, letters) + (stage === "tentative" ? " …" : "");
}

/**
 * The squares to mark for a move. Castling may be written as king takes own rook (Chess960): marked is where the king
 * came from and where it stands now; if it did not move, where the rook came from.
 */
export function markedSquares(uci: string, san: string): string[] {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  if (!/^[O0]-[O0]/.test(san)) return [from, to];
  const file = /^[O0]-[O0]-[O0]/.test(san) ? "c" : "g";
  const king = file + from[1];
  return king === from ? [from, to] : [from, king];
}
