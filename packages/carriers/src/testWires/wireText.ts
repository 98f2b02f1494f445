import type { CarrierClock, OutgoingText } from "../carrier.ts";

let ids = 0;

/** A new text to a handset that takes texts. */
export const wireText = (to = "+13035550142"): OutgoingText => ({
  accountId: "a1",
  messageId: `0190a000-0000-7000-8000-${String(++ids).padStart(12, "0")}`,
  from: "+13035550100",
  to,
  text: "Hello",
  mediaUrl: null,
  segments: 1,
  encoding: "GSM7",
});

/** A clock that a case moves. */
export class WireClock implements CarrierClock {
  private nowMs = 1_000;
  private waiting: { at: number; run: () => void }[] = [];

  now = (): number => this.nowMs;

  after = (ms: number, run: () => void): (() => void) => {
    const one = { at: this.nowMs + ms, run };
    this.waiting.push(one);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== one);
    };
  };

  pass(ms: number): void {
    this.nowMs += ms;
    const due = this.waiting.filter(({ at }) => at <= this.nowMs);
    this.waiting = this.waiting.filter(({ at }) => at > this.nowMs);
    for (const { run } of due) run();
  }
}
