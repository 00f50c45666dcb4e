// What the bridge tells every page that it serves, and the theme that every page follows.

import type { Settings } from "./options";

const RETRY_MILLISECONDS = 2000;

/** `base`: the address at which the web server begins, with a slash at the end. Null while it cannot be reached. */
export async function fetchSettings(base: URL): Promise<Settings | null> {
  try {
    const response = await fetch(new URL("settings.json", base), { cache: "no-store" });
    return response.ok ? ((await response.json()) as Settings) : null;
  } catch {
    return null;
  }
}

/** Begins as soon as the settings can be had. */
export async function startWith(base: URL, begin: (settings: Settings) => void): Promise<void> {
  const settings = await fetchSettings(base);
  if (settings === null) setTimeout(() => void startWith(base, begin), RETRY_MILLISECONDS);
  else begin(settings);
}

/** Whether what the bridge says now differs from what a page began with, but for the time. */
export function isOther(settings: Settings, now: Settings): boolean {
  return withoutTime(settings) !== withoutTime(now);
}

export function followTheme(asked: "light" | "dark" | null): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = () => {
    document.documentElement.dataset["theme"] = asked ?? (system.matches ? "dark" : "light");
  };
  system.addEventListener("change", set);
  set();
}

/** The address of a WebSocket of the web server. */
export function socketAddress(base: URL, path: string): string {
  const url = new URL(path, base);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

function withoutTime(settings: Settings): string {
  return JSON.stringify({ ...settings, now: 0 });
}
