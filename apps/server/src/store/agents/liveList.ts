import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { saveCallbackOffer } from "./queueCallback.ts";
import { defaultTarget, type Target, type TargetDraft } from "./target.ts";
import { saveWrapUp, type WrapUp, type WrapUpDraft } from "./wrapUp.ts";

/** A named group of users that callers are routed to. */
export interface LiveListRow extends Target, WrapUp {
  callbackOffer: boolean | null;
  listName: string;
  users: { clientId: string; name: string }[];
  created: Date;
}

/** What is written of a live list besides its users. */
type ListRules = TargetDraft & WrapUpDraft & { callbackOffer?: boolean | null | undefined };

const select = `select l.list_name "listName", l.created, l.target_percent "targetPercent", l.target_seconds "targetSeconds",
    l.wrap_up_seconds "wrapUpSeconds", l.callback_offer "callbackOffer",
    coalesce((select jsonb_agg(jsonb_build_object('clientId', u.user_id, 'name', coalesce(nullif(u.name, ''), u.email))
        order by lower(coalesce(nullif(u.name, ''), u.email)), u.user_id)
      from live_list_member m join auth_user u using (user_id)
      where m.account_id = l.account_id and m.list_name = l.list_name), '[]') users
  from live_list l where l.account_id = $1`;

/** The account's live lists by name. */
export const listLiveLists = (q: Query, account: string): Promise<LiveListRow[]> =>
  q.rows(`${select} order by l.list_name`, [account]);

/** One live list, or null. */
export const findLiveList = (q: Query, account: string, listName: string): Promise<LiveListRow | null> =>
  q.one(`${select} and l.list_name = $2`, [account, listName]);

/** Which of these live lists there are. */
export const listKnownLiveLists = async (q: Query, account: string, names: readonly string[]): Promise<Set<string>> => {
  if (names.length === 0) return new Set();
  const rows = await q.rows<{ name: string }>(
    "select list_name name from live_list where account_id = $1 and list_name = any ($2::text[])",
    [account, names],
  );
  return new Set(rows.map(({ name }) => name));
};

/** Makes a live list; false when there is one of this name. */
export async function insertLiveList(
  q: Query,
  account: string,
  listName: string,
  clientIds: readonly string[],
  target: ListRules = {},
): Promise<boolean> {
  const { targetPercent, targetSeconds } = target;
  const made = await q.run(
    `insert into live_list (account_id, list_name, target_percent, target_seconds) values ($1, $2, $3, $4)
     on conflict (account_id, list_name) do nothing`,
    [account, listName, targetPercent ?? defaultTarget.targetPercent, targetSeconds ?? defaultTarget.targetSeconds],
  );
  if (made === 0) return false;
  await insertUsers(q, account, listName, clientIds);
  await saveWrapUp(q, account, "liveList", listName, target);
  await saveCallbackOffer(q, account, "liveList", listName, target);
  return true;
}

/** Writes who is in a live list, and its target; false when there is none. */
export async function updateLiveList(
  q: Query,
  account: string,
  listName: string,
  clientIds: readonly string[],
  target: ListRules = {},
): Promise<boolean> {
  const found = await q.run(
    `update live_list set target_percent = coalesce($3::int, target_percent), target_seconds = coalesce($4::int, target_seconds)
     where account_id = $1 and list_name = $2`,
    [account, listName, target.targetPercent ?? null, target.targetSeconds ?? null],
  );
  if (found === 0) return false;
  await q.run("delete from live_list_member where account_id = $1 and list_name = $2", [account, listName]);
  await insertUsers(q, account, listName, clientIds);
  await saveWrapUp(q, account, "liveList", listName, target);
  await saveCallbackOffer(q, account, "liveList", listName, target);
  return true;
}

const insertUsers = (q: Query, account: string, listName: string, clientIds: readonly string[]): Promise<number> =>
  q.run("insert into live_list_member (account_id, list_name, user_id) select $1, $2, u from unnest($3::uuid[]) u", [
    account,
    listName,
    plainArray(clientIds),
  ]);

/** Removes a live list; false when there is none. */
export const removeLiveList = async (q: Query, account: string, listName: string): Promise<boolean> =>
  (await q.run("delete from live_list where account_id = $1 and list_name = $2", [account, listName])) > 0;
