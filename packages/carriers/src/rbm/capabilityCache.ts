import type { CarrierClock } from "../carrier.ts";

/** A phone rarely loses a feature. One without RCS may get it any time. */
const keptMs = { capable: 24 * 3_600_000, incapable: 3_600_000 };
const mostPhones = 50_000;

/** What phones can show, for a while, so that not every message asks first. */
export class CapabilityCache {
  private readonly clock: Pick<CarrierClock, "now">;
  private readonly known = new Map<string, { features: ReadonlySet<string> | null; until: number }>();

  constructor(clock: Pick<CarrierClock, "now">) {
    this.clock = clock;
  }

  /** The features of a phone; null without RCS; undefined if it must be asked. */
  get(phone: string): ReadonlySet<string> | null | undefined {
    const found = this.known.get(phone);
    if (found === undefined) return undefined;
    if (this.clock.now() < found.until) return found.features;
    this.known.delete(phone);
    return undefined;
  }

  set(phone: string, features: ReadonlySet<string> | null): void {
    this.known.delete(phone);
    const until = this.clock.now() + (features === null ? keptMs.incapable : keptMs.capable);
    this.known.set(phone, { features, until });
    if (this.known.size > mostPhones) this.known.delete(this.known.keys().next().value as string);
  }
}
