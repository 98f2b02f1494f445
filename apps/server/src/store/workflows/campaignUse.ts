import type { Query } from "../database.ts";

/** Something that leads contacts into a workflow, or waits to. */
export interface CampaignUse {
  campaignId: string;
  kind: "disposition" | "schedule" | "recurring" | "workflow" | "route" | "ivr" | "run";
  /** What it is called. */
  name: string;
  /** How its own page knows it. */
  id: string;
}

/**
 * What leads into workflows: dispositions that start them, runs to come and under way, nodes and keys of calls of other
 * workflows, routes of numbers, options of IVR menus. Without ids those of every workflow of the account.
 */
export const listCampaignUses = (
  q: Query,
  account: string,
  campaignIds: readonly string[] | null,
): Promise<CampaignUse[]> =>
  q.rows(
    `with wanted as materialized (
       select campaign_id, campaign_id::text id from campaign
       where account_id = $1 and deleted is null and ($2::uuid[] is null or campaign_id = any ($2)))
     select d.triggered_campaign_id "campaignId", 'disposition' kind, d.key name, d.key id
     from disposition d join wanted w on w.campaign_id = d.triggered_campaign_id where d.account_id = $1
     union all
     select s.campaign_id, case when s.recurring then 'recurring' else 'schedule' end, s.request ->> 'displayName', s.schedule_id::text
     from schedule s join wanted w on w.campaign_id = s.campaign_id where s.account_id = $1 and s.status in (0, 1)
     union all
     select b.campaign_id, 'run', b.display_name, b.batch_id::text
     from batch b join wanted w on w.campaign_id = b.campaign_id where b.account_id = $1 and b.kind = 'runner' and b.status in ('running', 'paused')
     union all
     select w.campaign_id, 'workflow', c.name, c.campaign_id::text
     from campaign c
     join workflow_version v on v.account_id = c.account_id and v.campaign_id = c.campaign_id and v.version = c.version
     join wanted w on w.campaign_id <> c.campaign_id and strpos(v.definition, '"' || w.id || '"') > 0
     where c.account_id = $1 and c.deleted is null
     union all
     select distinct w.campaign_id, 'route', r.route_tag, r.route_tag
     from route_destination r join wanted w on w.id in (r.definition ->> 'dest', r.live ->> 'dest')
     where r.account_id = $1 and 'workflow' in (r.definition ->> 'destType', r.live ->> 'destType')
     union all
     select distinct w.campaign_id, 'ivr', i.ivr_name, i.ivr_name
     from ivr i
     cross join lateral jsonb_path_query(i.definition, '$.menus[*].options[*].actions[*] ? (@.type == "workflow")') a (action)
     join wanted w on w.id = lower(a.action ->> 'value')
     where i.account_id = $1
     order by kind, name`,
    [account, campaignIds],
  );
