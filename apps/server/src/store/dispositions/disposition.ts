import type { DispositionDirection } from "@trunkline/contract/dispositions/disposition.ts";
import { textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A disposition with its work groups by name (spec 2 §3.8). */
export interface DispositionRow {
  dispositionId: string;
  key: string;
  description: string;
  selectable: boolean;
  tags: string[];
  triggeredCampaignId: string | null;
  triggeredCampaignName: string | null;
  direction: DispositionDirection;
  deletable: boolean;
  workGroups: string[];
  created: Date;
}

/** What is written of a disposition. */
export interface DispositionDraft {
  description: string;
  selectable: boolean;
  tags: readonly string[];
  triggeredCampaignId: string | null;
  direction: DispositionDirection;
  workGroupIds: readonly string[];
}

const select = `select d.disposition_id "dispositionId", d.key, d.description, d.selectable, d.tags, d.direction, d.created,
    not d.is_system deletable, d.triggered_campaign_id "triggeredCampaignId", p.name "triggeredCampaignName",
    array(select g.name from disposition_work_group w
      join work_group g on g.account_id = w.account_id and g.work_group_id = w.work_group_id
      where w.account_id = d.account_id and w.disposition_id = d.disposition_id order by lower(g.name)) "workGroups"
  from disposition d
  left join campaign p on p.account_id = d.account_id and p.campaign_id = d.triggered_campaign_id and p.deleted is null
  where d.account_id = $1`;

/** The account's dispositions by name. */
export const listDispositions = (q: Query, account: string): Promise<DispositionRow[]> =>
  q.rows(`${select} order by lower(d.key)`, [account]);

/** The disposition of a key in whatever case, or null; it stays as it is until the transaction ends. */
export const lockDisposition = (q: Query, account: string, key: string): Promise<DispositionRow | null> =>
  q.one(`${select} and lower(d.key) = lower($2) for update of d`, [account, key]);

/** Makes a disposition; false when there is one of this key in whatever case. */
export async function insertDisposition(
  q: Query,
  account: string,
  key: string,
  draft: DispositionDraft,
): Promise<boolean> {
  const id = newId();
  const made = await q.run(
    `insert into disposition (account_id, disposition_id, key, description, selectable, tags, triggered_campaign_id, direction)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (account_id, lower(key)) do nothing`,
    [account, id, key, ...columnsOf(draft)],
  );
  if (made === 0) return false;
  await putWorkGroups(q, account, id, draft.workGroupIds);
  return true;
}

const columnsOf = ({ description, selectable, tags, triggeredCampaignId, direction }: DispositionDraft): unknown[] => [
  description,
  selectable,
  tags,
  triggeredCampaignId,
  direction,
];

/** Writes everything of a disposition but its key. */
export async function updateDisposition(
  q: Query,
  account: string,
  dispositionId: string,
  draft: DispositionDraft,
): Promise<void> {
  await q.run(
    `update disposition set description = $3, selectable = $4, tags = $5, triggered_campaign_id = $6, direction = $7
     where account_id = $1 and disposition_id = $2`,
    [account, dispositionId, ...columnsOf(draft)],
  );
  await q.run("delete from disposition_work_group where account_id = $1 and disposition_id = $2", [
    account,
    dispositionId,
  ]);
  await putWorkGroups(q, account, dispositionId, draft.workGroupIds);
}

async function putWorkGroups(q: Query, account: string, dispositionId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await q.run(
    `insert into disposition_work_group (account_id, disposition_id, work_group_id)
     select $1, $2, w from unnest($3::uuid[]) w on conflict do nothing`,
    [account, dispositionId, ids],
  );
}

/** The ids of work groups by their names in lower case; they stay until the transaction ends. */
export async function lockWorkGroupsNamed(
  q: Query,
  account: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await q.rows<{ name: string; id: string }>(
    `select lower(name) name, work_group_id id from work_group
     where account_id = $1 and lower(name) in (select lower(n) from unnest($2::text[]) n) order by work_group_id for key share`,
    [account, textArray(names)],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Removes a disposition; what was given stays. */
export async function removeDisposition(q: Query, account: string, dispositionId: string): Promise<void> {
  await q.run("delete from disposition where account_id = $1 and disposition_id = $2", [account, dispositionId]);
}

/** The names of the work groups that a user is in. */
export async function listWorkGroupsOf(q: Query, account: string, userId: string): Promise<string[]> {
  const rows = await q.rows<{ name: string }>(
    `select g.name from work_group_member m
     join work_group g on g.account_id = m.account_id and g.work_group_id = m.work_group_id
     where m.account_id = $1 and m.user_id = $2`,
    [account, userId],
  );
  return rows.map(({ name }) => name);
}
