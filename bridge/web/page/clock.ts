// The clocks of one board: read from a message, counted down here until the next one.

export type Side = "white" | "black";

/** What a clock message says: seconds left, and whose time runs. */
export interface ClockData {
  readonly white: number | null;
  readonly black: number | null;
  readonly running: Side | null;
}

/** A clock message and the moment (milliseconds of `performance.now`) when it was true. */
export interface Reading {
  readonly data: ClockData;
  readonly at: number;
}

/** A message later than this against the local countdown is a correction, not a late delivery. */
const LATE_SECONDS = 1.5;

/** Seconds left to one side, never below zero; null when the clock does not say. */
export function secondsLeft(reading: Reading, side: Side, now: number): number | null {
  const seconds = reading.data[side];
  if (seconds === null || seconds === undefined) return null;
  const spent = reading.data.running === side ? Math.max(0, now - reading.at) / 1000 : 0;
  return Math.max(0, seconds - spent);
}

/**
 * The reading to count from after a message. A message that was only slow on its way would set a running clock
 * back up for a moment: then the countdown that is already under way stands.
 */
export function resynchronised(previous: Reading | undefined, data: ClockData, at: number): Reading {
  const running = data.running;
  if (previous && running && previous.data.running === running) {
    const shown = secondsLeft(previous, running, at);
    const told = data[running];
    if (shown !== null && told !== null && told > shown && told - shown < LATE_SECONDS) {
      return { data, at: at - (told - shown) * 1000 };
    }
  }
  return { data, at };
}

/** `1:05:09`, `5:09` or `0:09`, as a chess clock shows it: the second that has begun to run still counts. */
export function clockText(seconds: number | null): string {
  if (seconds === null) return "";
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
