// The moves of one game, in two columns; only what changed is written again.

import { element } from "./dom";
import { type PieceLetters, sanText, turnOf } from "./notation";
import type { MovesData, PlayedMove } from "./store";

/** One line of the list: a number and up to two moves. */
interface Line {
  readonly number: number;
  readonly white: PlayedMove | null;
  readonly black: PlayedMove | null;
}

export class MoveList {
  readonly element = element("ol", "moves");
  private shown: string[] = [];

  constructor(
    private readonly letters: PieceLetters,
    label: string,
  ) {
    this.element.setAttribute("aria-label", label);
    new ResizeObserver(() => this.scrollToEnd()).observe(this.element);
  }

  show(data: MovesData | undefined): void {
    const lines = data ? linesOf(data) : [];
    const keys = lines.map((line) => JSON.stringify(line));
    let same = 0;
    while (same < keys.length && keys[same] === this.shown[same]) same += 1;
    if (same === keys.length && same === this.shown.length) return;
    while (this.element.childElementCount > same) this.element.lastElementChild?.remove();
    this.element.append(...lines.slice(same).map((line) => this.row(line)));
    this.shown = keys;
    this.scrollToEnd();
  }

  /** The newest move is what people look for. */
  private scrollToEnd(): void {
    this.element.scrollTop = this.element.scrollHeight;
  }

  private row(line: Line): HTMLElement {
    const number = element("span", "count", `${line.number}.`);
    return element("li", "line", number, this.cell(line.white), this.cell(line.black));
  }

  private cell(move: PlayedMove | null): HTMLElement {
    if (move === null) return element("span", "ply");
    const text = sanText(move.san, move.stage, this.letters);
    return move.stage === "tentative" ? element("span", "ply tentative", `${text} …`) : element("span", "ply", text);
  }
}

function linesOf(data: MovesData): Line[] {
  const start = turnOf(data.start_fen);
  const offset = start.side === "white" ? 0 : 1;
  const lines: Line[] = [];
  for (let index = -offset; index < data.moves.length; index += 2) {
    lines.push({
      number: start.number + lines.length,
      white: data.moves[index] ?? null,
      black: data.moves[index + 1] ?? null,
    });
  }
  return lines;
}
