import type { Query } from "../database.ts";

/** What callers reach by its name. */
type NamedDestination = "workgroup" | "live-list";

/**
 * Who leads callers to work groups or live lists: inbound workflows and IVR menus, by their route tags, for each name in
 * lower case.
 */
export async function listRouteUses(
  q: Query,
  account: string,
  destType: NamedDestination,
): Promise<Map<string, string[]>> {
  const rows = await q.rows<{ dest: string; routeTags: string[] }>(
    `select lower(u.dest) dest, array_agg(distinct u.tag order by u.tag) "routeTags" from (
       select d.definition ->> 'dest' dest, d.route_tag tag from route_destination d
       where d.account_id = $1 and d.definition ->> 'destType' = $2::text
       union all
       select d.live ->> 'dest', d.route_tag from route_destination d
       where d.account_id = $1 and d.live ->> 'destType' = $2::text
       union all
       select a.action ->> 'value', i.ivr_name from ivr i
       cross join lateral jsonb_path_query(i.definition, '$.menus[*].options[*].actions[*] ? (@.type == "livelist")') a (action)
       where i.account_id = $1 and $2::text = 'live-list') u
     group by lower(u.dest)`,
    [account, destType],
  );
  return new Map(rows.map(({ dest, routeTags }) => [dest, routeTags]));
}
