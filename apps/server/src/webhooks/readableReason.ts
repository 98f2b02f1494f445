import { describeReason, isReason } from "@trunkline/workflow/engine/reasons.ts";

/** Describes a reason code with its detail, for the delivery log. */
export function readableReason(reason: string | null): string | null {
  if (reason === null || isReason(reason)) return reason && describeReason(reason);
  const colon = reason.indexOf(": ");
  const code = reason.slice(0, Math.max(0, colon));
  return isReason(code) ? `${describeReason(code)} (${reason.slice(colon + 2)})` : reason;
}
