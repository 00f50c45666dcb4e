// What the page knows: one record a board, changed by messages only.

import { type ClockData, type Reading, type Side, resynchronised } from "./clock";
import type { Stage } from "./notation";

export interface Player {
  readonly name: string;
  readonly title?: string | null;
  readonly rating?: number | null;
}

export interface GameData {
  readonly white: Player;
  readonly black: Player;
  readonly start_fen: string;
}

export interface LastMove {
  readonly uci: string;
  readonly san: string;
  readonly stage: Stage;
}

export interface PositionData {
  readonly fen: string;
  readonly turn: Side;
  readonly last: LastMove | null;
  /** False while the e-board is not heard: what has been played since is not known. */
  readonly heard?: boolean;
}

export interface PlayedMove extends LastMove {
  readonly ply: number;
}

export interface MovesData {
  readonly start_fen: string;
  readonly moves: readonly PlayedMove[];
}

export interface ResultData {
  readonly result: string;
  readonly confirmed: boolean;
}

export interface Pairing {
  readonly board: number;
  readonly white: Player | string;
  readonly black: Player | string;
}

export interface RoundData {
  readonly name?: string;
  readonly boards?: readonly number[];
  readonly pairings?: readonly Pairing[];
}

interface BridgeData {
  readonly state: "init" | "ready" | "disconnected" | "lost";
  readonly session: string;
}

/** All that is known of one board; a field is missing until its topic has spoken. */
export interface Board {
  readonly number: number;
  session?: string;
  game?: GameData;
  position?: PositionData;
  moves?: MovesData;
  clock?: Reading;
  result?: ResultData;
}

/** When a message was true: now for a fresh one, earlier for one that the broker kept. */
export interface Arrival {
  /** Milliseconds of `performance.now`. */
  readonly now: number;
  /** Milliseconds since 1970, by the clock of the bridge. */
  readonly bridgeTime: number;
  readonly retained: boolean;
}

export type Change = { readonly kind: "board"; readonly number: number } | { readonly kind: "round" | "bridge" };

interface Envelope {
  readonly seq?: number;
  readonly session?: string;
  readonly ts?: string;
  readonly data?: unknown;
}

const BOARD_TOPIC = /^board\/([1-9][0-9]{0,3})\/(game|position|moves|clock|result)$/;
const BRIDGE_TOPIC = /^([^/]+)\/state$/;

export class Store {
  readonly boards = new Map<number, Board>();
  round: RoundData | undefined;
  private readonly bridges = new Map<string, BridgeData>();
  private readonly newest = new Map<string, { session: string | undefined; seq: number }>();

  /** `roundTopic` and `bridgeTopic` are the two branches that the page reads, without a slash at the end. */
  constructor(
    private readonly roundTopic: string,
    private readonly bridgeTopic: string,
  ) {}

  /** Takes one message in and says what it changed; null: nothing (repeated, malformed or foreign). */
  apply(topic: string, payload: string, arrival: Arrival): Change | null {
    const envelope = parsed(payload);
    if (envelope === null) return null;
    if (topic.startsWith(`${this.bridgeTopic}/`)) {
      return this.applyBridge(topic.slice(this.bridgeTopic.length + 1), envelope);
    }
    if (!topic.startsWith(`${this.roundTopic}/`)) return null;
    const rest = topic.slice(this.roundTopic.length + 1);
    if (rest === "info") {
      this.round = envelope.data as RoundData | undefined;
      return { kind: "round" };
    }
    const match = BOARD_TOPIC.exec(rest);
    if (!match || this.isRepeated(topic, envelope)) return null;
    return this.applyBoard(Number(match[1]), match[2]!, envelope, arrival);
  }

  /** The numbers of all boards of the round, ascending. */
  numbers(): number[] {
    const known = new Set([...this.boards.keys(), ...(this.round?.boards ?? [])]);
    for (const pairing of this.round?.pairings ?? []) known.add(pairing.board);
    return [...known].sort((one, other) => one - other);
  }

  player(number: number, side: Side): Player {
    const told = this.boards.get(number)?.game?.[side] ?? this.pairing(number)?.[side] ?? "";
    return typeof told === "string" ? { name: told } : told;
  }

  /** True when the bridge that last spoke of this board is known to be away. */
  isStale(number: number): boolean {
    const states = [...this.bridges.values()];
    const session = this.boards.get(number)?.session;
    const own = states.find((bridge) => bridge.session === session);
    if (own) return own.state !== "ready";
    return states.length > 0 && states.every((bridge) => bridge.state !== "ready");
  }

  /** False when the e-board of this board is known not to be heard. */
  isHeard(number: number): boolean {
    return this.boards.get(number)?.position?.heard !== false;
  }

  private pairing(number: number): Pairing | undefined {
    return this.round?.pairings?.find((pairing) => pairing.board === number);
  }

  private applyBridge(rest: string, envelope: Envelope): Change | null {
    const name = BRIDGE_TOPIC.exec(rest)?.[1];
    if (name === undefined) return null;
    const data = envelope.data as BridgeData | undefined;
    if (data === undefined) this.bridges.delete(name);
    else this.bridges.set(name, data);
    return { kind: "bridge" };
  }

  private applyBoard(number: number, topic: string, envelope: Envelope, arrival: Arrival): Change {
    const board = this.boards.get(number) ?? { number };
    this.boards.set(number, board);
    if (envelope.session !== undefined) board.session = envelope.session;
    if (topic === "clock") applyClock(board, envelope, arrival);
    else if (envelope.data === undefined) delete board[topic as "game"];
    else board[topic as "game"] = envelope.data as GameData;
    return { kind: "board", number };
  }

  /**
   * After a reconnection the broker sends everything again; a clock must not start again from what it once said.
   * For boards only: the broker speaks a bridge's last will late, under an early number.
   */
  private isRepeated(topic: string, envelope: Envelope): boolean {
    if (envelope.seq === undefined) {
      this.newest.delete(topic);
      return false;
    }
    const newest = this.newest.get(topic);
    if (newest && newest.session === envelope.session && envelope.seq <= newest.seq) return true;
    this.newest.set(topic, { session: envelope.session, seq: envelope.seq });
    return false;
  }
}

function applyClock(board: Board, envelope: Envelope, arrival: Arrival): void {
  const data = envelope.data as ClockData | undefined;
  if (data === undefined) {
    delete board.clock;
    return;
  }
  const told = Date.parse(envelope.ts ?? "");
  const age = arrival.retained && !Number.isNaN(told) ? Math.max(0, arrival.bridgeTime - told) : 0;
  const previous = arrival.retained ? undefined : board.clock;
  board.clock = resynchronised(previous, data, arrival.now - age);
}

/** The envelope of a payload; without fields when the topic was cleared, null when it is no JSON object. */
function parsed(payload: string): Envelope | null {
  if (payload === "") return {};
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
