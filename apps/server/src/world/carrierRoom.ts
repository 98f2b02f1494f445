import { simulatedCallsPerSecond } from "@trunkline/carriers/simulated/callPace.ts";
import type { Forecast } from "@trunkline/contract/batch.ts";
import type { CarrierPaceRow } from "../store/carrierConnection.ts";
import type { SendingNumber } from "./journeyWorld.ts";

/** What sends at a pace of its own: a number, or a whole connection. */
export type Slowest = NonNullable<Forecast["slowest"]>;

interface Bucket {
  named: Slowest;
  freeAt: number;
  units: number;
}

/** A run of which only a sample is played. */
export interface SampledRun {
  startMs: number;
  /** How many contacts each one of the sample stands for. */
  weight: number;
  /** How far apart they begin. */
  apartMs: number;
}

/**
 * The carriers' limits while a run is played ahead, as the sender keeps them (a bucket per number for calls, one per
 * connection for segments). Each send of the sample takes the room of all those that it stands for, the ones that began
 * before it included.
 */
export class CarrierRoom {
  private readonly buckets = new Map<string, Bucket>();
  private readonly connections: ReadonlyMap<string, CarrierPaceRow>;
  private readonly run: SampledRun;

  constructor(connections: readonly CarrierPaceRow[], run: SampledRun) {
    this.connections = new Map(connections.map((row) => [row.carrier, row]));
    this.run = run;
  }

  /** When a text of so many segments goes out that is ready now; null: after the window has closed, and nothing is taken. */
  sendText(now: number, from: SendingNumber | undefined, segments: number, openUntil?: number): number | null {
    const connection = from && this.connections.get(from.carrier);
    if (!connection?.perSecond) return now;
    const { name, perSecond } = connection;
    return this.take(now, { what: "connection", name, perSecond, unit: "segments" }, segments, openUntil);
  }

  /** The same for a call. */
  placeCall(now: number, from: SendingNumber | undefined, openUntil?: number): number | null {
    if (from?.carrier !== "simulated") return now;
    const named: Slowest = { what: "number", name: from.phone, perSecond: simulatedCallsPerSecond, unit: "calls" };
    return this.take(now, named, 1, openUntil);
  }

  /** Who needs longest for what was sent, and how long. */
  slowest(): { slowest: Slowest | null; seconds: number } {
    let slowest: Slowest | null = null;
    let seconds = 0;
    for (const { named, units } of this.buckets.values()) {
      if (units / named.perSecond <= seconds) continue;
      slowest = named;
      seconds = units / named.perSecond;
    }
    return { slowest, seconds };
  }

  private take(now: number, named: Slowest, each: number, openUntil = Number.POSITIVE_INFINITY): number | null {
    const { startMs, weight, apartMs } = this.run;
    const key = `${named.what} ${named.name}`;
    const bucket = this.buckets.get(key) ?? { named, freeAt: startMs, units: 0 };
    const units = each * weight;
    const eachMs = 1000 / named.perSecond;
    const from = Math.max(bucket.freeAt, now - weight * apartMs, startMs);
    const sentAt = Math.max(now, from + (units - 1) * eachMs);
    if (sentAt > openUntil) return null;
    this.buckets.set(key, { named, freeAt: from + units * eachMs, units: bucket.units + units });
    return sentAt;
  }
}
