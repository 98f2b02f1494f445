import type { Goal } from "@trunkline/workflow/outcome/goal.ts";
import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { approvedBy } from "./approvedBy.ts";

/** The part of a campaign that its start form edits (spec 2 §3.1), in wire words; a version pins a copy of it. */
export interface CampaignSettings {
  campaignName: string;
  numberSet: string | null;
  workflowDisplayType: number;
  /** 0 none, 1 recipient, 3 fixed. */
  timezoneProtectionType: number;
  /** HH:mm:ss. */
  timezoneProtectionStartTime: string | null;
  timezoneProtectionEndTime: string | null;
  timezoneProtectionTimezoneFixed: number | null;
  /** -1 unlimited, 0 one time only, else days. */
  frequencyDays: number;
  /** What counts as success. Missing in versions that were saved without one. */
  goal?: Goal | null;
}

/** A stored outbound workflow with its figures summed over the workers. */
export interface CampaignRow extends CampaignSettings {
  campaignId: string;
  version: number;
  sends: number;
  replies: number;
  optOuts: number;
  clicks: number;
  costMicros: number;
  lastUsed: Date | null;
  /** A save that fails tests is refused. */
  testsMustPass: boolean;
  tags: string[];
  isRunning: boolean;
  isWaiting: boolean;
  isPaused: boolean;
  lastRunId: string | null;
  lastRunName: string | null;
  lastRunStarted: Date | null;
}

const columns = `c.campaign_id "campaignId", c.name "campaignName", c.number_set_id "numberSet", c.display_type "workflowDisplayType",
  c.protection "timezoneProtectionType", c.protection_start::text "timezoneProtectionStartTime", c.protection_end::text "timezoneProtectionEndTime",
  c.protection_timezone "timezoneProtectionTimezoneFixed", c.frequency_days "frequencyDays", c.goal, c.version, c.tests_must_pass "testsMustPass", c.tags,
  coalesce(f.sends, 0) sends, coalesce(f.replies, 0) replies, coalesce(f.opt_outs, 0) "optOuts", coalesce(f.clicks, 0) clicks,
  coalesce(f.cost_micros, 0) "costMicros", f.last_used "lastUsed",
  coalesce(r.running, false) "isRunning", coalesce(r.waiting, false) "isWaiting", coalesce(r.paused, false) "isPaused",
  l.batch_id "lastRunId", l.display_name "lastRunName", l.started "lastRunStarted"`;
const figures = `left join lateral (
    select sum(sends)::int8 sends, sum(replies)::int8 replies, sum(opt_outs)::int8 opt_outs, sum(clicks)::int8 clicks,
      sum(cost_micros)::int8 cost_micros, max(last_used) last_used
    from campaign_count f where f.account_id = c.account_id and f.campaign_id = c.campaign_id) f on true`;

/**
 * What the runs `b` of the condition do: contacts are still starting, contacts are on their way, the run is paused. Few runs
 * are open, so they are read by the index of open runs. The last run of each workflow is one seek by its index.
 */
const runs = (condition: string): string => `left join (
    select b.campaign_id, bool_or(b.status = 'paused') paused,
      bool_or(b.status = 'running' and (b.enrolment = 'going' or n.enrolled > n.started)) running,
      bool_or(b.status = 'running' and n.enrolled > n.ended) waiting
    from batch b left join lateral (
      select sum(n.enrolled) enrolled, sum(n.started) started, sum(n.done + n.failed) ended
      from batch_count n where n.account_id = b.account_id and n.batch_id = b.batch_id) n on true
    where b.account_id = $1 and b.status in ('running', 'paused') and ${condition} group by b.campaign_id) r
    on r.campaign_id = c.campaign_id
  left join lateral (
    select b.batch_id, b.display_name, b.started from batch b
    where b.account_id = c.account_id and b.campaign_id = c.campaign_id and b.started is not null
    order by b.batch_id desc limit 1) l on true`;

/** Every workflow of the account that is not deleted, oldest first. */
export const listCampaigns = (q: Query, account: string): Promise<CampaignRow[]> =>
  q.rows(
    `select ${columns} from campaign c ${figures} ${runs("true")}
     where c.account_id = $1 and c.deleted is null order by c.campaign_id`,
    [account],
  );

/** One workflow, or null when the account has none such. */
export const findCampaign = (q: Query, account: string, campaignId: string): Promise<CampaignRow | null> =>
  q.one(
    `select ${columns} from campaign c ${figures} ${runs("b.campaign_id = $2")}
     where c.account_id = $1 and c.campaign_id = $2 and c.deleted is null`,
    [account, campaignId],
  );

const settingsOf = (s: CampaignSettings): CampaignSettings => ({
  campaignName: s.campaignName,
  numberSet: s.numberSet,
  workflowDisplayType: s.workflowDisplayType,
  timezoneProtectionType: s.timezoneProtectionType,
  timezoneProtectionStartTime: s.timezoneProtectionStartTime,
  timezoneProtectionEndTime: s.timezoneProtectionEndTime,
  timezoneProtectionTimezoneFixed: s.timezoneProtectionTimezoneFixed,
  frequencyDays: s.frequencyDays,
  ...(s.goal && { goal: s.goal }),
});

const settingValues = (s: CampaignSettings) => [
  s.campaignName,
  s.numberSet,
  s.workflowDisplayType,
  s.timezoneProtectionType,
  s.timezoneProtectionStartTime,
  s.timezoneProtectionEndTime,
  s.timezoneProtectionTimezoneFixed,
  s.frequencyDays,
  s.goal ? JSON.stringify(s.goal) : null,
];

/** Makes a workflow without a definition and returns its id. */
export async function insertCampaign(q: Query, account: string, settings: CampaignSettings): Promise<string> {
  const campaignId = newId();
  await q.run(
    `insert into campaign (account_id, campaign_id, name, number_set_id, display_type, protection, protection_start, protection_end,
       protection_timezone, frequency_days, goal) values ($1, $2, $3, $4, $5, $6, $7::time, $8::time, $9, $10, $11::jsonb)`,
    [account, campaignId, ...settingValues(settings)],
  );
  return campaignId;
}

/**
 * Changes a workflow's settings. A version pins them, so a change makes a new version of the same definition:
 * journeys under way keep what they started with.
 */
export async function updateCampaign(
  q: Query,
  account: string,
  campaignId: string,
  settings: CampaignSettings,
  by: string,
  /** The drawing that goes with them; without it the newest one. */
  definition?: string,
): Promise<boolean> {
  const changed = await q.run(
    `update campaign set name = $3, number_set_id = $4, display_type = $5, protection = $6, protection_start = $7::time,
       protection_end = $8::time, protection_timezone = $9, frequency_days = $10, goal = $11::jsonb, updated = now()
     where account_id = $1 and campaign_id = $2 and deleted is null`,
    [account, campaignId, ...settingValues(settings)],
  );
  if (changed === 0) return false;
  const drawn = definition ?? (await findVersion(q, account, campaignId))?.definition;
  if (drawn !== undefined) await saveVersion(q, account, campaignId, drawn, by);
  return true;
}

/** Marks a workflow as deleted and stops its runs; its history stays. */
export async function removeCampaign(q: Query, account: string, campaignId: string): Promise<boolean> {
  const gone = await q.run(
    "update campaign set deleted = now() where account_id = $1 and campaign_id = $2 and deleted is null",
    [account, campaignId],
  );
  return gone > 0;
}

export interface VersionRow {
  version: number;
  /** The workflow as it was saved: JSON text. */
  definition: string;
  settings: CampaignSettings;
  created: Date;
}

/** A version of a workflow, by default the newest; null when there is none. */
export const findVersion = (
  q: Query,
  account: string,
  campaignId: string,
  version?: number,
): Promise<VersionRow | null> =>
  q.one(
    `select version, definition, settings, created from workflow_version
     where account_id = $1 and campaign_id = $2 and ($3::int is null or version = $3) order by version desc limit 1`,
    [account, campaignId, version ?? null],
  );

/** The drawings of given versions of workflows, each once. */
export const listVersionDefinitions = (
  q: Query,
  account: string,
  versions: readonly { campaignId: string; version: number }[],
): Promise<{ campaignId: string; version: number; definition: string }[]> =>
  q.rows(
    `select v.campaign_id "campaignId", v.version, v.definition
     from (select distinct c, n from unnest($2::uuid[], $3::int[]) u (c, n)) u
     join workflow_version v on v.account_id = $1 and v.campaign_id = u.c and v.version = u.n`,
    [account, plainArray(versions.map((one) => one.campaignId)), plainArray(versions.map((one) => one.version))],
  );

/** The newest drawings of workflows, by their ids; those that nothing was drawn for have none. */
export const listDefinitions = async (
  q: Query,
  account: string,
  campaignIds: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    (
      await q.rows<{ campaignId: string; definition: string }>(
        `select c.campaign_id "campaignId", v.definition from campaign c
         join workflow_version v on v.account_id = c.account_id and v.campaign_id = c.campaign_id and v.version = c.version
         where c.account_id = $1 and c.campaign_id = any ($2::uuid[])`,
        [account, campaignIds],
      )
    ).map((row) => [row.campaignId, row.definition]),
  );

/** The newest version's number; locked, so that no one else saves one until the transaction ends. */
export const lockVersion = async (q: Query, account: string, campaignId: string): Promise<number> =>
  (
    await q.one<{ version: number }>(
      "select version from campaign where account_id = $1 and campaign_id = $2 and deleted is null for update",
      [account, campaignId],
    )
  )?.version ?? 0;

/** The name of who saved a version `v`, while that is known. */
export const savedBy = "coalesce(u.name, 'API key ' || k.name, 'Trunkline')";
export const savers = `left join auth_user u on u.user_id::text = v.created_by
     left join api_key k on k.account_id = v.account_id and k.api_key_id::text = v.created_by`;

/** A version in a list, with the name and note that users gave it, or "". */
export interface VersionListRow {
  version: number;
  created: Date;
  createdBy: string;
  /** Null where no approval was asked for. */
  approvedBy: string | null;
  name: string;
  note: string;
}

/** Every version of a workflow, newest first, with the names of who saved and who approved it while they are known. */
export const listVersions = (
  q: Query,
  account: string,
  campaignId: string,
  page: { limit: number; before?: number | undefined },
): Promise<VersionListRow[]> =>
  q.rows(
    `select v.version, v.created, ${savedBy} "createdBy", ${approvedBy("outbound", "v.campaign_id::text")} "approvedBy",
       coalesce(l.name, '') name, coalesce(l.note, '') note
     from workflow_version v ${savers}
     left join version_label l on l.account_id = v.account_id and l.kind = 'outbound' and l.workflow = v.campaign_id::text
       and l.version = v.version
     where v.account_id = $1 and v.campaign_id = $2 and ($3::int is null or v.version < $3)
     order by v.version desc limit $4`,
    [account, campaignId, page.before ?? null, page.limit],
  );

/** Saves a definition as a new immutable version and answers its number; saving the same again answers the newest. */
export async function saveVersion(
  q: Query,
  account: string,
  campaignId: string,
  definition: string,
  by: string,
): Promise<number> {
  await q.run("select 1 from campaign where account_id = $1 and campaign_id = $2 for update", [account, campaignId]);
  const campaign = await findCampaign(q, account, campaignId);
  if (!campaign) return 0;
  const settings = settingsOf(campaign);
  const same = await q.one<{ version: number }>(
    `select version from workflow_version where account_id = $1 and campaign_id = $2 and version = $3 and definition = $4 and settings = $5::jsonb`,
    [account, campaignId, campaign.version, definition, JSON.stringify(settings)],
  );
  if (same) return same.version;
  const version = campaign.version + 1;
  await q.run(
    `insert into workflow_version (account_id, campaign_id, version, definition, settings, created_by) values ($1, $2, $3, $4, $5::jsonb, $6)`,
    [account, campaignId, version, definition, JSON.stringify(settings), by],
  );
  await q.run("update campaign set version = $3, updated = now() where account_id = $1 and campaign_id = $2", [
    account,
    campaignId,
    version,
  ]);
  return version;
}

/** Workflows whose newest version mentions a text between quotes, such as a template's id: where a thing is used. */
export const listCampaignsThatMention = (
  q: Query,
  account: string,
  ids: readonly string[],
): Promise<{ id: string; campaignId: string; campaignName: string }[]> =>
  q.rows(
    `select i.id, c.campaign_id "campaignId", c.name "campaignName"
     from campaign c
     join workflow_version v on v.account_id = c.account_id and v.campaign_id = c.campaign_id and v.version = c.version
     join unnest($2::text[]) i(id) on strpos(v.definition, '"' || i.id || '"') > 0
     where c.account_id = $1 and c.deleted is null order by c.name`,
    [account, ids],
  );

/** Which of these ids are workflows of the account. */
export const listKnownCampaigns = async (q: Query, account: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await q.rows<{ id: string }>(
        "select campaign_id::text id from campaign where account_id = $1 and campaign_id::text = any ($2::text[]) and deleted is null",
        [account, ids],
      )
    ).map((row) => row.id),
  );
