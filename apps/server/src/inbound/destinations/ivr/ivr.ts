import { ivrOfDestination } from "@trunkline/workflow/inbound/arrival/callAtDestination.ts";
import { findIvr } from "../../../store/routing/ivr.ts";
import type { CallDestination } from "../destination.ts";

/** The IVR as it is now. */
export const ivr: CallDestination = {
  async find(q, { accountId, destination }) {
    const found = await findIvr(q, accountId, ivrOfDestination(destination));
    return { ivr: found?.ivr ?? null };
  },
};
