// What the page's two views share: their knowledge and their duties.

import type { Options, Settings } from "./options";
import { type PieceLetters, numberedMove } from "./notation";
import type { Board, Store } from "./store";
import type { Texts } from "./texts";

export interface Context {
  readonly store: Store;
  readonly settings: Settings;
  readonly options: Options;
  readonly texts: Texts;
  readonly letters: PieceLetters;
  /** False while the broker cannot be reached. */
  connected: boolean;
}

export interface View {
  readonly element: HTMLElement;
  /** These boards changed; null: the round, a bridge or the connection did. */
  changed(boards: ReadonlySet<number> | null): void;
  /** Time has passed: `now` in milliseconds of `performance.now`. */
  tick(now: number): void;
  resized(): void;
  /** True when the key was for this view. */
  key(name: string): boolean;
  close(): void;
}

/** True when what is shown of a board may be old: its clocks stand still then. */
export function isStale(context: Context, number: number): boolean {
  return !context.connected || context.store.isStale(number) || !context.store.isHeard(number);
}

/** What stands beside the result when the e-board is not heard; empty while it is. */
export function unheardText(context: Context, number: number): string {
  return context.store.isHeard(number) ? "" : context.texts.unheard;
}

export function lastMoveText(context: Context, board: Board | undefined): string {
  const position = board?.position;
  if (!position?.last) return "";
  return numberedMove(position.last.san, position.last.stage, position.fen, context.letters);
}

/** `1–0`, `½–½`; empty while the game goes on. */
export function resultText(board: Board | undefined): string {
  const result = board?.result?.result ?? "*";
  return result === "*" ? "" : result.replaceAll("1/2", "½").replace("-", "–");
}

/** One board in words, for those who hear the page. */
export function spokenBoard(context: Context, number: number): string {
  const { store, texts } = context;
  const board = store.boards.get(number);
  const parts = [`${texts.board} ${number}: ${store.player(number, "white").name} – ${store.player(number, "black").name}`];
  const move = lastMoveText(context, board);
  const tentative = board?.position?.last?.stage === "tentative";
  if (move) parts.push(`${texts.lastMove}: ${move}${tentative ? ` (${texts.beingPlayed})` : ""}`);
  const result = resultText(board);
  if (result) parts.push(`${texts.result}: ${result}${board?.result?.confirmed ? "" : ` (${texts.unconfirmed})`}`);
  if (!context.store.isHeard(number)) parts.push(texts.unheard);
  else if (isStale(context, number)) parts.push(texts.stale);
  return parts.join(", ");
}
