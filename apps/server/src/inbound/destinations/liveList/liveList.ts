import { liveListScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { findLiveList } from "../../../store/agents/liveList.ts";
import { type CallDestination, cannotRoute, delivered, planOf } from "../destination.ts";

const sorry = { do: "say" as const, text: "Nobody can take your call at the moment. Please call again later." };

/** The caller hears words and a sound, and waits until somebody of the live list takes them (telecom §8). */
export const liveList: CallDestination = {
  async route(q, { accountId, destination: { dest, options } }) {
    if ((await findLiveList(q, accountId, dest)) === null) return cannotRoute(`There is no live list "${dest}"`);
    return { ...delivered, plan: planOf([...liveListScript(dest, options), sorry]) };
  },
};
