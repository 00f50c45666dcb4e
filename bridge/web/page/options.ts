// What the page's address asks for, and what the bridge tells it.

import { type Language, isLanguage } from "./texts";

/** `settings.json` as the bridge serves it. `build` changes with the page's own files. */
export interface Settings {
  readonly mqtt: string;
  readonly prefix: string;
  readonly event: string;
  readonly round: number;
  readonly language: string;
  readonly build: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Options {
  readonly language: Language;
  /** Null: as the system is set. */
  readonly theme: "light" | "dark" | null;
  /** Piece letters of the language instead of figurines. */
  readonly writesLetters: boolean;
  /** Null: as many as make the boards largest. */
  readonly columns: number | null;
  /** The boards to show; null: all. */
  readonly boards: ReadonlySet<number> | null;
  /** How long one page of the wall stays; 0: until a key is pressed. */
  readonly pageSeconds: number;
}

const PAGE_SECONDS = 12;
const MOST_COLUMNS = 50;
const MOST_BOARDS = 9999;

/** Anything that is not understood is as if it were not there: a screen on a wall has nobody to read an error. */
export function optionsFrom(search: string, settings: Settings): Options {
  const asked = new URLSearchParams(search);
  const language = asked.get("lang");
  const theme = asked.get("theme");
  return {
    language: isLanguage(language) ? language : isLanguage(settings.language) ? settings.language : "en",
    theme: theme === "light" || theme === "dark" ? theme : null,
    writesLetters: asked.get("notation") === "letters",
    columns: wholeNumber(asked.get("columns"), 1, MOST_COLUMNS),
    boards: numbersIn(asked.get("boards")),
    pageSeconds: wholeNumber(asked.get("seconds"), 0, 3600) ?? PAGE_SECONDS,
  };
}

/** Like `1-8,12`. */
function numbersIn(text: string | null): ReadonlySet<number> | null {
  const numbers = new Set<number>();
  for (const part of (text ?? "").split(",")) {
    const [first, last] = part.split("-");
    const from = wholeNumber(first ?? null, 1, MOST_BOARDS);
    const to = last === undefined ? from : wholeNumber(last, 1, MOST_BOARDS);
    if (from !== null && to !== null) for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return numbers.size ? numbers : null;
}

function wholeNumber(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^[0-9]{1,4}$/.test(text.trim())) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}
