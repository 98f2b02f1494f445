/** At least so long is a chunk of a calendar. */
const chunkMs = 60_000;
/** A chunk has room for at least so many units, so that a slow pace does not make one for every unit. */
const unitsInChunk = 10;

/** What a pace grants: when the first and the last of the units go. */
interface Granted {
  firstAt: number;
  lastAt: number;
}

/**
 * When a sender with a pace is free. Contacts are played one after another, so what is asked later may be ready earlier:
 * the time is divided into chunks, each of which is filled from its start.
 */
export class PaceCalendar {
  private readonly originMs: number;
  private readonly eachMs: number;
  private readonly lengthMs: number;
  /** Until when a chunk is used. */
  private readonly usedUntil = new Map<number, number>();
  /** The next chunk after a full one that may have room. */
  private readonly next = new Map<number, number>();

  constructor(originMs: number, perSecond: number) {
    this.originMs = originMs;
    this.eachMs = 1000 / perSecond;
    this.lengthMs = Math.max(chunkMs, unitsInChunk * this.eachMs);
  }

  /** When so many units go that are ready at `readyMs`. Nothing is claimed yet. */
  ask(readyMs: number, units: number): Granted {
    return this.go(readyMs, units, false);
  }

  /** The same, and claims the time. */
  take(readyMs: number, units: number): Granted {
    return this.go(readyMs, units, true);
  }

  private go(readyMs: number, units: number, takes: boolean): Granted {
    let left = units * this.eachMs;
    let firstAt: number | undefined;
    for (let at = Math.floor((readyMs - this.originMs) / this.lengthMs); ; at++) {
      at = this.open(at);
      const from = this.originMs + at * this.lengthMs;
      const begins = Math.max(this.usedUntil.get(at) ?? from, readyMs, from);
      const room = from + this.lengthMs - begins;
      if (room > 0) {
        firstAt ??= begins;
        const ends = begins + Math.min(left, room);
        if (takes) this.usedUntil.set(at, ends);
        left -= room;
        if (left <= 0) return { firstAt, lastAt: Math.max(firstAt, ends - this.eachMs) };
      }
      if (takes && (this.usedUntil.get(at) ?? from) >= from + this.lengthMs) this.next.set(at, at + 1);
    }
  }

  /** The first chunk from this one on that is not full. */
  private open(at: number): number {
    let found = at;
    for (let next = this.next.get(found); next !== undefined; next = this.next.get(found)) found = next;
    // the way is short for the next one that asks
    for (let from = at; from !== found; ) {
      const next = this.next.get(from) ?? found;
      this.next.set(from, found);
      from = next;
    }
    return found;
  }
}
