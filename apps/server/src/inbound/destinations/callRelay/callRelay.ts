import { type CallDestination, delivered } from "../destination.ts";
import { dialPlan } from "../dialPlan.ts";

/** The call is forwarded to another phone. */
export const callRelay: CallDestination = {
  async route(_q, { destination }) {
    return { ...delivered, plan: dialPlan([destination.dest]) };
  },
};
