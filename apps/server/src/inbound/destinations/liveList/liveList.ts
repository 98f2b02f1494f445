import { liveListScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { findLiveList } from "../../../store/agents/liveList.ts";
import { type CallDestination, cannotRoute, delivered, planOf } from "../destination.ts";

const sorry = {
  do: "say" as const,
  text: "No one is available to take your call at the moment. Please call again later.",
};

/** The caller hears an announcement and a sound until a user of the live list answers (telecom §8). */
export const liveList: CallDestination = {
  async route(q, { accountId, destination: { dest, options } }) {
    if ((await findLiveList(q, accountId, dest)) === null) return cannotRoute(`There is no live list "${dest}"`);
    return { ...delivered, plan: planOf([...liveListScript(dest, options), sorry]) };
  },
};
