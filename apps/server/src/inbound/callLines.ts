import type { CallLines } from "./callWorld.ts";
import { simulatedLines } from "./moveCall.ts";
import { telnyxLines } from "./telnyxLines.ts";
import { twilioLines } from "./twilioLines.ts";

/** The kinds of carriers that have calls, as the name of a carrier begins. */
export const callLines: ReadonlyMap<string, CallLines> = new Map([
  ["simulated", simulatedLines],
  ["twilio", twilioLines],
  ["telnyx", telnyxLines],
]);
