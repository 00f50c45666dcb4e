// One chessboard on the screen. It shows where pieces stand and which move came last: never what is allowed or check.

import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Key } from "@lichess-org/chessground/types";

import { element } from "./dom";
import { markedSquares } from "./notation";
import type { Board } from "./store";

const ANIMATION_MILLISECONDS = 180;

export class BoardView {
  readonly element = element("div", "board");
  private readonly wrap = element("div", "cg-wrap");
  private ground: Api | undefined;
  private shown = "";

  /** `large`: with coordinates, and moves that glide. */
  constructor(private readonly large: boolean) {
    this.element.append(this.wrap);
  }

  /** Draws the board when it differs from what is drawn. Empty until something is known. */
  show(board: Board | undefined): void {
    const last = board?.position?.last ?? null;
    const fen = board?.position?.fen ?? board?.game?.start_fen;
    const key = `${fen} ${last?.uci} ${last?.stage}`;
    if (fen === undefined || key === this.shown) return;
    this.shown = key;
    this.element.classList.toggle("tentative", last?.stage === "tentative");
    const lastMove = last ? (markedSquares(last.uci, last.san) as Key[]) : [];
    if (this.ground) this.ground.set({ fen, lastMove });
    else this.ground = this.created(fen, lastMove);
  }

  /** After the element changed its size. */
  resized(): void {
    this.ground?.redrawAll();
  }

  private created(fen: string, lastMove: Key[]): Api {
    return Chessground(this.wrap, {
      fen,
      lastMove,
      viewOnly: true,
      coordinates: this.large,
      animation: { enabled: this.large && !wantsStillness(), duration: ANIMATION_MILLISECONDS },
      highlight: { lastMove: true, check: false },
      drawable: { enabled: false, visible: false },
    });
  }
}

function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
