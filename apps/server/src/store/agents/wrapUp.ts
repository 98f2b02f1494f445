import type { PlaceKind } from "@trunkline/contract/agents/callCenter.ts";
import type { Query } from "../database.ts";

/** Seconds of wrap-up after a call of a queue, work group or live list. Null: as the account sets it (decision 0100). */
export interface WrapUp {
  wrapUpSeconds: number | null;
}

/** A wrap-up as it is written. What is left out stays as it is. */
export type WrapUpDraft = { wrapUpSeconds?: number | null | undefined };

const places = {
  queue: "update agent_queue set wrap_up_seconds = $3 where account_id = $1 and lower(name) = lower($2)",
  workGroup: "update work_group set wrap_up_seconds = $3 where account_id = $1 and lower(name) = lower($2)",
  liveList: "update live_list set wrap_up_seconds = $3 where account_id = $1 and list_name = $2",
} satisfies Record<PlaceKind, string>;

/** Writes the wrap-up of a place, unless it is left out. */
export async function saveWrapUp(
  q: Query,
  account: string,
  kind: PlaceKind,
  name: string,
  { wrapUpSeconds }: WrapUpDraft,
): Promise<void> {
  if (wrapUpSeconds !== undefined) await q.run(places[kind], [account, name, wrapUpSeconds]);
}

/** How a call is wrapped up: for how many seconds, and with which disposition at the end. */
export interface WrapUpRules {
  seconds: number;
  outcome: string | null;
}

/** The wrap-up of a call that waited somewhere; null: the user placed it. A queue of a work group's name has that of the group. */
export async function findWrapUp(
  q: Query,
  account: string,
  place: { kind: PlaceKind | "person"; name: string } | null,
): Promise<WrapUpRules> {
  const row = await q.one<WrapUpRules>(
    `select coalesce(
         case $2::text
           when 'liveList' then (select l.wrap_up_seconds from live_list l where l.account_id = a.account_id and l.list_name = $3)
           when 'person' then null
           else coalesce((select g.wrap_up_seconds from work_group g where g.account_id = a.account_id and lower(g.name) = lower($3)),
             (select k.wrap_up_seconds from agent_queue k where k.account_id = a.account_id and lower(k.name) = lower($3)
               and not exists (select from work_group g where g.account_id = a.account_id and lower(g.name) = lower($3)))) end,
         (a.settings->>'wrapUpSeconds')::int, 30) seconds,
       nullif(a.settings->>'defaultOutcome', '') outcome
     from account a where a.account_id = $1`,
    [account, place?.kind ?? "person", place?.name ?? ""],
  );
  return row ?? { seconds: 30, outcome: null };
}
