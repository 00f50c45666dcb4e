// Starts the page: settings, connection, and the view that the address names.

import { Connection } from "./connection";
import { element, setText } from "./dom";
import { FIGURINES } from "./notation";
import { type Settings, optionsFrom } from "./options";
import { fetchSettings, followTheme, isOther, socketAddress, startWith } from "./settings";
import { Single } from "./single";
import { Store } from "./store";
import { textsOf } from "./texts";
import type { Context, View } from "./view";
import { Wall } from "./wall";

const BASE = new URL(".", location.href);
const TICK_MILLISECONDS = 200;
const POINTER_MILLISECONDS = 3000;
const DISPLAYED = ["game", "position", "clock", "result"] as const;

class Page {
  private readonly context: Context;
  private readonly roundTopic: string;
  private readonly connection: Connection;
  private readonly marker = element("div", "marker");
  private readonly dirty = new Set<number>();
  private allDirty = false;
  private scheduled = false;
  private view: View;
  private watched: string | undefined;
  /** Milliseconds to add to `performance.now` for the bridge's time of day. */
  private readonly bridgeOffset: number;

  constructor(private readonly settings: Settings) {
    const { prefix, event, round } = settings;
    this.bridgeOffset = settings.now - performance.now();
    this.roundTopic = `${prefix}/event/${event}/round/${round}`;
    const bridgeTopic = `${prefix}/bridge`;
    const options = optionsFrom(location.search, settings);
    const texts = textsOf(options.language);
    const letters = options.writesLetters ? texts.letters : FIGURINES;
    const store = new Store(this.roundTopic, bridgeTopic);
    this.context = { store, settings, options, texts, letters, connected: false };
    document.documentElement.lang = options.language;
    followTheme(options.theme);
    const boards = DISPLAYED.map((name) => `${this.roundTopic}/board/+/${name}`);
    const topics = [`${this.roundTopic}/info`, `${bridgeTopic}/+/state`, ...boards];
    this.connection = new Connection(socketAddress(BASE, settings.mqtt), topics, this);
    this.marker.setAttribute("role", "status");
    this.view = this.opened();
    this.listen();
  }

  connected(): void {
    this.context.connected = true;
    this.refresh(null);
    void this.reloadWhenOutdated();
  }

  lost(): void {
    this.context.connected = false;
    this.refresh(null);
  }

  message(topic: string, payload: string, retained: boolean): void {
    const now = performance.now();
    const change = this.context.store.apply(topic, payload, { now, bridgeTime: now + this.bridgeOffset, retained });
    if (change !== null) this.refresh(change.kind === "board" ? change.number : null);
  }

  private listen(): void {
    addEventListener("hashchange", () => this.reopen());
    addEventListener("resize", () => this.view.resized());
    addEventListener("keydown", (event) => {
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
      if (plain && this.view.key(event.key)) event.preventDefault();
    });
    hideIdlePointer();
    setInterval(() => this.view.tick(performance.now()), TICK_MILLISECONDS);
  }

  /** Changes are drawn once a frame, however many messages came. */
  private refresh(board: number | null): void {
    if (board === null) this.allDirty = true;
    else this.dirty.add(board);
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.scheduled = false;
    setText(this.marker, this.context.connected ? "" : this.context.texts.reconnecting);
    this.view.changed(this.allDirty ? null : this.dirty);
    this.dirty.clear();
    this.allDirty = false;
  }

  private reopen(): void {
    this.view.close();
    this.view = this.opened();
    this.refresh(null);
  }

  private opened(): View {
    const number = boardInAddress();
    const view = number === null ? new Wall(this.context) : new Single(this.context, number);
    document.body.replaceChildren(view.element, this.marker);
    view.resized();
    const { texts, settings } = this.context;
    document.title = number === null ? settings.event : `${texts.board} ${number} · ${settings.event}`;
    this.watchMoves(number);
    return view;
  }

  /** Whole move lists come only for the board that shows one. */
  private watchMoves(number: number | null): void {
    if (this.watched !== undefined) this.connection.unwatch(this.watched);
    this.watched = number === null ? undefined : `${this.roundTopic}/board/${number}/moves`;
    if (this.watched !== undefined) this.connection.watch(this.watched);
  }

  /** A restarted bridge may serve the next round or a newer page: then nobody has to walk to the projector. */
  private async reloadWhenOutdated(): Promise<void> {
    const settings = await fetchSettings(BASE);
    if (settings !== null && isOther(this.settings, settings)) location.reload();
  }
}

function boardInAddress(): number | null {
  const match = /^#board\/([1-9][0-9]{0,3})$/.exec(location.hash);
  return match ? Number(match[1]) : null;
}

/** Nobody wants an arrow on the projected board. */
function hideIdlePointer(): void {
  const root = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener("pointermove", () => {
    root.classList.remove("idle");
    clearTimeout(timer);
    timer = setTimeout(() => root.classList.add("idle"), POINTER_MILLISECONDS);
  });
}

void startWith(BASE, (settings) => new Page(settings));
