import type { Behaviour } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = {
  run(node, at) {
    const { campaignId, observeTimezoneProtection } = node;
    if (!at.lookup.campaignExists(campaignId)) return { fail: "campaign_deleted" };
    return {
      go: nextOf(node),
      also: [{ do: "enrolContact", campaignId, observeTimezoneProtection }],
      because: "enrolled",
    };
  },
};
