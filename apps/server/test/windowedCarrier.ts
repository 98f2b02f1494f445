import { randomUUID } from "node:crypto";
import type { OutgoingText, SessionCarrier } from "@trunkline/carriers/carrier.ts";

/** A carrier with a window, for tests: the simulated one takes as many texts at once as there are. */
export interface WindowedCarrier extends SessionCarrier {
  /** Texts that it takes at once; 0 takes none. */
  window: number;
  pace: number | null;
  /** True: a text is under way until it is released. False: it is accepted after a moment. */
  holds: boolean;
  /** Everything that was handed over, in this order. */
  readonly given: readonly OutgoingText[];
  readonly underWay: number;
  /** Accepts the oldest texts under way. */
  release(count: number): void;
}

/** Opens one that all accounts share. */
export function openWindowedCarrier(window: number): WindowedCarrier {
  const given: OutgoingText[] = [];
  const waiting: (() => void)[] = [];
  const carrier: WindowedCarrier = {
    name: "windowed",
    window,
    holds: false,
    pace: null,
    given,
    get underWay() {
      return waiting.length;
    },
    get room() {
      return Math.max(0, carrier.window - waiting.length);
    },
    async send(text) {
      given.push(text);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      if (!carrier.holds) setTimeout(() => carrier.release(1), 1);
      await promise;
      return { outcome: "accepted", carrierRef: randomUUID() };
    },
    release(count) {
      for (const resolve of waiting.splice(0, count)) resolve();
    },
    lookUp: async () => ({ found: "unknown" }),
    paceOf: () => null,
    async stop() {
      carrier.release(waiting.length);
    },
  };
  return carrier;
}
