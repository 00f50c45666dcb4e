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
}

/** The least space between boards. */
const GAP = 14;
/** Two lines of names and one of moves, in units of the text's size; `page.css` draws them as high. */
const LINES = 3 * 1.6;
const TEXT_PER_SIDE = 0.088;
const SMALLEST_TEXT = 11;
/** Below this part of the screen's height a board is not read at ten metres: then the wall turns pages. */
const SMALLEST_PART = 0.18;
const SMALLEST_SIDE = 96;
/** A window this small is held in a hand: one scrolls there. */
const HAND_HELD = 640;
const HAND_HELD_SIDE = 300;

/** The layout of `count` boards on `width` × `height`; `columns` given by the user wins over legibility. */
export function layoutOf(count: number, width: number, height: number, columns: number | null): Layout {
  const boards = Math.max(1, count);
  if (columns !== null) return onePage(boards, columns, fittingSide(boards, columns, width, height));
  if (Math.min(width, height) < HAND_HELD) {
    const across = Math.max(1, Math.floor(width / HAND_HELD_SIDE));
    return onePage(boards, across, wholeSquares((width - GAP * (across + 1)) / across));
  }
  const smallest = Math.max(SMALLEST_SIDE, SMALLEST_PART * height);
  let pages = 1;
  let best = largest(boards, width, height);
  while (best.side < smallest && best.perPage > 1) {
    pages += 1;
    best = largest(Math.ceil(boards / pages), width, height);
  }
  return { ...best, pages };
}

function onePage(boards: number, columns: number, side: number): Layout {
  return { columns, perPage: boards, pages: 1, side, text: textSize(side) };
}

/** Of all numbers of columns, the one that makes `boards` largest. */
function largest(boards: number, width: number, height: number): Layout {
  let best = onePage(boards, 1, 0);
  for (let columns = 1; columns <= boards; columns += 1) {
    const side = fittingSide(boards, columns, width, height);
    if (side > best.side) best = onePage(boards, columns, side);
  }
  return best;
}

/** The largest board side with which `boards` in so many columns fit without scrolling. */
function fittingSide(boards: number, columns: number, width: number, height: number): number {
  const rows = Math.ceil(boards / columns);
  const across = (width - GAP * (columns + 1)) / columns;
  const down = (height - GAP * (rows + 1)) / rows;
  const scaled = down / (1 + LINES * TEXT_PER_SIDE);
  const high = textSize(scaled) > TEXT_PER_SIDE * scaled ? down - LINES * SMALLEST_TEXT : scaled;
  return wholeSquares(Math.max(16, Math.min(across, high)));
}

/** chessground draws boards whose squares are whole pixels. */
function wholeSquares(side: number): number {
  return Math.floor(side / 8) * 8;
}

function textSize(side: number): number {
  return Math.max(SMALLEST_TEXT, TEXT_PER_SIDE * side);
}
