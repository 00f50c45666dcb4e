// The page on which a person moves the pieces of one board that has no hardware, beside what the bridge records of it.

import { Connection } from "./connection";
import { type Side } from "./clock";
import { element, setText } from "./dom";
import { Hand } from "./hand";
import { HandBoard } from "./handboard";
import { MoveList } from "./movelist";
import { FIGURINES, markedSquares } from "./notation";
import { type Settings, optionsFrom } from "./options";
import { fetchSettings, followTheme, isOther, socketAddress, startWith } from "./settings";
import { PlayerPanel } from "./single";
import { Store } from "./store";
import { textsOf } from "./texts";
import { type Context, lastMoveText, resultText } from "./view";

const BASE = new URL("..", location.href);
const SIDES: readonly Side[] = ["black", "white"];
const DISPLAYED = ["game", "position", "moves", "clock", "result"] as const;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const TICK_MILLISECONDS = 200;
/** Where the browser keeps the password, for this tab alone and until it is closed. */
const REMEMBERED = "touchmove-move-password";

class MovePage {
  private readonly context: Context;
  private readonly number = Number(/\/move\/(\d+)$/.exec(location.pathname)?.[1]);
  private readonly marker = element("div", "marker");
  private readonly board: HandBoard;
  private readonly players: readonly PlayerPanel[];
  private readonly moves: MoveList;
  private readonly move = element("div", "move");
  private readonly result = element("div", "result");
  private readonly event = element("span", "event");
  private hand: Hand | undefined;
  private readonly bridgeOffset: number;

  constructor(private readonly settings: Settings) {
    const { prefix, event, round } = settings;
    this.bridgeOffset = settings.now - performance.now();
    const roundTopic = `${prefix}/event/${event}/round/${round}`;
    const options = optionsFrom(location.search, settings);
    const texts = textsOf(options.language);
    const letters = options.writesLetters ? texts.letters : FIGURINES;
    const store = new Store(roundTopic, `${prefix}/bridge`);
    this.context = { store, settings, options, texts, letters, connected: false };
    document.documentElement.lang = options.language;
    document.title = `${texts.board} ${this.number} · ${texts.movedByHand}`;
    followTheme(options.theme);
    this.marker.setAttribute("role", "status");
    this.board = new HandBoard(texts, (squares) => this.hand?.put(squares));
    this.players = SIDES.map((side) => new PlayerPanel(this.context, this.number, side));
    this.moves = new MoveList(letters, texts.moves);
    const boards = DISPLAYED.map((name) => `${roundTopic}/board/${this.number}/${name}`);
    new Connection(socketAddress(BASE, settings.mqtt), [`${roundTopic}/info`, ...boards], this);
    addEventListener("resize", () => this.board.resized());
    setInterval(() => this.showClocks(), TICK_MILLISECONDS);
    const password = sessionStorage.getItem(REMEMBERED);
    if (password === null) this.askPassword("");
    else this.begin(password);
  }

  // ---- what the broker says: for display only ----

  connected(): void {
    void this.reloadWhenOutdated();
  }

  lost(): void {
    // Whether pieces can be moved is up to the hand's own line.
  }

  message(topic: string, payload: string, retained: boolean): void {
    const now = performance.now();
    const change = this.context.store.apply(topic, payload, { now, bridgeTime: now + this.bridgeOffset, retained });
    if (change !== null) this.showRecord();
  }

  // ---- what the e-board says ----

  stands(placement: string): void {
    setText(this.marker, "");
    this.board.show(placement);
  }

  wrongPassword(): void {
    sessionStorage.removeItem(REMEMBERED);
    this.askPassword(this.context.texts.wrongPassword);
  }

  private get reconnecting(): string {
    return this.context.texts.reconnecting;
  }

  private begin(password: string): void {
    sessionStorage.setItem(REMEMBERED, password);
    document.body.replaceChildren(this.laidOut(), this.marker);
    this.board.resized();
    this.board.setMovable(false);
    this.showRecord();
    this.hand = new Hand(socketAddress(BASE, `move/${this.number}/hand`), password, {
      stands: (placement) => this.stands(placement),
      wrongPassword: () => this.wrongPassword(),
      lost: () => {
        this.board.setMovable(false);
        setText(this.marker, this.reconnecting);
      },
    });
  }

  private askPassword(complaint: string): void {
    const { texts } = this.context;
    const input = element("input", "");
    input.type = "password";
    input.autocomplete = "current-password";
    const label = element("label", "", texts.password, input);
    const title = element("h1", "number", `${texts.board} ${this.number}`);
    const button = element("button", "", texts.movePieces);
    const said = element("p", "complaint", complaint);
    said.setAttribute("role", "alert");
    const form = element("form", "password", title, label, button, said);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value) this.begin(input.value.trim());
    });
    document.body.replaceChildren(form);
    input.focus();
  }

  private laidOut(): HTMLElement {
    const { texts } = this.context;
    const title = element("h1", "number", `${texts.board} ${this.number}`);
    const head = element("header", "head", title, this.event, element("span", "back", texts.movedByHand));
    const recorded = element("div", "recorded", texts.recorded);
    const middle = element("div", "middle", recorded, element("div", "latest", this.move, this.result), this.moves.element);
    const actions = element(
      "div",
      "actions",
      button(texts.takeBack, () => this.board.takeBack()),
      button(texts.turnBoard, () => this.board.turn()),
      button(texts.setUp, () => this.setUp()),
    );
    const [black, white] = SIDES.map((side, index) => {
      const press = button(texts.press, () => this.hand?.press(side));
      press.setAttribute("aria-label", `${texts[side]}: ${texts.press}`);
      return element("div", "seat", this.players[index]!.element, press);
    });
    const panel = element("div", "panel", head, black!, middle, white!, actions);
    panel.append(element("p", "hint", texts.howToMove));
    return element("main", "single moving", this.board.element, panel);
  }

  private setUp(): void {
    if (!confirm(this.context.texts.setUpSure)) return;
    const start = this.context.store.boards.get(this.number)?.game?.start_fen ?? START;
    this.board.setUp(start.split(" ")[0] ?? START);
  }

  private showRecord(): void {
    const { store, settings } = this.context;
    const board = store.boards.get(this.number);
    const last = board?.position?.last;
    for (const player of this.players) player.show();
    setText(this.event, store.round?.name ?? settings.event);
    setText(this.move, lastMoveText(this.context, board));
    this.move.classList.toggle("tentative", last?.stage === "tentative");
    setText(this.result, resultText(board));
    this.result.classList.toggle("unconfirmed", board?.result?.confirmed === false);
    this.moves.show(board?.moves);
    this.board.mark(last ? markedSquares(last.uci, last.san) : []);
    this.showClocks();
  }

  private showClocks(): void {
    for (const player of this.players) player.showClock(performance.now());
  }

  private async reloadWhenOutdated(): Promise<void> {
    const settings = await fetchSettings(BASE);
    if (settings !== null && isOther(this.settings, settings)) location.reload();
  }
}

function button(text: string, act: () => void): HTMLElement {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

void startWith(BASE, (settings) => new MovePage(settings));
