import type { CarrierKind } from "@trunkline/contract/carriers/carrier.ts";
import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { plainArray, textArray } from "../arrays.ts";
import { carrierNameSql } from "../carriers/carrierConnection.ts";
import type { Query } from "../database.ts";
import type { CampaignSettings } from "../workflows/campaign.ts";

/** A version of a workflow by its key. */
export interface VersionKey {
  accountId: string;
  campaignId: string;
  version: number;
}

export interface ClaimVersion extends VersionKey {
  definition: string;
  settings: CampaignSettings;
}

/** The versions that a claim lacks, in one query. */
export function listClaimVersions(q: Query, keys: readonly VersionKey[]): Promise<ClaimVersion[]> {
  return q.rows<ClaimVersion>(
    {
      name: "claim.versions",
      text: `select v.account_id as "accountId", v.campaign_id as "campaignId", v.version, v.definition, v.settings
        from unnest($1::uuid[], $2::uuid[], $3::int[]) u (a, c, n)
        join workflow_version v on v.account_id = u.a and v.campaign_id = u.c and v.version = u.n`,
    },
    [
      plainArray(keys.map((key) => key.accountId)),
      plainArray(keys.map((key) => key.campaignId)),
      plainArray(keys.map((key) => key.version)),
    ],
  );
}

/** A thing of an account by its id, as the workflow text names it. */
export interface NamedThing {
  accountId: string;
  id: string;
}

export interface ClaimTemplate {
  accountId: string;
  templateId: string;
  title: string;
  text: string;
  mediaUrl: string | null;
  shortenLinks: boolean;
}

/** Templates as they are now: a text is read when the message is made. */
export function listClaimTemplates(q: Query, things: readonly NamedThing[]): Promise<ClaimTemplate[]> {
  if (things.length === 0) return Promise.resolve([]);
  return q.rows<ClaimTemplate>(
    {
      name: "claim.templates",
      text: `select t.account_id as "accountId", t.template_id as "templateId", t.title, t.text, t.media_url as "mediaUrl",
          t.shorten_links as "shortenLinks"
        from unnest($1::uuid[], $2::uuid[]) u (a, i) join sms_template t on t.account_id = u.a and t.template_id = u.i`,
    },
    [plainArray(things.map((thing) => thing.accountId)), plainArray(things.map((thing) => thing.id))],
  );
}

/** E-mail templates as they are now. */
export function listClaimEmailTemplates(
  q: Query,
  things: readonly NamedThing[],
): Promise<{ accountId: string; templateId: string; subject: string; html: string; text: string }[]> {
  if (things.length === 0) return Promise.resolve([]);
  return q.rows(
    {
      name: "claim.emailTemplates",
      text: `select t.account_id as "accountId", t.template_id as "templateId", t.subject, t.html, t.text
        from unnest($1::uuid[], $2::uuid[]) u (a, i) join email_template t on t.account_id = u.a and t.template_id = u.i`,
    },
    [plainArray(things.map((thing) => thing.accountId)), plainArray(things.map((thing) => thing.id))],
  );
}

/** RCS messages as they are now. */
export function listClaimRcsTemplates(
  q: Query,
  things: readonly NamedThing[],
): Promise<{ accountId: string; templateKey: string; content: RcsContent }[]> {
  if (things.length === 0) return Promise.resolve([]);
  return q.rows(
    {
      name: "claim.rcsTemplates",
      text: `select t.account_id as "accountId", t.template_key as "templateKey", t.content
        from unnest($1::uuid[], $2::text[]) u (a, i) join rcs_template t on t.account_id = u.a and t.template_key = u.i`,
    },
    [plainArray(things.map((thing) => thing.accountId)), textArray(things.map((thing) => thing.id))],
  );
}

/** An RCS agent, and the carrier of one that has its own. */
export interface ClaimRcsAgent {
  accountId: string;
  agentId: string;
  name: string;
  carrier: string | null;
  kind: CarrierKind | null;
}

/** RCS agents, by the ids that nodes name. */
export function listClaimRcsAgents(q: Query, things: readonly NamedThing[]): Promise<ClaimRcsAgent[]> {
  if (things.length === 0) return Promise.resolve([]);
  return q.rows(
    {
      name: "claim.rcsAgents",
      text: `select g.account_id as "accountId", g.agent_id as "agentId", g.name, c.kind, ${carrierNameSql} as carrier
        from unnest($1::uuid[], $2::text[]) u (a, i) join rcs_agent g on g.account_id = u.a and g.agent_id = u.i
        left join carrier_connection c on c.account_id = g.account_id and c.connection_id = g.connection_id`,
    },
    [plainArray(things.map((thing) => thing.accountId)), textArray(things.map((thing) => thing.id))],
  );
}

/** Which of these workflows exist and have a version to run. */
export function listClaimCampaigns(
  q: Query,
  things: readonly NamedThing[],
): Promise<{ accountId: string; campaignId: string }[]> {
  if (things.length === 0) return Promise.resolve([]);
  return q.rows(
    {
      name: "claim.campaigns",
      text: `select c.account_id as "accountId", c.campaign_id as "campaignId"
        from unnest($1::uuid[], $2::uuid[]) u (a, i) join campaign c on c.account_id = u.a and c.campaign_id = u.i
        where c.deleted is null and c.version > 0`,
    },
    [plainArray(things.map((thing) => thing.accountId)), plainArray(things.map((thing) => thing.id))],
  );
}

/** The numbers of number sets, and who carries them. */
export function listClaimNumbers(
  q: Query,
  sets: readonly NamedThing[],
): Promise<{ accountId: string; numberSetId: string; phone: string; carrier: string }[]> {
  if (sets.length === 0) return Promise.resolve([]);
  return q.rows(
    {
      name: "claim.numbers",
      text: `select s.account_id as "accountId", s.number_set_id as "numberSetId", s.phone, n.carrier
        from unnest($1::uuid[], $2::uuid[]) u (a, i)
        join number_set_number s on s.account_id = u.a and s.number_set_id = u.i
        join number n on n.account_id = s.account_id and n.phone = s.phone
        order by s.phone`,
    },
    [plainArray(sets.map((thing) => thing.accountId)), plainArray(sets.map((thing) => thing.id))],
  );
}

/** Settings of accounts, as they were saved. */
export function listClaimSettings(
  q: Query,
  accountIds: readonly string[],
): Promise<{ accountId: string; name: string; settings: unknown; linkKey: string; linkDomain: string | null }[]> {
  return q.rows(
    {
      name: "claim.settings",
      text: `select account_id as "accountId", name, settings, link_key as "linkKey", link_domain as "linkDomain" from account where account_id = any ($1::uuid[])`,
    },
    [plainArray(accountIds)],
  );
}

/** What is taken from one shared limit: `count` turns, `everyMs` apart. */
interface TakenTurns {
  accountId: string;
  key: string;
  count: number;
  everyMs: number;
}

/** When the last turn of a limit ends, epoch ms. */
interface FreeAt {
  accountId: string;
  key: string;
  freeAt: number;
}

/**
 * Takes turns from shared limits, none of them before `nowMs`; returns when the last of each ends. The instant is a
 * parameter, because each node of a cluster has a `now()` of its own.
 */
export async function claimTurns(
  q: Query,
  nowMs: number,
  asked: readonly TakenTurns[],
): Promise<ReadonlyMap<string, number>> {
  const sorted = [...asked].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const freeAt = new Map<string, number>();
  const take = async (ask: (values: unknown[]) => Promise<FreeAt[]>): Promise<void> => {
    const missing = sorted.filter((turns) => !freeAt.has(nameOf(turns)));
    if (missing.length === 0) return;
    const rows = await ask([
      plainArray(missing.map(({ accountId }) => accountId)),
      textArray(missing.map(({ key }) => key)),
      plainArray(missing.map(({ count, everyMs }) => count * everyMs)),
      nowMs,
    ]);
    for (const row of rows) freeAt.set(nameOf(row), row.freeAt);
  };
  await take((values) => q.rows<FreeAt>(moveLimit, values));
  // a limit that has never been used
  await take((values) => q.rows<FreeAt>(insertLimit, values));
  // another claim has just made it
  await take((values) => q.rows<FreeAt>(moveLimit, values));
  return freeAt;
}

const nameOf = ({ accountId, key }: { accountId: string; key: string }): string => `${accountId} ${key}`;

const moveLimit = {
  name: "bucket.take",
  text: `with held as (select b.account_id, b.key, u.ms from unnest($1::uuid[], $2::text[], $3::float8[]) u (a, k, ms)
      join bucket b on b.account_id = u.a and b.key = u.k order by b.account_id, b.key for update of b)
    update bucket b set free_at = greatest(b.free_at, to_timestamp($4::float8 / 1000)) + held.ms * interval '1 millisecond'
    from held where b.account_id = held.account_id and b.key = held.key
    returning b.account_id as "accountId", b.key, date_part('epoch', b.free_at) * 1000 as "freeAt"`,
};

const insertLimit = {
  name: "bucket.first",
  text: `insert into bucket (account_id, key, free_at)
    select a, k, to_timestamp($4::float8 / 1000) + ms * interval '1 millisecond'
    from unnest($1::uuid[], $2::text[], $3::float8[]) u (a, k, ms)
    on conflict do nothing
    returning account_id as "accountId", key, date_part('epoch', free_at) * 1000 as "freeAt"`,
};
