// One chessboard on the screen. It shows where pieces stand and which move came last: never what is allowed or check.

import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Key } from "@lichess-org/chessground/types";

import { element } from "./dom";
import { markedSquares } from "./notation";
import type { Board } from "./store";

const ANIMATION_MILLISECONDS = 180;
const EMPTY_FEN = "8/8/8/8/8/8/8/8";

export class BoardView {
  readonly element = element("div", "board");
  private readonly wrap = element("div", "cg-wrap");
  private ground: Api | undefined;

  constructor(private readonly coordinates: boolean) {
    this.element.append(this.wrap);
  }

  /** Draws the board; costs nothing until the first call, so call it for what can be seen. */
  show(board: Board | undefined): void {
    const last = board?.position?.last ?? null;
    const fen = board?.position?.fen ?? board?.game?.start_fen ?? EMPTY_FEN;
    this.element.classList.toggle("tentative", last?.stage === "tentative");
    this.ground ??= this.created(fen);
    const marked = last ? (markedSquares(last.uci, last.san) as Key[]) : [];
    this.ground.set({ fen, lastMove: marked });
  }

  /** After the element changed its size. */
  resized(): void {
    this.ground?.redrawAll();
  }

  private created(fen: string): Api {
    return Chessground(this.wrap, {
      fen,
      viewOnly: true,
      coordinates: this.coordinates,
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: ANIMATION_MILLISECONDS },
      highlight: { lastMove: true, check: false },
      drawable: { enabled: false, visible: false },
    });
  }
}
