import type { OutgoingCall, SendResult, VoiceCarrier } from "@trunkline/carriers/carrier.ts";
import type { LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import type { Roll } from "./seededWorkflow.ts";

/** A call that a worker has handed over. */
interface HandedCall {
  at: number;
  call: OutgoingCall;
}

/** What is still to be reported of a call that was taken. */
interface Ringing {
  call: OutgoingCall;
  events: LineEvent[];
}

/**
 * The calls of a carrier with its faults (reliability F5, F6): it takes calls and loses the answer, refuses, throttles, and
 * reports what happens on the line late and repeated. It is never asked twice for one call.
 */
export class SeededVoice {
  private readonly name: string;
  private readonly roll: Roll;
  private readonly clock: { at: number };
  readonly handed: HandedCall[] = [];
  /** How often it took each call. */
  readonly taken = new Map<string, number>();
  private lines: Ringing[] = [];
  isFaulty = true;

  constructor(name: string, roll: Roll, clock: { at: number }) {
    this.name = name;
    this.roll = roll;
    this.clock = clock;
  }

  get connection(): VoiceCarrier {
    return {
      name: this.name,
      place: async (call) => {
        this.handed.push({ at: ++this.clock.at, call });
        return this.decide(call);
      },
      lookUpCall: async ({ callId }) => {
        if (this.isFaulty && this.roll(4) === 0) return { found: "unknown" };
        return this.taken.has(callId) ? { found: true, carrierRef: `ref ${callId}` } : { found: false };
      },
      callPaceOf: () => null,
    };
  }

  private decide(call: OutgoingCall): SendResult {
    const fate = this.isFaulty ? this.roll(10) : 9;
    if (fate === 0) return { outcome: "refused", failure: "carrier_throttled", code: null };
    if (fate === 1) return { outcome: "refused", failure: "carrier_rejected", code: null };
    if (fate === 2) return { outcome: "in_doubt" };
    this.taken.set(call.callId, (this.taken.get(call.callId) ?? 0) + 1);
    this.lines.push({ call, events: this.eventsOf() });
    return fate === 3 ? { outcome: "in_doubt" } : { outcome: "accepted", carrierRef: `ref ${call.callId}` };
  }

  private eventsOf(): LineEvent[] {
    const missed = (["busy", "noAnswer", "failed"] as const)[this.roll(6)];
    if (missed !== undefined) return [{ type: "notAnswered", status: missed }];
    return [
      { type: "answered", by: this.roll(3) === 0 ? "machineBeep" : "human" },
      { type: "hungUp", seconds: 1 + this.roll(90) },
    ];
  }

  /** What is reported of some lines now; each event is reported again later at times. */
  someEvents(): { call: OutgoingCall; event: LineEvent }[] {
    const reported = this.lines.filter(() => this.roll(2) === 0);
    const events = reported.flatMap(({ call, events }) => {
      const [event] = events;
      if (!this.isFaulty || this.roll(4) > 0) events.shift();
      return event === undefined ? [] : [{ call, event }];
    });
    this.lines = this.lines.filter((line) => line.events.length > 0);
    return events;
  }

  get isQuiet(): boolean {
    return this.lines.length === 0;
  }
}
