// A chessboard whose pieces can be dragged anywhere. It knows squares and pieces, and nothing of what is allowed.

import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import { read } from "@lichess-org/chessground/fen";
import type { Color, Key, MouchEvent, Piece, Role } from "@lichess-org/chessground/types";

import { element } from "./dom";
import type { Squares } from "./hand";
import type { Texts } from "./texts";

const LETTERS: Readonly<Record<Role, string>> = {
  pawn: "p", knight: "n", bishop: "b", rook: "r", queen: "q", king: "k",
};
const ROLES: readonly Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const PROMOTED: readonly Role[] = ["queen", "knight", "rook", "bishop"];
const LAST_RANKS: Readonly<Record<Color, string>> = { white: "8", black: "1" };
const MOST_TAKEN_BACK = 1000;
const ANIMATION_MILLISECONDS = 120;

export class HandBoard {
  readonly element = element("div", "hands");
  private readonly board = element("div", "board");
  private readonly ground: Api;
  /** The squares as everybody knows them, and as they were before each thing that was done here. */
  private stands: Squares = {};
  private readonly before: Squares[] = [];
  private choice: HTMLElement | undefined;

  /** `put` is told which squares a hand has changed. */
  constructor(
    private readonly texts: Texts,
    private readonly put: (squares: Squares) => void,
  ) {
    const wrap = element("div", "cg-wrap");
    this.board.append(wrap);
    this.element.append(this.tray("black"), this.board, this.tray("white"));
    this.ground = Chessground(wrap, {
      fen: "8/8/8/8/8/8/8/8",
      coordinates: true,
      autoCastle: true, // a king that goes two squares, or onto its rook, takes the rook along
      animation: { enabled: true, duration: ANIMATION_MILLISECONDS },
      highlight: { lastMove: true, check: false },
      movable: { free: true, showDests: false },
      premovable: { enabled: false },
      draggable: { enabled: true, showGhost: true, deleteOnDropOff: true },
      selectable: { enabled: false }, // a click must not move anything
      drawable: { enabled: false, visible: false },
      events: { change: () => this.changed() },
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.choice !== undefined) this.giveUpChoice();
    });
  }

  /** This stands there now. What was done here and not told yet is not undone by it. */
  show(placement: string): void {
    const told = squaresOf(read(placement));
    this.setMovable(true);
    if (differing(this.stands, told) === null) return;
    if (this.choice !== undefined) this.giveUpChoice();
    if (this.changed()) return;
    this.ground.set({ fen: placement });
    this.stands = told;
  }

  /** Nothing can be moved while nobody would hear of it. */
  setMovable(movable: boolean): void {
    this.element.classList.toggle("stale", !movable);
    if (movable) this.ground.set({ movable: { color: "both" } });
    else {
      this.ground.cancelMove();
      delete this.ground.state.movable.color;
    }
  }

  mark(squares: readonly string[]): void {
    this.ground.set({ lastMove: squares as Key[] });
  }

  turn(): void {
    this.ground.toggleOrientation();
    this.element.classList.toggle("turned");
  }

  resized(): void {
    this.ground.redrawAll();
  }

  takeBack(): void {
    const before = this.before.pop();
    if (before !== undefined) this.lay(before);
  }

  /** Puts everything as in this placement. */
  setUp(placement: string): void {
    const before = this.stands;
    if (this.lay(squaresOf(read(placement)))) this.remember(before);
  }

  private lay(squares: Squares): boolean {
    this.endChoice();
    const changes = differing(this.stands, squares);
    if (changes === null) return false;
    this.ground.setPieces(new Map(Object.entries(changes).map(([key, letter]) => [key as Key, pieceOf(letter)])));
    this.stands = squares;
    this.put(changes);
    return true;
  }

  /**
   * A hand may have done something: say what, unless a pawn stands where it must become something else first. Returns
   * whether anything was done.
   */
  private changed(): boolean {
    const shown = this.shown();
    const changes = differing(this.stands, shown);
    if (changes === null || this.choice !== undefined) return changes !== null;
    const promoted = Object.entries(changes).find(([key, letter]) => isOnLastRank(key, letter));
    if (promoted !== undefined) {
      this.ask(promoted[0] as Key, promoted[1] === "P" ? "white" : "black");
      return true;
    }
    this.remember(this.stands);
    this.stands = shown;
    this.put(changes);
    return true;
  }

  private remember(squares: Squares): void {
    this.before.push(squares);
    if (this.before.length > MOST_TAKEN_BACK) this.before.shift();
  }

  private shown(): Squares {
    return squaresOf(this.ground.state.pieces);
  }

  /** What the pawn on this square becomes; anywhere else than on a piece, it goes back. */
  private ask(key: Key, color: Color): void {
    const fromTop = (color === "white") === (this.ground.state.orientation === "white");
    const file = key.charCodeAt(0) - "a".charCodeAt(0);
    const column = this.ground.state.orientation === "white" ? file : 7 - file;
    const buttons = PROMOTED.map((role) => {
      const button = this.pieceButton({ role, color });
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        this.endChoice();
        this.ground.setPieces(new Map([[key, { role, color }]]));
        this.changed();
      });
      return button;
    });
    const pieces = element("div", fromTop ? "pieces" : "pieces below", ...buttons);
    pieces.style.setProperty("--column", String(column));
    const choice = element("div", "choice", pieces);
    choice.setAttribute("role", "dialog");
    choice.setAttribute("aria-label", this.texts.becomes);
    choice.addEventListener("click", () => this.giveUpChoice());
    this.choice = choice;
    this.board.append(choice);
    buttons[0]?.focus();
  }

  private giveUpChoice(): void {
    this.endChoice();
    const back = differing(this.shown(), this.stands) ?? {};
    this.ground.setPieces(new Map(Object.entries(back).map(([key, letter]) => [key as Key, pieceOf(letter)])));
  }

  private endChoice(): void {
    this.choice?.remove();
    this.choice = undefined;
  }

  /** Pieces from the box, as many as are wanted. */
  private tray(color: Color): HTMLElement {
    const buttons = ROLES.map((role) => {
      const button = this.pieceButton({ role, color });
      button.tabIndex = -1; // it can only be dragged
      const drag = (event: Event) => {
        if (this.element.classList.contains("stale")) return;
        event.preventDefault();
        this.ground.dragNewPiece({ role, color }, event as MouchEvent, true);
      };
      button.addEventListener("mousedown", drag);
      button.addEventListener("touchstart", drag, { passive: false });
      return button;
    });
    return element("div", `tray ${color}`, ...buttons);
  }

  private pieceButton({ role, color }: Piece): HTMLButtonElement {
    const picture = document.createElement("piece");
    picture.className = `${role} ${color}`;
    const button = element("button", "cg-wrap", picture);
    button.type = "button";
    button.title = this.texts.pieces[role];
    button.setAttribute("aria-label", `${this.texts[color]}: ${this.texts.pieces[role]}`);
    return button;
  }
}

/** `a0` is where chessground keeps a piece that is dragged from the box. */
function squaresOf(pieces: ReadonlyMap<Key, Piece>): Squares {
  const squares: Record<string, string> = {};
  for (const [key, piece] of pieces) if (key !== "a0") squares[key] = letterOf(piece);
  return squares;
}

function letterOf({ role, color }: Piece): string {
  return color === "white" ? LETTERS[role].toUpperCase() : LETTERS[role];
}

function pieceOf(letter: string): Piece | undefined {
  const role = ROLES.find((one) => LETTERS[one] === letter.toLowerCase());
  if (role === undefined) return undefined;
  return { role, color: letter === letter.toUpperCase() ? "white" : "black" };
}

/** What must be put on which squares to make one the other; null when they are the same. */
function differing(from: Squares, to: Squares): Squares | null {
  const changes: Record<string, string> = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (from[key] !== to[key]) changes[key] = to[key] ?? "";
  }
  return Object.keys(changes).length ? changes : null;
}

function isOnLastRank(key: string, letter: string): boolean {
  return (letter === "P" && key[1] === LAST_RANKS.white) || (letter === "p" && key[1] === LAST_RANKS.black);
}
