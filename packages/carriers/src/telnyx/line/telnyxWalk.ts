import { ProviderWalk } from "../../providerWalk.ts";
import type { CallAction } from "../callCommands.ts";
import type { VerbPlace } from "../lineVerbs.ts";
import type { TelnyxLine, TelnyxMove } from "./telnyxLine.ts";

/**
 * One move of a line at Telnyx. The provider gets one command at a time, and its event says that it is done. Commands are
 * numbered: the event of an earlier one changes nothing.
 */
export class TelnyxWalk extends ProviderWalk<TelnyxLine> {
  readonly place: VerbPlace;
  readonly orders: TelnyxMove["orders"] = [];
  readonly fetches: TelnyxMove["fetches"] = [];
  /** Whether the line continues with its next verb. */
  proceeds = false;
  private readonly alarms: TelnyxMove["alarms"] = [];

  constructor(line: TelnyxLine, nowMs: number, place: VerbPlace) {
    super(line, nowMs);
    this.place = place;
  }

  /** The number of the next command. */
  number(): number {
    const step = this.line.step + 1;
    this.change({ step });
    return step;
  }

  command(action: CallAction): void {
    this.orders.push({ order: "command", step: this.number(), ...action });
  }

  /** A command that belongs to the last one, and has its number. */
  commandToo(action: CallAction): void {
    this.orders.push({ order: "command", step: this.line.step, ...action });
  }

  /** The last command has so much time. */
  alarm(afterMs: number): void {
    this.alarms.push({ step: this.line.step, afterMs });
  }

  /** Ends the phone of someone else. */
  endLeg(ref: string): void {
    this.orders.push({ order: "endLeg", ref });
  }

  result(): TelnyxMove {
    const { line, reports, orders, fetches, alarms, rings } = this;
    return { line, reports, orders, fetches, alarms, rings };
  }
}

/** Stops what is heard. */
export const stopPlayback: CallAction = { action: "playback_stop", body: { stop: "all" } };
