import { findLiveList } from "../../../store/agents/liveList.ts";
import type { CallDestination } from "../destination.ts";

/** Whether the account has the live list. */
export const liveList: CallDestination = {
  async find(q, { accountId, destination: { dest } }) {
    return { hasLiveList: (await findLiveList(q, accountId, dest)) !== null };
  },
};
