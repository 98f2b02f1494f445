import { ivrNameOf } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { ivrPlan, type LiveListScript } from "@trunkline/workflow/voice/ivr/ivrPlan.ts";
import { findIvr } from "../../../store/routing/ivr.ts";
import { type CallDestination, cannotRoute, delivered } from "../destination.ts";

/** A caller who chooses a live list waits in it, and returns to the menu if no one answers. */
const liveList: LiveListScript = (queue, music) => [
  { do: "enqueue", queue, place: { kind: "liveList" }, ...(music && { music }) },
];

/** The caller walks through the menus of an IVR as it is now; what is saved later is heard by later callers (spec 3 §2, §3). */
export const ivr: CallDestination = {
  async route(q, { accountId, destination }) {
    const { options, dest } = destination;
    const name = ivrNameOf(options.ivr ?? dest);
    const found = await findIvr(q, accountId, name);
    if (found === null) return cannotRoute(`There is no IVR menu named "${name}"`);
    return { ...delivered, plan: ivrPlan(found.ivr, { music: options.mohUrl, liveList }) };
  },
};
