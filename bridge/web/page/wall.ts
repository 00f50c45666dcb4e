// All boards of the round at once; in pages that turn by themselves when they would be too small to read.

import { element, setText } from "./dom";
import { type Layout, layoutOf } from "./layout";
import { Tile } from "./tile";
import type { Context, View } from "./view";

export class Wall implements View {
  readonly element = element("main", "wall");
  private readonly grid = element("div", "grid");
  private readonly event = element("h1", "event");
  private readonly round = element("span", "round");
  private readonly pages = element("span", "pages");
  private readonly empty = element("p", "empty");
  private readonly tiles = new Map<number, Tile>();
  private readonly observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) this.tileOf(target)?.setVisible(isIntersecting);
  });
  private layout: Layout | undefined;
  private page = 0;
  private paused = false;
  private turnedAt = performance.now();

  constructor(private readonly context: Context) {
    this.element.append(element("header", "head", this.event, this.round, this.pages), this.grid, this.empty);
    setText(this.empty, context.texts.waiting);
    this.changed(null);
  }

  changed(boards: ReadonlySet<number> | null): void {
    const numbers = this.numbers();
    if (numbers.length !== this.tiles.size || numbers.some((number) => !this.tiles.has(number))) this.rebuild(numbers);
    if (boards === null) this.showHead();
    const shown = boards === null ? this.tiles.keys() : boards;
    for (const number of shown) this.tiles.get(number)?.show();
  }

  tick(now: number): void {
    const { pageSeconds } = this.context.options;
    if (!this.paused && pageSeconds > 0 && now - this.turnedAt >= pageSeconds * 1000) this.turn(1);
    for (const tile of this.tiles.values()) tile.tick(now);
  }

  resized(): void {
    this.arrange();
    for (const tile of this.tiles.values()) tile.resized();
  }

  key(name: string): boolean {
    if (name === "ArrowRight") this.turn(1);
    else if (name === "ArrowLeft") this.turn(-1);
    else if (name === " ") this.paused = !this.paused;
    else return false;
    this.showPages();
    return true;
  }

  close(): void {
    this.observer.disconnect();
  }

  private numbers(): number[] {
    const asked = this.context.options.boards;
    const numbers = this.context.store.numbers();
    return asked ? numbers.filter((number) => asked.has(number)) : numbers;
  }

  private tileOf(target: Element): Tile | undefined {
    return this.tiles.get(Number((target as HTMLElement).dataset["board"]));
  }

  /** The set of boards changed: keep the tiles that stay. */
  private rebuild(numbers: readonly number[]): void {
    for (const [number, tile] of this.tiles) {
      if (numbers.includes(number)) continue;
      this.observer.unobserve(tile.element);
      this.tiles.delete(number);
    }
    const ordered = numbers.map((number) => [number, this.tiles.get(number) ?? this.added(number)] as const);
    this.tiles.clear();
    for (const [number, tile] of ordered) this.tiles.set(number, tile);
    this.grid.replaceChildren(...ordered.map(([, tile]) => tile.element));
    this.empty.hidden = numbers.length > 0;
    this.arrange();
  }

  private added(number: number): Tile {
    const tile = new Tile(this.context, number);
    this.observer.observe(tile.element);
    return tile;
  }

  private arrange(): void {
    const { clientWidth, clientHeight } = this.grid;
    if (clientWidth === 0) return;
    this.layout = layoutOf(this.tiles.size, clientWidth, clientHeight, this.context.options.columns);
    const { columns, side, text, detail } = this.layout;
    this.grid.dataset["detail"] = detail;
    const style = this.element.style;
    style.setProperty("--columns", String(columns));
    style.setProperty("--side", `${side}px`);
    style.setProperty("--text", `${text}px`);
    style.setProperty("--edge", `${(clientWidth - columns * side) / (columns + 1)}px`);
    this.page = Math.min(this.page, this.layout.pages - 1);
    this.showPage();
  }

  private turn(by: number): void {
    this.turnedAt = performance.now();
    const pages = this.layout?.pages ?? 1;
    if (pages === 1) return;
    this.page = (this.page + by + pages) % pages;
    this.showPage();
  }

  private showPage(): void {
    const perPage = this.layout?.perPage ?? this.tiles.size;
    let index = 0;
    for (const tile of this.tiles.values()) {
      tile.element.hidden = Math.floor(index / perPage) !== this.page;
      index += 1;
    }
    this.showPages();
  }

  private showPages(): void {
    const pages = this.layout?.pages ?? 1;
    const paused = this.paused ? ` · ${this.context.texts.paused}` : "";
    setText(this.pages, pages > 1 ? `${this.page + 1} / ${pages}${paused}` : "");
  }

  private showHead(): void {
    const { store, texts, settings } = this.context;
    setText(this.event, store.round?.name ?? settings.event);
    setText(this.round, `${texts.round} ${settings.round}`);
  }
}
