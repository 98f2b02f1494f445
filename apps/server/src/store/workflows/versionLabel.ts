import type { Query } from "../database.ts";
import type { DraftedWorkflow } from "./draft.ts";

/** What users call a version. */
export interface VersionLabel {
  name: string;
  note: string;
}

/** Names a version, or removes its name and note if both are empty. */
export async function saveVersionLabel(
  q: Query,
  account: string,
  { kind, workflow }: DraftedWorkflow,
  version: number,
  { name, note }: VersionLabel,
): Promise<void> {
  const key = [account, kind, workflow, version];
  if (name === "" && note === "")
    await q.run(
      "delete from version_label where account_id = $1 and kind = $2 and workflow = $3 and version = $4",
      key,
    );
  else
    await q.run(
      `insert into version_label (account_id, kind, workflow, version, name, note) values ($1, $2, $3, $4, $5, $6)
       on conflict (account_id, kind, workflow, version) do update set name = excluded.name, note = excluded.note`,
      [...key, name, note],
    );
}

/** Removes the names of all versions of a workflow. */
export const removeVersionLabels = (q: Query, account: string, { kind, workflow }: DraftedWorkflow): Promise<number> =>
  q.run("delete from version_label where account_id = $1 and kind = $2 and workflow = $3", [account, kind, workflow]);
