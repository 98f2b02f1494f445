import type { DistributionSettings } from "@trunkline/workflow/distribution/settings.ts";
import { plainColumn } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { saveCallbackOffer } from "./queueCallback.ts";
import { defaultTarget, type Target, type TargetDraft } from "./target.ts";
import { saveWrapUp, type WrapUp, type WrapUpDraft } from "./wrapUp.ts";

/** Users of an account in an order. */
export interface WorkGroupRow extends DistributionSettings, Target, WrapUp {
  callbackOffer: boolean | null;
  workGroupId: string;
  name: string;
  members: { userId: string; name: string; email: string; weight: number }[];
  created: Date;
  /** Dispositions that its members choose. */
  usedBy: string[];
}

/** What is written of a work group: its members in their order. */
export interface WorkGroupDraft extends DistributionSettings, TargetDraft, WrapUpDraft {
  callbackOffer?: boolean | null | undefined;
  name: string;
  members: readonly { userId: string; weight: number }[];
}

const settings = `g.distribution_type "distributionType", g.delay_next_call "delayNextCall", g.try_call_timeout "tryCallTimeout",
    g.max_dials "maxDials", g.max_wait_seconds "maxWaitSeconds", g.target_percent "targetPercent", g.target_seconds "targetSeconds",
    g.wrap_up_seconds "wrapUpSeconds", g.callback_offer "callbackOffer"`;
const settingsOf = (draft: WorkGroupDraft): (number | null)[] => [
  draft.distributionType,
  draft.delayNextCall,
  draft.tryCallTimeout,
  draft.maxDials,
  draft.maxWaitSeconds,
  draft.targetPercent ?? null,
  draft.targetSeconds ?? null,
];

const select = `select g.work_group_id "workGroupId", g.name, g.created, ${settings},
    coalesce((select jsonb_agg(jsonb_build_object('userId', u.user_id, 'name', u.name, 'email', u.email, 'weight', m.weight)
        order by m.position)
      from work_group_member m join auth_user u using (user_id)
      where m.account_id = g.account_id and m.work_group_id = g.work_group_id), '[]') members,
    array(select d.key from disposition_work_group w
      join disposition d on d.account_id = w.account_id and d.disposition_id = w.disposition_id
      where w.account_id = g.account_id and w.work_group_id = g.work_group_id order by lower(d.key)) "usedBy"
  from work_group g where g.account_id = $1`;

/** The account's work groups by name. */
export const listWorkGroups = (q: Query, account: string): Promise<WorkGroupRow[]> =>
  q.rows(`${select} order by lower(g.name)`, [account]);

/** One work group, or null. */
export const findWorkGroup = (q: Query, account: string, workGroupId: string): Promise<WorkGroupRow | null> =>
  q.one(`${select} and g.work_group_id = $2`, [account, workGroupId]);

/** Makes a work group and returns its id; null when there is one of this name, whatever its case. */
export async function insertWorkGroup(q: Query, account: string, draft: WorkGroupDraft): Promise<string | null> {
  const id = newId();
  const made = await q.run(
    `insert into work_group (account_id, work_group_id, name, distribution_type, delay_next_call, try_call_timeout, max_dials,
       max_wait_seconds, target_percent, target_seconds)
     values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::int, $11::int), coalesce($10::int, $12::int))
     on conflict (account_id, lower(name)) do nothing`,
    [account, id, draft.name, ...settingsOf(draft), defaultTarget.targetPercent, defaultTarget.targetSeconds],
  );
  if (made === 0) return null;
  await insertMembers(q, account, id, draft.members);
  await saveWrapUp(q, account, "workGroup", draft.name, draft);
  await saveCallbackOffer(q, account, "workGroup", draft.name, draft);
  return id;
}

/** Writes a work group as a whole; false when there is none. A name that another one has is refused by the database. */
export async function updateWorkGroup(
  q: Query,
  account: string,
  workGroupId: string,
  draft: WorkGroupDraft,
): Promise<boolean> {
  const found = await q.run(
    `update work_group set name = $3, distribution_type = $4, delay_next_call = $5, try_call_timeout = $6, max_dials = $7,
       max_wait_seconds = $8, target_percent = coalesce($9::int, target_percent), target_seconds = coalesce($10::int, target_seconds)
     where account_id = $1 and work_group_id = $2`,
    [account, workGroupId, draft.name, ...settingsOf(draft)],
  );
  if (found === 0) return false;
  await q.run("delete from work_group_member where account_id = $1 and work_group_id = $2", [account, workGroupId]);
  await insertMembers(q, account, workGroupId, draft.members);
  await saveWrapUp(q, account, "workGroup", draft.name, draft);
  await saveCallbackOffer(q, account, "workGroup", draft.name, draft);
  return true;
}

async function insertMembers(
  q: Query,
  account: string,
  workGroupId: string,
  members: WorkGroupDraft["members"],
): Promise<void> {
  if (members.length === 0) return;
  await q.run(
    `insert into work_group_member (account_id, work_group_id, user_id, position, weight)
     select $1, $2, u, p, w from unnest($3::uuid[], $4::int[]) with ordinality m (u, w, p)`,
    [
      account,
      workGroupId,
      plainColumn(members, (member) => member.userId),
      plainColumn(members, (member) => member.weight),
    ],
  );
}

/** Those of the users who do not belong to the account; the others belong to it until the transaction ends. */
export async function listUnknownUsers(q: Query, account: string, userIds: readonly string[]): Promise<string[]> {
  const members = await q.rows<{ userId: string }>(
    `select user_id "userId" from membership where account_id = $1 and user_id = any ($2::uuid[])
     order by user_id for key share`,
    [account, userIds],
  );
  const known = new Set(members.map(({ userId }) => userId));
  return userIds.filter((userId) => !known.has(userId.toLowerCase()));
}

/** Keeps a work group as it is until the transaction ends, and says which dispositions it chooses; null: there is none. */
export async function lockWorkGroup(q: Query, account: string, workGroupId: string): Promise<string[] | null> {
  const found = await q.one("select from work_group where account_id = $1 and work_group_id = $2 for update", [
    account,
    workGroupId,
  ]);
  if (found === null) return null;
  const rows = await q.rows<{ key: string }>(
    `select d.key from disposition_work_group w
     join disposition d on d.account_id = w.account_id and d.disposition_id = w.disposition_id
     where w.account_id = $1 and w.work_group_id = $2 order by lower(d.key)`,
    [account, workGroupId],
  );
  return rows.map(({ key }) => key);
}

/** Removes a work group; false when there is none. */
export const removeWorkGroup = async (q: Query, account: string, workGroupId: string): Promise<boolean> =>
  (await q.run("delete from work_group where account_id = $1 and work_group_id = $2", [account, workGroupId])) > 0;
