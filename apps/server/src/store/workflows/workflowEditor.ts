import type { Query } from "../database.ts";
import type { DraftedWorkflow } from "./draft.ts";

/** How long an editor counts after its last request. It is renewed three times in that time. */
const countsFor = "interval '45 seconds'";

/** Another user with the workflow open. */
export interface EditorRow {
  id: string;
  name: string;
  unsaved: boolean;
}

/** Notes that a user has the workflow open, and forgets those who have not for a while. */
export async function enterEditor(
  q: Query,
  account: string,
  editor: string,
  { kind, workflow }: DraftedWorkflow,
  unsaved: boolean,
): Promise<void> {
  await q.run(
    `delete from workflow_editor
     where account_id = $1 and kind = $2 and workflow = $3 and editor_id <> $4 and seen < now() - ${countsFor}`,
    [account, kind, workflow, editor],
  );
  await q.run(
    `insert into workflow_editor (account_id, kind, workflow, editor_id, unsaved) values ($1, $2, $3, $4, $5)
     on conflict (account_id, kind, workflow, editor_id) do update set unsaved = excluded.unsaved, seen = now()`,
    [account, kind, workflow, editor, unsaved],
  );
}

/** The other users who have the workflow open, by name. */
export const listOtherEditors = (
  q: Query,
  account: string,
  editor: string,
  { kind, workflow }: DraftedWorkflow,
): Promise<EditorRow[]> =>
  q.rows(
    `select e.editor_id id, coalesce(u.name, 'API key ' || k.name, 'Someone') name, e.unsaved from workflow_editor e
     left join auth_user u on u.user_id = e.editor_id
     left join api_key k on k.account_id = e.account_id and k.api_key_id = e.editor_id
     where e.account_id = $1 and e.kind = $2 and e.workflow = $3 and e.editor_id <> $4 and e.seen >= now() - ${countsFor}
     order by name, id`,
    [account, kind, workflow, editor],
  );

/** Notes that a user has closed the workflow. All users without one. */
export const leaveEditor = (
  q: Query,
  account: string,
  { kind, workflow }: DraftedWorkflow,
  editor: string | null = null,
): Promise<number> =>
  q.run(
    `delete from workflow_editor
     where account_id = $1 and kind = $2 and workflow = $3 and ($4::uuid is null or editor_id = $4)`,
    [account, kind, workflow, editor],
  );
