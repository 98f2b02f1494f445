import type { Query } from "../database.ts";
import type { DraftedWorkflow } from "./draft.ts";

/** Replaces the tags of a workflow. False if it does not exist. */
export const setWorkflowTags = async (
  q: Query,
  account: string,
  { kind, workflow }: DraftedWorkflow,
  tags: readonly string[],
): Promise<boolean> =>
  (kind === "outbound"
    ? await q.run("update campaign set tags = $3 where account_id = $1 and campaign_id = $2 and deleted is null", [
        account,
        workflow,
        tags,
      ])
    : await q.run("update route set tags = $3 where account_id = $1 and route_tag = $2", [account, workflow, tags])) >
  0;
