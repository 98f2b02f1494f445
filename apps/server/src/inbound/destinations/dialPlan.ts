import { isSip } from "@trunkline/workflow/parts/phone/dialTarget.ts";
import type { CallPlan, Dial, DialTarget } from "@trunkline/workflow/voice/script.ts";
import { planOf } from "./destination.ts";

/** How long phones are rung (readings, Voice: 60 seconds of ringing). */
const ringSeconds = 60;
const limitSeconds = 4 * 3_600;

const targetOf = (to: string): DialTarget =>
  isSip(to) ? { to: "sip", address: to.trim() } : { to: "number", number: to.trim() };

/** The call is forwarded to other phones, which see the caller's number. */
export const dialPlan = (
  phones: readonly string[],
  how: Partial<Pick<Dial, "ring" | "timeoutSeconds" | "music">> = {},
): CallPlan =>
  planOf([
    {
      do: "dial",
      targets: phones.map(targetOf),
      ring: "all",
      callerId: "contact",
      timeoutSeconds: ringSeconds,
      limitSeconds,
      ...how,
    },
  ]);
