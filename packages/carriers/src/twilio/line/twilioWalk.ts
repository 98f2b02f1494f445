import type { LineReport } from "../../callLine.ts";
import { ProviderWalk } from "../../providerWalk.ts";
import type { TwilioLine, TwilioMove } from "./twilioLine.ts";

/**
 * One move of a line at a provider with the Twilio API. The provider asks for one document at a time; the request reports
 * the outcome of the one before.
 */
export class TwilioWalk extends ProviderWalk<TwilioLine> {
  /** The address of the document after the one that the provider has. */
  readonly nextUrl: string;
  readonly orders: TwilioMove["orders"] = [];
  fetches: TwilioMove["fetches"] = null;
  awaitsFile = false;

  constructor(line: TwilioLine, nowMs: number, nextUrl: string) {
    super(line, nowMs);
    this.nextUrl = nextUrl;
  }

  override done(report: LineReport): void {
    const { ready: _ready, ...line } = this.line;
    this.line = line;
    super.done(report);
  }

  /** Ends the phone of someone else, where it has a name. */
  endCall(callSid: string | undefined): void {
    if (callSid !== undefined) this.orders.push({ order: "endCall", callSid });
  }

  /** The provider leaves what it does, and asks for the next document. */
  redirect(): void {
    this.orders.push({ order: "redirect", url: this.nextUrl });
  }

  result(): TwilioMove {
    const { line, reports, orders, fetches, awaitsFile, rings } = this;
    return { line, reports, orders, fetches, awaitsFile, rings };
  }
}
