import type { Contact } from "@trunkline/workflow/engine/world.ts";
import type { Route } from "@trunkline/workflow/inbound/evaluateRoute.ts";
import { routeDestination } from "@trunkline/workflow/inbound/route.ts";
import { plainArray, textArray } from "../arrays.ts";
import { uuidColumn } from "../binaryArrays.ts";
import { engineColumns } from "../contacts/contactColumns.ts";
import type { Query } from "../database.ts";

interface LiveRow {
  accountId: string;
  phone: string;
  routeTag: string;
  timezone: number;
  destinations: string;
}

// the same text is the same route: it is read once, and its paths stay sorted
const known = new Map<string, Route>();

function routeOf({ accountId, routeTag, timezone, destinations }: LiveRow): Route {
  const key = `${accountId} ${routeTag} ${timezone} ${destinations}`;
  let route = known.get(key);
  if (route === undefined) {
    const list = JSON.parse(destinations) as unknown[];
    route = { routeTag, globalTimezone: timezone, destinations: list.map((one) => routeDestination.parse(one)) };
    if (known.size >= 1_000) known.clear();
    known.set(key, route);
  }
  return route;
}

/** The key of a number in what `listLiveRoutes` answers. */
export const numberKey = ({ accountId, phone }: { accountId: string; phone: string }): string =>
  `${accountId} ${phone}`;

/** The routes that answer these numbers, themselves or through a set, with what is live; numbers without one are left out. */
export async function listLiveRoutes(
  q: Query,
  numbers: readonly { accountId: string; phone: string }[],
): Promise<Map<string, Route>> {
  const rows = await q.rows<LiveRow>(
    {
      name: "route.live",
      text: `select u.a "accountId", u.p phone, r.route_tag "routeTag", r.timezone,
          coalesce((select jsonb_agg(d.live order by (d.live->>'priority')::int, d.created, d.name) from route_destination d
            where d.account_id = u.a and d.route_tag = r.route_tag and d.live is not null), '[]')::text destinations
        from (select distinct a, p from unnest($1::uuid[], $2::text[]) u (a, p)) u
        cross join lateral (
          select n.route_tag from route_number n where n.account_id = u.a and n.phone = u.p
          union all
          select s.route_tag from number_set_number i
            join route_number_set s on s.account_id = i.account_id and s.number_set_id = i.number_set_id
            where i.account_id = u.a and i.phone = u.p
          limit 1) t
        join route r on r.account_id = u.a and r.route_tag = t.route_tag`,
    },
    [plainArray(numbers.map((one) => one.accountId)), textArray(numbers.map((one) => one.phone))],
  );
  return new Map(rows.map((row) => [numberKey(row), routeOf(row)]));
}

/** Contacts as rules see them, by account and id. */
export async function listRoutedContacts(
  q: Query,
  contacts: readonly { accountId: string; contactId: string }[],
): Promise<Map<string, Contact>> {
  if (contacts.length === 0) return new Map();
  const rows = await q.rows<Contact & { accountId: string }>(
    {
      name: "route.contacts",
      text: `select c.account_id "accountId", c.contact_id "contactId", ${engineColumns}
        from (select distinct a, i from unnest($1::uuid[], $2::uuid[]) u (a, i)) u
        join contact c on c.account_id = u.a and c.contact_id = u.i`,
    },
    [uuidColumn(contacts, (one) => one.accountId), uuidColumn(contacts, (one) => one.contactId)],
  );
  return new Map(rows.map(({ accountId, ...contact }) => [`${accountId} ${contact.contactId}`, contact]));
}

/** Puts tags on contacts that lack them; answers who was changed. */
export async function addContactTags(
  q: Query,
  tagged: readonly { accountId: string; contactId: string; tags: readonly string[] }[],
): Promise<{ accountId: string; contactId: string }[]> {
  const pairs = tagged.flatMap(({ accountId, contactId, tags }) => tags.map((tag) => ({ accountId, contactId, tag })));
  if (pairs.length === 0) return [];
  return q.rows(
    {
      name: "route.tags",
      text: `update contact c set updated = now(), tags = c.tags || array(select t from unnest(u.t) t where not t = any (c.tags))
        from (select a, i, array_agg(distinct t order by t) t from unnest($1::uuid[], $2::uuid[], $3::text[]) v (a, i, t)
          group by a, i order by a, i) u
        where c.account_id = u.a and c.contact_id = u.i and not c.tags @> u.t
        returning c.account_id "accountId", c.contact_id "contactId"`,
    },
    [
      plainArray(pairs.map((pair) => pair.accountId)),
      plainArray(pairs.map((pair) => pair.contactId)),
      textArray(pairs.map((pair) => pair.tag)),
    ],
  );
}
