import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { stickyNumber } from "../rules/stickyNumber.ts";
import type { NewCall } from "../store/calls/newCall.ts";
import { newId } from "../store/newId.ts";
import type { SmsRequester } from "./sendSms.ts";

/** The call that a `placeCall` effect becomes. One that cannot be placed is made as well, blocked, with its reason. */
export function makeCall(
  effect: Extract<Effect, { do: "placeCall" }>,
  { phone, ...requester }: SmsRequester,
  numbers: readonly { phone: string; carrier: string }[],
  nowMs: number,
): NewCall {
  const number = stickyNumber(numbers, requester.contactId);
  const reason = phone === null ? "no_phone" : number === undefined ? "no_number" : null;
  return {
    ...requester,
    callId: newId(nowMs),
    direction: "out",
    from: number?.phone ?? "",
    to: phone ?? "",
    plan: effect.plan,
    state: reason === null ? "queued" : "blocked",
    reason,
    carrier: number?.carrier ?? "",
    openUntilMs: effect.openUntil ?? null,
  };
}
