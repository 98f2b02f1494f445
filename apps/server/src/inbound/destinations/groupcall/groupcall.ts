import { distributions } from "@trunkline/workflow/inbound/distribution.ts";
import { listOf } from "@trunkline/workflow/parts/operations.ts";
import { type CallDestination, cannotRoute, delivered } from "../destination.ts";
import { dialPlan } from "../dialPlan.ts";

/** Several phones ring, all at once or one after another; the first that answers has the call. */
export const groupcall: CallDestination = {
  async route(_q, { destination }) {
    const phones = listOf(destination.dest);
    if (phones.length === 0) return cannotRoute("The group has no phones");
    const ring = destination.distributionType === distributions.ringAll ? "all" : "oneByOne";
    return { ...delivered, plan: dialPlan(phones, { ring }) };
  },
};
