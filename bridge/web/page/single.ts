// One board, as large as the screen: for the projector beside the game.

import { BoardView } from "./board";
import { type Side, clockText, secondsLeft } from "./clock";
import { element, setText } from "./dom";
import { MoveList } from "./movelist";
import { isToMove } from "./tile";
import { type Context, type View, isStale, lastMoveText, resultText, spokenBoard, unheardText } from "./view";

const SIDES: readonly Side[] = ["white", "black"];

export class PlayerPanel {
  readonly element: HTMLElement;
  private readonly title = element("span", "title");
  private readonly name = element("span", "name");
  private readonly rating = element("span", "rating");
  private readonly clock = element("div", "clock");

  constructor(
    private readonly context: Context,
    private readonly number: number,
    private readonly side: Side,
  ) {
    const who = element("div", "who", element("span", "disc"), this.title, this.name, this.rating);
    this.element = element("section", `player ${side}`, who, this.clock);
  }

  show(): void {
    const { context, number, side } = this;
    const player = context.store.player(number, side);
    setText(this.title, player.title ?? "");
    setText(this.name, player.name || context.texts[side]);
    setText(this.rating, player.rating ? String(player.rating) : "");
    this.element.classList.toggle("turn", isToMove(context, number, side));
  }

  showClock(now: number): void {
    const reading = this.context.store.boards.get(this.number)?.clock;
    setText(this.clock, reading ? clockText(secondsLeft(reading, this.side, now)) : "");
  }
}

export class Single implements View {
  readonly element = element("main", "single");
  private readonly board = new BoardView(true);
  private readonly players: Readonly<Record<Side, PlayerPanel>>;
  private readonly moves: MoveList;
  private readonly move = element("div", "move");
  private readonly result = element("div", "result");
  private readonly unheard = element("div", "unheard");
  private readonly event = element("span", "event");

  constructor(
    private readonly context: Context,
    readonly number: number,
  ) {
    const { texts, settings } = context;
    this.players = {
      white: new PlayerPanel(context, number, "white"),
      black: new PlayerPanel(context, number, "black"),
    };
    this.moves = new MoveList(context.letters, texts.moves);
    const title = element("h1", "number", `${texts.board} ${number}`);
    const back = element("a", "back", `${texts.round} ${settings.round}`);
    back.href = "#";
    back.setAttribute("aria-label", texts.allBoards);
    const head = element("header", "head", title, this.event, back);
    const middle = element("div", "middle", element("div", "latest", this.move, this.result, this.unheard), this.moves.element);
    this.board.element.setAttribute("role", "img");
    this.element.append(
      this.board.element,
      element("div", "panel", head, this.players.black.element, middle, this.players.white.element),
    );
    this.changed(null);
  }

  changed(boards: ReadonlySet<number> | null): void {
    const { context, number } = this;
    if (boards !== null && !boards.has(number)) return;
    const board = context.store.boards.get(number);
    this.board.show(board);
    this.board.element.setAttribute("aria-label", spokenBoard(context, number));
    for (const side of SIDES) this.players[side].show();
    setText(this.move, lastMoveText(context, board));
    this.move.classList.toggle("tentative", board?.position?.last?.stage === "tentative");
    setText(this.result, resultText(board));
    this.result.classList.toggle("unconfirmed", board?.result?.confirmed === false);
    setText(this.unheard, unheardText(context, number));
    this.moves.show(board?.moves);
    setText(this.event, context.store.round?.name ?? context.settings.event);
    this.element.classList.toggle("stale", isStale(context, number));
    this.showClocks(performance.now());
  }

  tick(now: number): void {
    if (!isStale(this.context, this.number)) this.showClocks(now);
  }

  resized(): void {
    this.board.resized();
  }

  key(name: string): boolean {
    if (name === "Escape" || name === "Backspace") location.hash = "";
    else if (name === "ArrowRight" || name === "ArrowDown") this.go(1);
    else if (name === "ArrowLeft" || name === "ArrowUp") this.go(-1);
    else return false;
    return true;
  }

  close(): void {
    // Nothing of this view outlives its element.
  }

  private go(by: number): void {
    const asked = this.context.options.boards;
    const numbers = this.context.store.numbers().filter((number) => asked?.has(number) ?? true);
    const index = numbers.indexOf(this.number);
    const next = numbers[(index + by + numbers.length) % numbers.length];
    if (next !== undefined) location.hash = `#board/${next}`;
  }

  private showClocks(now: number): void {
    for (const side of SIDES) this.players[side].showClock(now);
  }
}
