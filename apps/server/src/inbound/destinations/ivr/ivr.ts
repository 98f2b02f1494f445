import { ivrOfDestination } from "@trunkline/workflow/inbound/arrival/callAtDestination.ts";
import { findLiveIvr } from "../../../store/routing/ivr.ts";
import type { CallDestination } from "../destination.ts";

/** The IVR as it is now. */
export const ivr: CallDestination = {
  find: async (q, { accountId, destination }) => ({
    ivr: await findLiveIvr(q, accountId, ivrOfDestination(destination)),
  }),
};
