// The line to the broker: MQTT 3.1.1 over WebSocket, for as long as the page is open.

import mqtt from "mqtt";

const RECONNECT_MILLISECONDS = 1500;
const CONNECT_TIMEOUT_MILLISECONDS = 10_000;
const KEEP_ALIVE_SECONDS = 30;

export interface Listener {
  connected(): void;
  lost(): void;
  message(topic: string, payload: string, retained: boolean): void;
}

export class Connection {
  private readonly client;

  constructor(url: string, topics: readonly string[], listener: Listener) {
    this.client = mqtt.connect(url, {
      // The bridge lets only clients with such names through: no display can take another client's place.
      clientId: `display-${crypto.getRandomValues(new Uint32Array(2)).join("")}`,
      protocolVersion: 4,
      clean: true,
      keepalive: KEEP_ALIVE_SECONDS,
      reconnectPeriod: RECONNECT_MILLISECONDS,
      connectTimeout: CONNECT_TIMEOUT_MILLISECONDS,
      // The default timers live in a worker made from a blob, which the page's security policy forbids.
      timerVariant: "native",
    });
    this.client.on("connect", () => listener.connected());
    this.client.on("close", () => listener.lost());
    this.client.on("error", () => listener.lost());
    this.client.on("message", (topic, payload, packet) => listener.message(topic, payload.toString(), packet.retain));
    for (const topic of topics) this.watch(topic);
  }

  /** Subscribes, also again after each reconnection. QoS 0: small brokers replay few retained messages at QoS 1. */
  watch(topic: string): void {
    this.client.subscribe(topic, { qos: 0 });
  }

  unwatch(topic: string): void {
    this.client.unsubscribe(topic);
  }
}
