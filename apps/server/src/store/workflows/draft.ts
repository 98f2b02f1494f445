import type { Query } from "../database.ts";

/** A workflow with drafts: an outbound one by its id, an inbound one by its route tag. */
export interface DraftedWorkflow {
  kind: "outbound" | "inbound";
  workflow: string;
}

/** One author's unsaved changes to a workflow. */
export interface DraftRow {
  version: number;
  draft: string;
  saved: Date;
}

/** A user's or API key's draft of a workflow, or null. */
export const findDraft = (
  q: Query,
  account: string,
  author: string,
  { kind, workflow }: DraftedWorkflow,
): Promise<DraftRow | null> =>
  q.one(
    `select version, draft, saved from workflow_draft
     where account_id = $1 and author_id = $2 and kind = $3 and workflow = $4`,
    [account, author, kind, workflow],
  );

/** Stores a draft in place of the author's earlier one. */
export async function saveDraft(
  q: Query,
  account: string,
  author: string,
  { kind, workflow }: DraftedWorkflow,
  { version, draft }: Omit<DraftRow, "saved">,
): Promise<DraftRow> {
  const row = await q.one<DraftRow>(
    `insert into workflow_draft (account_id, author_id, kind, workflow, version, draft) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, author_id, kind, workflow)
       do update set version = excluded.version, draft = excluded.draft, saved = now()
     returning version, draft, saved`,
    [account, author, kind, workflow, version, draft],
  );
  return row as DraftRow;
}

/** Discards a draft; those of all authors without one. */
export const removeDrafts = (
  q: Query,
  account: string,
  { kind, workflow }: DraftedWorkflow,
  author: string | null = null,
): Promise<number> =>
  q.run(
    `delete from workflow_draft
     where account_id = $1 and kind = $2 and workflow = $3 and ($4::uuid is null or author_id = $4)`,
    [account, kind, workflow, author],
  );

/** Discards all drafts of an author who leaves the account. */
export const removeDraftsOf = (q: Query, account: string, author: string): Promise<number> =>
  q.run("delete from workflow_draft where account_id = $1 and author_id = $2", [account, author]);
