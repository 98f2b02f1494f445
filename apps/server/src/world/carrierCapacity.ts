import { handsetsOf } from "@trunkline/carriers/handsets.ts";
import { numberPace } from "@trunkline/carriers/registry/carrierTerms.ts";
import { type Network, networkNames, networks } from "@trunkline/carriers/registry/registry.ts";
import type { Forecast } from "@trunkline/contract/runs/batch.ts";
import { nextPacificMidnight, pacificDayOf } from "../rules/pacificDay.ts";
import { isTenDlcTraffic, registrationProblem } from "../rules/registrationProblem.ts";
import type { CarrierPaceRow } from "../store/carriers/carrierConnection.ts";
import type { BrandLoad, NumberRegistration } from "../store/registration/tenDlcTraffic.ts";
import type { SendingNumber } from "./journeyWorld.ts";
import { PaceCalendar } from "./paceCalendar.ts";

/** A sender with its own pace: a number, or a whole connection. */
export type Slowest = NonNullable<Forecast["slowest"]>;

interface Bucket {
  named: Slowest;
  calendar: PaceCalendar;
  units: number;
}

/** What the carriers allow the 10DLC campaign of a number. */
type RegisteredNumber = Pick<NumberRegistration, "brandId" | "terms" | "status" | "carriers" | "mock">;

/** A carrier's cap of a brand's day, and what a run sends under it. */
export interface CappedBrand {
  brandId: string;
  network: Network;
  perDay: number;
  segments: number;
  /** Days of the Pacific coast on which it sends. */
  days: number;
}

/** A run of which only a sample is played. */
export interface SampledRun {
  startMs: number;
  /** How many contacts each contact of the sample represents. */
  weight: number;
  /** How far apart they begin. */
  apartMs: number;
}

/**
 * The carriers' limits while a run is simulated, as the sender applies them (a bucket per number or connection for calls,
 * one per connection for segments). Each send of the sample uses the capacity of all those that it represents, the ones that began
 * before it included.
 */
export class CarrierCapacity {
  private readonly buckets = new Map<string, Bucket>();
  /** What each of the other runs under way has still to send, by bucket. */
  private others: ReadonlyMap<string, readonly number[]> = new Map();
  private readonly connections: ReadonlyMap<string, CarrierPaceRow>;
  private readonly run: SampledRun;
  private readonly registered: ReadonlyMap<string, RegisteredNumber>;
  /** The simulated carrier accepts texts of registered numbers only. */
  private readonly demanded: boolean;
  /** How many contacts of the run do the same as the one that is played. */
  together = 1;
  /** Segments of a brand at a network, by day: what was sent already, and what the run adds. */
  private readonly days = new Map<string, number>();
  private readonly capped = new Map<string, Omit<CappedBrand, "days"> & { on: Set<string> }>();
  /** The midnight after a day that is full, or a later one. */
  private readonly fullUntil = new Map<string, number>();
  /** Turns of shared limits, by their key. */
  private readonly turns = new Map<string, PaceCalendar>();
  /** When the next handsets are due that a day cap delays beyond their window, so that they book no day twice. */
  private readonly booked = new Map<string, number>();

  constructor(
    connections: readonly CarrierPaceRow[],
    run: SampledRun,
    registered: ReadonlyMap<string, RegisteredNumber> = new Map(),
    { loads, now, demanded = false }: { loads: readonly BrandLoad[]; now: number; demanded?: boolean } = {
      loads: [],
      now: 0,
    },
  ) {
    this.demanded = demanded;
    this.connections = new Map(connections.map((row) => [row.carrier, row]));
    this.run = run;
    this.registered = registered;
    for (const { brandId, terms } of registered.values())
      for (const { network, perDay } of terms) {
        const key = `${brandId} ${network}`;
        const load = loads.find((one) => one.brandId === brandId);
        if (perDay === null || this.capped.has(key)) continue;
        this.capped.set(key, { brandId, network, perDay, segments: 0, on: new Set() });
        if (load === undefined) continue;
        this.days.set(`${key} ${pacificDayOf(now)}`, load.used[network] ?? 0);
        // what waits already goes first
        this.fill(nextPacificMidnight(now), key, load.waiting, perDay);
      }
  }

  /** How many contacts the one that sends represents. */
  private get weight(): number {
    return this.run.weight * this.together;
  }

  /** Brands whose day a carrier caps and that the run sends for. */
  cappedBrands(): CappedBrand[] {
    return [...this.capped.values()]
      .filter(({ segments }) => segments > 0)
      .map(({ on, segments, ...one }) => ({ ...one, segments: Math.round(segments), days: on.size }));
  }

  /** Why the registration of the number stops a text to this handset; null: it may go. */
  registrationProblem(from: SendingNumber, to: string): string | null {
    if (!isTenDlcTraffic(from.phone, to)) return null;
    const { registration, terms, demanded } = this.registrationOf(from, to);
    return registrationProblem(registration, terms, demanded);
  }

  private registrationOf(from: SendingNumber | undefined, to: string) {
    const registration = from && to.startsWith("+1") ? this.registered.get(from.phone) : undefined;
    const handsets = from && handsetsOf(from.carrier);
    const known: readonly Network[] = handsets ? [handsets.networkOf(to)] : networkNames;
    const connection = from && this.connections.get(from.carrier);
    return {
      registration,
      terms: (registration?.terms ?? []).filter(({ network }) => known.includes(network)),
      demanded: connection?.demandsRegistration ?? (handsets !== undefined && this.demanded),
    };
  }

  /**
   * When a text with this many segments that is ready now is sent; null: after the window has closed, and no capacity is used.
   * Later than the window: a carrier's day cap delays it until then, when it must be asked again.
   */
  sendText(
    now: number,
    from: SendingNumber | undefined,
    segments: number,
    { to = "", openUntil }: { to?: string; openUntil?: number | undefined } = {},
  ): number | null {
    const { registration, terms, demanded } = this.registrationOf(from, to);
    const days = terms.flatMap(({ network, perDay }) =>
      perDay === null ? [] : [{ key: `${registration?.brandId} ${network}`, perDay }],
    );
    if (openUntil !== undefined)
      for (const { key, perDay } of days) {
        let turn = this.booked.get(`${key} ${to}`);
        // a day that passed while the window was closed is booked again
        if (turn === undefined || pacificDayOf(turn) < pacificDayOf(now)) turn = this.dayOf(now, key, segments, perDay);
        this.booked.set(`${key} ${to}`, turn);
        if (turn > openUntil) return turn;
      }
    const connection = from && this.connections.get(from.carrier);
    let at: number | null = now;
    if (connection?.perSecond) {
      const { name, perSecond } = connection;
      at = this.take(now, { what: "connection", name, perSecond, unit: "segments" }, segments, openUntil);
    }
    const ofNumber = demanded ? numberPace(terms) : null;
    if (at !== null && from && ofNumber) {
      const named = {
        what: "number",
        name: from.phone,
        at: networks[ofNumber.network].name,
        unit: "segments",
      } as const;
      at = this.take(at, { ...named, perSecond: ofNumber.perMinute / 60 }, segments, openUntil);
    }
    for (const { network, perMinute } of terms) {
      if (at !== null && perMinute !== null) {
        const { name } = networks[network];
        at = this.take(
          at,
          { what: "connection", name, perSecond: perMinute / 60, unit: "segments" },
          segments,
          openUntil,
        );
      }
    }
    if (at === null) return null;
    for (const { key, perDay } of days) {
      if (openUntil === undefined) at = this.dayOf(at, key, segments, perDay);
      else {
        at = Math.max(at, this.booked.get(`${key} ${to}`) ?? at);
        this.booked.delete(`${key} ${to}`);
      }
    }
    return at;
  }

  /** When the last of the texts that one text of the sample represents is sent, under a carrier's day cap. */
  private dayOf(ready: number, key: string, segments: number, perDay: number): number {
    const units = segments * this.weight;
    const capped = this.capped.get(key);
    if (capped) capped.segments += units;
    return this.fill(ready, key, units, perDay, capped?.on);
  }

  /** Books so much from a day on, and returns when the last of it goes. */
  private fill(ready: number, key: string, units: number, perDay: number, on?: Set<string>): number {
    let left = units;
    for (let at = this.openDay(key, ready); ; ) {
      const today = `${key} ${pacificDayOf(at)}`;
      const used = this.days.get(today) ?? 0;
      const taken = Math.max(0, Math.min(left, perDay - used));
      if (taken > 0) {
        on?.add(today);
        this.days.set(today, used + taken);
      }
      left -= taken;
      if (left <= 0) return at;
      const next = nextPacificMidnight(at);
      this.fullUntil.set(today, next);
      at = this.openDay(key, next);
    }
  }

  /** The first instant from this one on whose day may have room. */
  private openDay(key: string, ready: number): number {
    const first = `${key} ${pacificDayOf(ready)}`;
    let found = ready;
    for (let next = this.fullUntil.get(first); next !== undefined; ) {
      found = next;
      next = this.fullUntil.get(`${key} ${pacificDayOf(next)}`);
    }
    // the way is short for the next one that asks
    if (found !== ready) this.fullUntil.set(first, found);
    return found;
  }

  /** When a turn of a shared limit is granted. Each sampled contact takes the turns of all the contacts that it represents. */
  takeTurn(now: number, key: string, perMinute: number): number {
    const turns = this.turns.get(key) ?? new PaceCalendar(this.run.startMs, perMinute / 60);
    this.turns.set(key, turns);
    return turns.take(now, this.weight).firstAt;
  }

  /** The same for a call. */
  placeCall(now: number, from: SendingNumber | undefined, openUntil?: number): number | null {
    const connection = from && this.connections.get(from.carrier);
    if (connection?.callsPerSecond) {
      const { name, callsPerSecond: perSecond } = connection;
      return this.take(now, { what: "connection", name, perSecond, unit: "calls" }, 1, openUntil);
    }
    const handsets = from && handsetsOf(from.carrier);
    if (!from || !handsets) return now;
    const named: Slowest = { what: "number", name: from.phone, perSecond: handsets.callsPerSecond, unit: "calls" };
    return this.take(now, named, 1, openUntil);
  }

  /** Lets other runs send over the same buckets at the same time. */
  shareWith(others: ReadonlyMap<string, readonly number[]>): void {
    this.others = others;
  }

  /** What was sent, by bucket. */
  sent(): Map<string, number> {
    return new Map([...this.buckets].map(([key, { units }]) => [key, units]));
  }

  /** Who needs longest for what was sent, how long, and how many other runs share it. */
  slowest(): { slowest: Slowest | null; seconds: number; sharedBy: number } {
    let slowest: Slowest | null = null;
    let [seconds, sharedBy] = [0, 0];
    for (const [key, { named, units }] of this.buckets) {
      const needed = this.shared(key, units) / named.perSecond;
      if (needed <= seconds) continue;
      [slowest, seconds, sharedBy] = [named, needed, this.others.get(key)?.length ?? 0];
    }
    return { slowest, seconds, sharedBy };
  }

  /** What a bucket has sent after this part of the run: each of the others as much, as far as it has it. */
  private shared(key: string, units: number): number {
    return (this.others.get(key) ?? []).reduce((sum, other) => sum + Math.min(other, units), units);
  }

  private take(now: number, named: Slowest, each: number, openUntil = Number.POSITIVE_INFINITY): number | null {
    const { startMs, apartMs } = this.run;
    const { weight } = this;
    const key = bucketKey(named);
    const bucket = this.buckets.get(key) ?? {
      named,
      calendar: new PaceCalendar(startMs, named.perSecond),
      units: 0,
    };
    const sent = bucket.units + each * weight;
    const units = this.shared(key, sent) - this.shared(key, bucket.units);
    const ready = Math.max(now - weight * apartMs, startMs);
    if (Math.max(now, bucket.calendar.ask(ready, units).lastAt) > openUntil) return null;
    this.buckets.set(key, { ...bucket, units: sent });
    return Math.max(now, bucket.calendar.take(ready, units).lastAt);
  }
}

/** The keys that distinguish the buckets of a capacity. */
export const bucketKey = ({ what, name, at = "", unit }: Pick<Slowest, "what" | "name" | "at" | "unit">): string =>
  `${what} ${name} ${at} ${unit}`;
