import type { DraftChoices } from "@trunkline/workflow/drafting/draftChoices.ts";
import type { Query } from "../database.ts";

/** Longer lists are more than a model reads. Workflows are the newest ones. */
const most = 200;

/** What the account has that an inbound workflow can lead to, by name. */
export async function listDraftChoices(q: Query, account: string): Promise<DraftChoices> {
  const names = (sql: string) => `(select coalesce(jsonb_agg(n.name order by lower(n.name)), '[]') from (${sql}) n)`;
  const found = await q.one<DraftChoices>(
    `select
      ${names("select name from work_group where account_id = $1 order by lower(name) limit $2")} "workGroups",
      ${names("select list_name as name from live_list where account_id = $1 order by list_name limit $2")} "liveLists",
      ${names("select ivr_name as name from ivr where account_id = $1 order by ivr_name limit $2")} ivrs,
      ${names(
        `select distinct definition->>'dest' as name from route_destination
         where account_id = $1 and definition->>'destType' = 'inbox' order by name limit $2`,
      )} inboxes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', w.campaign_id, 'name', w.name) order by w.campaign_id), '[]')
        from (select campaign_id, name from campaign where account_id = $1 and deleted is null
          order by campaign_id desc limit $2) w) workflows`,
    [account, most],
  );
  return found as DraftChoices;
}
