import type { RouteDestination, RouteTest } from "@trunkline/contract/routing/inboundRoute.ts";
import { plainArray, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { removeApprovals } from "../workflows/approval.ts";
import { approvedBy } from "../workflows/approvedBy.ts";
import { savedBy, savers, type VersionListRow } from "../workflows/campaign.ts";
import { removeDrafts } from "../workflows/draft.ts";
import { removeVersionLabels } from "../workflows/versionLabel.ts";
import { leaveEditor } from "../workflows/workflowEditor.ts";

/** A stored route tag (spec 1 §3.2). */
export interface RouteTagRow {
  routeTag: string;
  description: string;
  created: Date;
  version: number;
  timezone: number;
  numberSets: { numberSetId: string; name: string }[];
  numbers: string[];
  ivr: boolean;
  tags: string[];
  /** How many destinations it has. */
  destinations: number;
}

/** Every number of the account `$1` with the route that answers it, directly or through a set. */
export const routesOfNumber = `(
  select phone, route_tag, null::text number_set from route_number where account_id = $1
  union all
  select i.phone, s.route_tag, n.name from route_number_set s
    join number_set n on n.account_id = s.account_id and n.number_set_id = s.number_set_id
    join number_set_number i on i.account_id = s.account_id and i.number_set_id = s.number_set_id
    where s.account_id = $1)`;

/** Whether the route tag of a row `r` is that of an IVR menu: its one rule is named after it (spec 3 §3). */
export const isIvrRoute = `exists (select from route_destination d where d.account_id = $1 and d.route_tag = r.route_tag
  and d.name = 'ivr-' || r.route_tag and d.definition->>'destType' = 'ivr')`;

const select = `select r.route_tag "routeTag", r.description, r.created, r.version, r.timezone, r.tags, ${isIvrRoute} ivr,
    coalesce((select jsonb_agg(jsonb_build_object('numberSetId', n.number_set_id, 'name', n.name) order by lower(n.name))
      from route_number_set s join number_set n on n.account_id = s.account_id and n.number_set_id = s.number_set_id
      where s.account_id = $1 and s.route_tag = r.route_tag), '[]') "numberSets",
    array(select phone from route_number p where p.account_id = $1 and p.route_tag = r.route_tag order by phone) numbers,
    (select count(*)::int from route_destination d where d.account_id = $1 and d.route_tag = r.route_tag) destinations
  from route r where r.account_id = $1`;

/** The carriers of the numbers whose calls reach an IVR menu. */
export const listIvrCarriers = async (q: Query, account: string, ivrName: string): Promise<string[]> =>
  (
    await q.rows<{ carrier: string }>(
      `select distinct n.carrier from route_destination d join ${routesOfNumber} t on t.route_tag = d.route_tag
       join number n on n.account_id = $1 and n.phone = t.phone
       where d.account_id = $1 and d.definition->>'destType' = 'ivr' and d.definition->'options'->>'ivr' = $2`,
      [account, ivrName],
    )
  ).map(({ carrier }) => carrier);

/** The account's route tags, newest first. */
export const listRouteTags = (q: Query, account: string): Promise<RouteTagRow[]> =>
  q.rows(`${select} order by r.created desc, r.route_tag`, [account]);

/** One route tag, or null. */
export const findRouteTag = (q: Query, account: string, routeTag: string): Promise<RouteTagRow | null> =>
  q.one(`${select} and r.route_tag = $2`, [account, routeTag]);

/** Keeps a route tag, with all that belongs to it, from other writers until the transaction ends; null when there is none. */
export async function lockRouteTag(q: Query, account: string, routeTag: string): Promise<RouteTagRow | null> {
  await q.run("select from route where account_id = $1 and route_tag = $2 for update", [account, routeTag]);
  return findRouteTag(q, account, routeTag);
}

/** Makes a route tag; false when there is one of this name. */
export const insertRouteTag = async (q: Query, account: string, tag: string, description: string): Promise<boolean> =>
  (await q.run("insert into route (account_id, route_tag, description) values ($1, $2, $3) on conflict do nothing", [
    account,
    tag,
    description,
  ])) > 0;

/** Removes a route tag with its destinations, tests, drafts and requests for approval; its numbers are free again. */
export const removeRouteTag = async (q: Query, account: string, routeTag: string): Promise<void> => {
  await q.run("delete from route where account_id = $1 and route_tag = $2", [account, routeTag]);
  const workflow = { kind: "inbound", workflow: routeTag } as const;
  await removeDrafts(q, account, workflow);
  await removeApprovals(q, account, workflow);
  await removeVersionLabels(q, account, workflow);
  await leaveEditor(q, account, workflow);
};

/** A number that another route answers, itself or through a set. */
export interface AssignedNumber {
  phone: string;
  routeTag: string;
  numberSet: string | null;
}

/** The route that answers a number, or null. */
export async function findRouteOfNumber(q: Query, account: string, phone: string): Promise<AssignedNumber | null> {
  return q.one(
    `select r.phone, r.route_tag "routeTag", r.number_set "numberSet" from ${routesOfNumber} r where r.phone = $2
     order by r.number_set nulls first limit 1`,
    [account, phone],
  );
}

/** Those of the numbers, and of the numbers of these sets, that another route than this one answers. They stay as they are until the transaction ends. */
export async function listAssignedElsewhere(
  q: Query,
  account: string,
  of: { phones: readonly string[]; numberSetIds: readonly string[] },
  routeTag: string,
): Promise<AssignedNumber[]> {
  const values = [account, textArray(of.phones), plainArray(of.numberSetIds)];
  const wanted = `select unnest($2::text[]) phone union select i.phone from number_set_number i
    where i.account_id = $1 and i.number_set_id = any ($3::uuid[])`;
  await q.run(
    `select from number where account_id = $1 and phone in (${wanted}) order by phone for no key update`,
    values,
  );
  return q.rows(
    `select r.phone, r.route_tag "routeTag", r.number_set "numberSet" from ${routesOfNumber} r
     where r.phone in (${wanted}) and r.route_tag <> $4 order by r.phone`,
    [...values, routeTag],
  );
}

/** Sets that another route answers. The sets stay as they are until the transaction ends. */
export async function listSetsAssignedElsewhere(
  q: Query,
  account: string,
  numberSetIds: readonly string[],
  routeTag: string,
): Promise<{ known: Set<string>; taken: { name: string; routeTag: string }[] }> {
  const rows = await q.rows<{ id: string; name: string }>(
    `select number_set_id id, name from number_set where account_id = $1 and number_set_id = any ($2::uuid[])
     order by number_set_id for update`,
    [account, plainArray(numberSetIds)],
  );
  const taken = await q.rows<{ name: string; routeTag: string }>(
    `select n.name, s.route_tag "routeTag" from route_number_set s
     join number_set n on n.account_id = s.account_id and n.number_set_id = s.number_set_id
     where s.account_id = $1 and s.number_set_id = any ($2::uuid[]) and s.route_tag <> $3 order by n.name`,
    [account, plainArray(numberSetIds), routeTag],
  );
  return { known: new Set(rows.map(({ id }) => id)), taken };
}

/** From now on a route answers these numbers and sets, and no others. */
export async function putRouteNumbers(
  q: Query,
  account: string,
  routeTag: string,
  { phones, numberSetIds }: { phones: readonly string[]; numberSetIds: readonly string[] },
): Promise<void> {
  await q.run("delete from route_number where account_id = $1 and route_tag = $2", [account, routeTag]);
  await q.run("delete from route_number_set where account_id = $1 and route_tag = $2", [account, routeTag]);
  await q.run("insert into route_number (account_id, route_tag, phone) select $1, $2, unnest($3::text[])", [
    ...[account, routeTag, textArray(phones)],
  ]);
  await q.run("insert into route_number_set (account_id, route_tag, number_set_id) select $1, $2, unnest($3::uuid[])", [
    account,
    routeTag,
    plainArray(numberSetIds),
  ]);
}

/** A destination with the route tag that it is of. */
export interface DestinationRow {
  name: string;
  routeTag: string;
  definition: RouteDestination;
}

/** The latest destinations, optionally of one tag or one kind, in the order in which they are tried. */
export const listDestinations = (
  q: Query,
  account: string,
  of: { routeTag?: string | undefined; destType?: string | undefined } = {},
): Promise<DestinationRow[]> =>
  q.rows(
    `select name, route_tag "routeTag", definition from route_destination
     where account_id = $1 and ($2::text is null or route_tag = $2) and ($3::text is null or definition->>'destType' = $3)
     order by route_tag, (definition->>'priority')::int, created, name`,
    [account, of.routeTag ?? null, of.destType ?? null],
  );

/** What answers a number of the account: its route with the destinations that are live, the first tried first; null when no route does. */
export async function findLiveRoute(
  q: Query,
  account: string,
  phone: string,
): Promise<{ routeTag: string; timezone: number; destinations: RouteDestination[] } | null> {
  const found = await findRouteOfNumber(q, account, phone);
  return found && findLiveRouteOfTag(q, account, found.routeTag);
}

/** The live destinations of a route tag, the first tried first; null when there is no such tag. */
const findLiveRouteOfTag = (
  q: Query,
  account: string,
  routeTag: string,
): Promise<{ routeTag: string; timezone: number; destinations: RouteDestination[] } | null> =>
  q.one(
    `select r.route_tag "routeTag", r.timezone,
       coalesce((select jsonb_agg(d.live order by (d.live->>'priority')::int, d.created, d.name) from route_destination d
         where d.account_id = $1 and d.route_tag = r.route_tag and d.live is not null), '[]') destinations
     from route r where r.account_id = $1 and r.route_tag = $2`,
    [account, routeTag],
  );

/** One destination, or null. */
export const findDestination = (q: Query, account: string, name: string): Promise<DestinationRow | null> =>
  q.one(`select name, route_tag "routeTag", definition from route_destination where account_id = $1 and name = $2`, [
    account,
    name,
  ]);

/** Makes a destination; it answers at once where the tag has no drawing. False when the name is taken. */
export const insertDestination = async (
  q: Query,
  account: string,
  destination: RouteDestination,
  live: boolean,
): Promise<boolean> =>
  (await q.run(
    `insert into route_destination (account_id, name, route_tag, definition, live)
     values ($1, $2, $3, $4::jsonb, case when $5 then $4::jsonb end) on conflict do nothing`,
    [account, destination.name, destination.routeTag, JSON.stringify(destination), live],
  )) > 0;

/** Writes a destination; false when there is none of this name in the tag. */
export const updateDestination = async (
  q: Query,
  account: string,
  destination: RouteDestination,
  live: boolean,
): Promise<boolean> =>
  (await q.run(
    `update route_destination set definition = $4::jsonb, live = case when $5 then $4::jsonb else live end
     where account_id = $1 and name = $2 and route_tag = $3`,
    [account, destination.name, destination.routeTag, JSON.stringify(destination), live],
  )) > 0;

/** Removes a destination. */
export const removeDestination = async (q: Query, account: string, name: string): Promise<void> => {
  await q.run("delete from route_destination where account_id = $1 and name = $2", [account, name]);
};

/** A saved drawing of a tag, by default the newest; null when there is none. */
export const findDrawing = (
  q: Query,
  account: string,
  routeTag: string,
  version?: number,
): Promise<{ version: number; workflow: string } | null> =>
  q.one(
    `select version, workflow from route_version
     where account_id = $1 and route_tag = $2 and ($3::int is null or version = $3) order by version desc limit 1`,
    [account, routeTag, version ?? null],
  );

/** Every saved drawing of a tag, newest first, with the names of who saved and who approved it while they are known. */
export const listDrawings = (
  q: Query,
  account: string,
  routeTag: string,
  page: { limit: number; before?: number | undefined },
): Promise<VersionListRow[]> =>
  q.rows(
    `select v.version, v.created, ${savedBy} "createdBy", ${approvedBy("inbound", "v.route_tag")} "approvedBy",
       coalesce(l.name, '') name, coalesce(l.note, '') note
     from route_version v ${savers}
     left join version_label l on l.account_id = v.account_id and l.kind = 'inbound' and l.workflow = v.route_tag
       and l.version = v.version
     where v.account_id = $1 and v.route_tag = $2 and ($3::int is null or v.version < $3)
     order by v.version desc limit $4`,
    [account, routeTag, page.before ?? null, page.limit],
  );

/** The destinations of a drawing's version when it was saved; empty for versions saved before these were stored. */
export async function listVersionDestinations(
  q: Query,
  account: string,
  routeTag: string,
  version: number,
): Promise<RouteDestination[]> {
  const row = await q.one<{ destinations: RouteDestination[] | null }>(
    "select destinations from route_version where account_id = $1 and route_tag = $2 and version = $3",
    [account, routeTag, version],
  );
  return row?.destinations ?? [];
}

/** Saves a drawing: from now on the destinations that it names answer as they were last written, and all others are gone. */
export async function saveDrawing(
  q: Query,
  account: string,
  routeTag: string,
  { workflow, timezone, names }: { workflow: string; timezone: number; names: readonly string[] },
  by: string,
): Promise<void> {
  await q.run(
    "delete from route_destination where account_id = $1 and route_tag = $2 and not name = any ($3::text[])",
    [account, routeTag, textArray(names)],
  );
  await q.run(
    "update route_destination set live = definition where account_id = $1 and route_tag = $2 and live is distinct from definition",
    [account, routeTag],
  );
  await q.run(
    `with saved as (
       update route set workflow = $3, timezone = $4, version = version + 1 where account_id = $1 and route_tag = $2
       returning version)
     insert into route_version (account_id, route_tag, version, workflow, created_by, destinations)
     select $1, $2, version, $3, $5,
       (select jsonb_agg(d.live order by d.name) from route_destination d where d.account_id = $1 and d.route_tag = $2)
     from saved`,
    [account, routeTag, workflow, timezone, by],
  );
}

/** The tests of a tag, oldest first. */
export async function listRouteTests(q: Query, account: string, routeTag: string): Promise<RouteTest[]> {
  const rows = await q.rows<{ testId: string; definition: Omit<RouteTest, "testId"> }>(
    `select test_id "testId", definition from route_test where account_id = $1 and route_tag = $2 order by test_id`,
    [account, routeTag],
  );
  return rows.map(({ testId, definition }) => ({ ...definition, testId }));
}

/** Keeps a test and returns its id. */
export async function insertRouteTest(
  q: Query,
  account: string,
  routeTag: string,
  test: Omit<RouteTest, "testId">,
): Promise<string> {
  const id = newId();
  await q.run("insert into route_test (account_id, test_id, route_tag, definition) values ($1, $2, $3, $4)", [
    ...[account, id, routeTag, JSON.stringify(test)],
  ]);
  return id;
}

/** Removes a test; false when it is not there. */
export const removeRouteTest = async (q: Query, account: string, tag: string, testId: string): Promise<boolean> =>
  (await q.run("delete from route_test where account_id = $1 and route_tag = $2 and test_id = $3", [
    ...[account, tag, testId],
  ])) > 0;
