// One board on the wall.

import { BoardView } from "./board";
import { type Side, clockText, secondsLeft } from "./clock";
import { element, setText } from "./dom";
import { type Context, isStale, lastMoveText, resultText, spokenBoard, unheardText } from "./view";

const SIDES: readonly Side[] = ["white", "black"];

interface Row {
  readonly element: HTMLElement;
  readonly family: HTMLElement;
  readonly given: HTMLElement;
  readonly clock: HTMLElement;
}

function row(side: Side): Row {
  const [family, given, clock] = [element("span", "family"), element("span", "given"), element("span", "clock")];
  return { element: element("span", `row ${side}`, element("span", "name", family, given), clock), family, given, clock };
}

export class Tile {
  readonly element = element("a", "tile");
  private readonly board = new BoardView(false);
  private readonly rows: Readonly<Record<Side, Row>> = { white: row("white"), black: row("black") };
  private readonly move = element("span", "move");
  private readonly result = element("span", "result");
  private readonly unheard = element("span", "unheard");
  private visible = false;

  constructor(
    private readonly context: Context,
    readonly number: number,
  ) {
    this.element.href = `#board/${number}`;
    this.element.dataset["board"] = String(number);
    const foot = element("span", "foot", element("span", "number", String(number)), this.move, this.result, this.unheard);
    this.element.append(this.rows.black.element, this.board.element, this.rows.white.element, foot);
  }

  /** A tile that nobody sees is not drawn. */
  setVisible(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    if (visible) this.show();
  }

  show(): void {
    if (!this.visible) return;
    const { context, number } = this;
    const board = context.store.boards.get(number);
    this.board.show(board);
    for (const side of SIDES) {
      const { family, given } = shortName(context.store.player(number, side).name);
      setText(this.rows[side].family, family);
      setText(this.rows[side].given, given);
      this.rows[side].element.classList.toggle("turn", isToMove(context, number, side));
    }
    const last = board?.position?.last;
    setText(this.move, lastMoveText(context, board));
    this.move.classList.toggle("tentative", last?.stage === "tentative");
    setText(this.result, resultText(board));
    this.result.classList.toggle("unconfirmed", board?.result?.confirmed === false);
    setText(this.unheard, unheardText(context, number));
    this.element.classList.toggle("stale", isStale(context, number));
    this.element.setAttribute("aria-label", spokenBoard(context, number));
    this.showClocks(performance.now());
  }

  tick(now: number): void {
    if (this.visible && !isStale(this.context, this.number)) this.showClocks(now);
  }

  resized(): void {
    this.board.resized();
  }

  private showClocks(now: number): void {
    const reading = this.context.store.boards.get(this.number)?.clock;
    for (const side of SIDES) setText(this.rows[side].clock, reading ? clockText(secondsLeft(reading, side, now)) : "");
  }
}

/** Whose time runs, or else whose turn it is; nobody's when there is a result. */
export function isToMove(context: Context, number: number, side: Side): boolean {
  const board = context.store.boards.get(number);
  if (!board || resultText(board)) return false;
  return (board.clock?.data.running ?? board.position?.turn) === side;
}

/** `Nepomniachtchi, Ian` → `Nepomniachtchi` and `, I.`: family names are what is read from afar. */
function shortName(name: string): { family: string; given: string } {
  const [family, given] = name.split(/,\s*/);
  return family && given ? { family, given: `, ${[...given][0]}.` } : { family: name, given: "" };
}
