// How many boards fit on one screen, and how large.

/** Sizes in CSS pixels. */
export interface Layout {
  readonly columns: number;
  /** Boards on one page. */
  readonly perPage: number;
  readonly pages: number;
  /** The side of one board. */
  readonly side: number;
  /** The size of its texts. */
  readonly text: number;
  readonly detail: Detail;
}

/** What is written around a board: everything, no clocks, or its number and result only. */
export type Detail = "full" | "names" | "bare";

/** The least space between boards. */
const GAP = 14;
/** The height of a line in units of the text's size; `page.css` draws it as high. */
const LINE = 1.6;
/** Two lines of names and one of moves. */
const LINES: Readonly<Record<Detail, number>> = { full: 3, names: 3, bare: 1 };
const TEXT_PER_SIDE = 0.085;
const TEXT_PER_SIDE_IN_HAND = 0.06;
const SMALLEST_TEXT = 11;
/** Narrower boards have no room for a clock beside a name, or for a name. */
const SMALLEST_FULL = 136;
const SMALLEST_NAMES = 80;
/** Below this part of the screen's height a board is not read at ten metres: then the wall turns pages. */
const SMALLEST_PART = 0.18;
const SMALLEST_SIDE = 96;
/** A window this small is held in a hand: one scrolls there. */
const HAND_HELD = 640;
const HAND_HELD_SIDE = 300;

/** The layout of `count` boards on `width` × `height`; `columns` given by the user wins over legibility. */
export function layoutOf(count: number, width: number, height: number, columns: number | null): Layout {
  const boards = Math.max(1, count);
  if (columns !== null) return fitting(boards, columns, width, height);
  if (Math.min(width, height) < HAND_HELD) return scrolling(boards, width);
  const smallest = Math.max(SMALLEST_SIDE, SMALLEST_PART * height);
  let pages = 1;
  let best = largest(boards, width, height);
  while (best.side < smallest && best.perPage > 1) {
    pages += 1;
    best = largest(Math.ceil(boards / pages), width, height);
  }
  return { ...best, pages };
}

function scrolling(boards: number, width: number): Layout {
  const columns = Math.max(1, Math.floor(width / HAND_HELD_SIDE));
  const side = wholeSquares((width - GAP * (columns + 1)) / columns);
  return { columns, perPage: boards, pages: 1, side, text: TEXT_PER_SIDE_IN_HAND * side, detail: "full" };
}

/** Of all numbers of columns, the one that makes `boards` largest. */
function largest(boards: number, width: number, height: number): Layout {
  let best = fitting(boards, 1, width, height);
  for (let columns = 2; columns <= boards; columns += 1) {
    const layout = fitting(boards, columns, width, height);
    if (layout.side > best.side) best = layout;
  }
  return best;
}

/** `boards` in so many columns, as large as they fit without scrolling. */
function fitting(boards: number, columns: number, width: number, height: number): Layout {
  let side = fittingSide(boards, columns, width, height, "full");
  let detail: Detail = side < SMALLEST_FULL ? "names" : "full";
  if (side < SMALLEST_NAMES) {
    detail = "bare";
    side = fittingSide(boards, columns, width, height, detail);
  }
  return { columns, perPage: boards, pages: 1, side, text: textSize(side), detail };
}

function fittingSide(boards: number, columns: number, width: number, height: number, detail: Detail): number {
  const rows = Math.ceil(boards / columns);
  const across = (width - GAP * (columns + 1)) / columns;
  const down = (height - GAP * (rows + 1)) / rows;
  const lines = LINE * LINES[detail];
  const scaled = down / (1 + lines * TEXT_PER_SIDE);
  const high = textSize(scaled) > TEXT_PER_SIDE * scaled ? down - lines * SMALLEST_TEXT : scaled;
  return wholeSquares(Math.max(16, Math.min(across, high)));
}

function textSize(side: number): number {
  return Math.max(SMALLEST_TEXT, TEXT_PER_SIDE * side);
}

/** chessground draws boards whose squares are whole pixels. */
function wholeSquares(side: number): number {
  return Math.floor(side / 8) * 8;
}
