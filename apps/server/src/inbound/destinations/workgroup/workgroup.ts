import { listRungGroups } from "../../../store/agents/caller.ts";
import type { CallDestination } from "../destination.ts";

/** Whether the account has the work group. */
export const workgroup: CallDestination = {
  async find(q, { accountId, destination: { dest } }) {
    return { hasWorkGroup: (await listRungGroups(q, accountId, [dest.toLowerCase()])).length > 0 };
  },
};
