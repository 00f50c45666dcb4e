// The line to a virtual e-board: what this page's hands do goes there, what stands comes back (bridge/web/hands.py).

import type { Side } from "./clock";

const RECONNECT_MILLISECONDS = 1500;
const WRONG_PASSWORD = 4401;

/** What stands on squares, as FEN letters; empty text: nothing. */
export type Squares = Readonly<Record<string, string>>;

export interface HandListener {
  /** This stands on the e-board. */
  stands(placement: string): void;
  /** The e-board cannot be reached now. */
  lost(): void;
  wrongPassword(): void;
}

export class Hand {
  /** The number of the last change that was sent on this connection. */
  private sent = 0;
  private socket: WebSocket | undefined;

  constructor(
    private readonly url: string,
    private readonly password: string,
    private readonly listener: HandListener,
  ) {
    this.open();
  }

  put(squares: Squares): void {
    this.tell({ squares });
  }

  press(press: Side): void {
    this.tell({ press });
  }

  private tell(done: object): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.sent += 1;
    this.socket.send(JSON.stringify({ number: this.sent, ...done }));
  }

  private open(): void {
    this.sent = 0;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ password: this.password })));
    socket.addEventListener("message", (event) => this.hear(String(event.data)));
    socket.addEventListener("close", (event) => this.closed(event.code));
  }

  /** A placement that does not know of the last change yet would take it back for a moment. */
  private hear(text: string): void {
    const told = JSON.parse(text) as { placement: string; heard: number };
    if (told.heard === this.sent) this.listener.stands(told.placement);
  }

  private closed(code: number): void {
    if (code === WRONG_PASSWORD) {
      this.listener.wrongPassword();
      return;
    }
    this.listener.lost();
    setTimeout(() => this.open(), RECONNECT_MILLISECONDS);
  }
}
