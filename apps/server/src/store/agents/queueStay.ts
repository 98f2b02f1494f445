import type { ListedFigure, PlaceKind, Stay, StayFigure, StayGrouping } from "@trunkline/contract/agents/callCenter.ts";
import type { ServiceLevelSwitches, WaitCounts } from "@trunkline/workflow/distribution/serviceLevel.ts";
import type { Query } from "../database.ts";
import { party } from "./phone.ts";
import { defaultTarget, type Target } from "./target.ts";

/** Places where callers wait. A queue with the name of a work group, such as its callers make, has the target of the group. */
const places = `select k.account_id, 'queue' kind, k.name, coalesce(g.target_percent, k.target_percent) target_percent,
    coalesce(g.target_seconds, k.target_seconds) target_seconds, g.work_group_id is not null is_of_group
  from agent_queue k left join work_group g on g.account_id = k.account_id and lower(g.name) = lower(k.name)
  union all
  select account_id, 'workGroup', name, target_percent, target_seconds, false from work_group
  union all
  select account_id, 'liveList', list_name, target_percent, target_seconds, false from live_list`;

/** Stays `s` with the target of their place. A place that was deleted has the first one. */
const stays = `(select s.*, coalesce(p.target_percent, ${defaultTarget.targetPercent}) target_percent,
    coalesce(p.target_seconds, ${defaultTarget.targetSeconds}) target_seconds
  from queue_stay s
  left join (${places}) p on p.account_id = s.account_id and p.kind = s.kind and lower(p.name) = lower(s.name)) s`;

/** The newest disposition of the call of a stay `s`. */
const dispositionOf = `select g.key from given_disposition g where g.account_id = s.account_id and g.call_id = s.call_id
  order by g.given_id desc limit 1`;

const waited = "s.left_wait - s.entered";
const inTime = `${waited} <= s.target_seconds * interval '1 second'`;
/** A caller who hung up within $3 seconds. 0: none are short. */
const isShort = `$3::int > 0 and ${waited} <= $3::int * interval '1 second'`;

/** Which stays `s` count in a figure. The lists behind the figures use the same conditions. */
const counted: Record<StayFigure, string> = {
  entered: "true",
  waiting: "s.outcome is null",
  answered: "s.outcome = 'answered'",
  answeredInTime: `s.outcome = 'answered' and ${inTime}`,
  answeredLate: `s.outcome = 'answered' and not (${inTime})`,
  abandoned: `s.outcome = 'abandoned' and not (${isShort})`,
  shortAbandoned: `s.outcome = 'abandoned' and ${isShort}`,
  unanswered: "s.outcome = 'unanswered'",
  released: "s.outcome = 'released'",
  handled: "s.wrapped <= now()",
};

const count = (figure: StayFigure): string => `(count(*) filter (where ${counted[figure]}))::int "${figure}"`;
const seconds = (sum: string, figure: StayFigure): string =>
  `coalesce(sum(extract(epoch from ${sum})) filter (where ${counted[figure]}), 0)::float8`;

/** What is counted of the stays of a place, or of a quarter of an hour. */
export interface StayCounts extends WaitCounts {
  entered: number;
  answered: number;
  handled: number;
  /** Waits of answered callers. */
  answeredWaitSeconds: number;
  /** Waits of callers who hung up, without the short ones, and of these. */
  abandonedWaitSeconds: number;
  shortWaitSeconds: number;
  /** Talks and wrap-ups of calls whose wrap-up has ended. */
  talkSeconds: number;
  wrapUpSeconds: number;
}

const counts = `${(["entered", "answered", "answeredInTime", "answeredLate", "abandoned", "shortAbandoned", "unanswered", "released", "handled"] as const).map(count).join(", ")},
  ${seconds(waited, "answered")} "answeredWaitSeconds",
  ${seconds(waited, "abandoned")} "abandonedWaitSeconds", ${seconds(waited, "shortAbandoned")} "shortWaitSeconds",
  ${seconds("s.ended - s.left_wait", "handled")} "talkSeconds",
  ${seconds("s.wrapped - s.ended", "handled")} "wrapUpSeconds"`;

/** A place where callers wait. */
export interface PlaceRow extends Target {
  kind: PlaceKind;
  name: string;
}

/** Agent queues, work groups and live lists. */
export const listPlaces = (q: Query, account: string): Promise<(PlaceRow & { isOfGroup: boolean })[]> =>
  q.rows(
    `select kind, name, target_percent "targetPercent", target_seconds "targetSeconds", is_of_group "isOfGroup"
     from (${places}) p where account_id = $1`,
    [account],
  );

/** The figures of a place, or of the quarter of an hour with this number since the start. */
export type FigureRow = StayCounts & (({ quarter: null } & PlaceRow) | { quarter: number; kind: null });

/** Figures of the stays that began since an instant, of each place and of each quarter of an hour, read in one pass. */
export const listFigures = (q: Query, account: string, since: Date, shortSeconds: number): Promise<FigureRow[]> =>
  q.rows(
    `with today as (
       select s.*, lower(s.name) key, floor(extract(epoch from s.entered - $2::timestamptz) / 900)::int quarter
       from ${stays} where s.account_id = $1 and s.entered >= $2::timestamptz)
     select s.quarter, s.kind, min(s.name) "name", min(s.target_percent) "targetPercent", min(s.target_seconds) "targetSeconds", ${counts}
     from today s group by grouping sets ((s.kind, s.key), (s.quarter)) order by s.quarter`,
    [account, since.toISOString(), shortSeconds],
  );

/** Places where callers wait now, with how many, and when the first of them came. */
export const listWaitingPlaces = (
  q: Query,
  account: string,
): Promise<(PlaceRow & { waiting: number; oldest: Date })[]> =>
  q.rows(
    `select s.kind, min(s.name) "name", min(s.target_percent) "targetPercent", min(s.target_seconds) "targetSeconds",
       count(*)::int waiting, min(s.entered) oldest
     from ${stays} where s.account_id = $1 and s.outcome is null group by s.kind, lower(s.name)`,
    [account],
  );

/** A line of a report. */
export interface StayLineRow extends StayCounts {
  name: string | null;
  kind: PlaceKind | null;
  userId: string | null;
  from: Date;
  to: Date;
  /** Null where its places have different ones. */
  targetPercent: number | null;
}

const groupings: Record<StayGrouping, { columns: string; by: string; only?: string }> = {
  place: {
    columns: `min(s.name) "name", s.kind, null::uuid "userId", $2::timestamptz "from", $4::timestamptz "to"`,
    by: "s.kind, lower(s.name)",
  },
  agent: {
    columns: `min(s.answered_by_name) "name", null kind, s.answered_by "userId", $2::timestamptz "from", $4::timestamptz "to"`,
    by: "s.answered_by",
    only: "s.answered_by is not null",
  },
  disposition: {
    columns: `min(s.disposition) "name", null kind, null::uuid "userId", $2::timestamptz "from", $4::timestamptz "to"`,
    by: "lower(s.disposition)",
    only: "s.outcome = 'answered'",
  },
  day: {
    columns: `null "name", null kind, null::uuid "userId", date_trunc('day', s.entered, $5) "from",
      (date_trunc('day', s.entered at time zone $5) + interval '1 day') at time zone $5 "to"`,
    by: "5, 4",
  },
  quarter: {
    columns: `null "name", null kind, null::uuid "userId", date_bin('15 minutes', s.entered, $2::timestamptz) "from",
      date_bin('15 minutes', s.entered, $2::timestamptz) + interval '15 minutes' "to"`,
    by: "4, 5",
  },
};

/** Figures of the stays that began between two instants, by place, disposition, agent, day or quarter of an hour. */
export function listStayReport(
  q: Query,
  account: string,
  {
    grouping,
    from,
    to,
    zone,
    shortSeconds,
  }: { grouping: StayGrouping; from: Date; to: Date; zone: string; shortSeconds: number },
): Promise<StayLineRow[]> {
  const { columns, by, only = "true" } = groupings[grouping];
  return q.rows(
    `select ${columns}, ${counts},
       case when min(s.target_percent) = max(s.target_percent) then min(s.target_percent) end "targetPercent"
     from ${grouping === "disposition" ? `(select s.*, (${dispositionOf}) disposition from ${stays}) s` : stays}
     where s.account_id = $1 and s.entered >= $2::timestamptz and s.entered < $4::timestamptz and $5::text is not null and ${only}
     group by ${by} order by 4, 1`,
    [account, from.toISOString(), shortSeconds, to.toISOString(), zone],
  );
}

/** One stay, with its call. */
export interface StayRow extends PlaceRow {
  stayId: string;
  callId: string;
  routeTag: string | null;
  phone: string;
  direction: "in" | "out";
  contactId: string | null;
  contactName: string | null;
  entered: Date;
  offered: Date | null;
  missed: number;
  leftWait: Date | null;
  outcome: Stay["outcome"];
  calledBack: boolean;
  answeredByName: string | null;
  ended: Date | null;
  endedBy: Stay["endedBy"];
  wrapped: Date | null;
}

/** Which stays are listed. */
interface StayFilter {
  figure?: ListedFigure | undefined;
  /** What the service level counts, for the figure `counted`. */
  switches: ServiceLevelSwitches;
  kind?: PlaceKind | undefined;
  name?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  callId?: string | undefined;
  /** Who answered. */
  userId?: string | undefined;
  /** The newest disposition of the call. Empty: it has none. */
  disposition?: string | undefined;
  shortSeconds: number;
}

/** The stays that `serviceLevel` divides by. */
const countedIn = ({ abandons, shortAbandons, released }: ServiceLevelSwitches): string =>
  [
    counted.answered,
    counted.unanswered,
    ...(abandons ? [counted.abandoned] : []),
    ...(shortAbandons ? [counted.shortAbandoned] : []),
    ...(released ? [counted.released] : []),
  ].join(" or ");

/** Stays, the newest first. Each figure has a statement of its own, so that the few who wait are found by their index. */
export const listStays = (
  q: Query,
  account: string,
  { figure = "entered", switches, kind, name, from, to, callId, userId, disposition, shortSeconds }: StayFilter,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<StayRow[]> =>
  q.rows(
    `select s.stay_id "stayId", s.call_id "callId", s.kind, s.name, s.route_tag "routeTag", s.target_percent "targetPercent",
       s.target_seconds "targetSeconds", s.entered, s.offered, s.missed, s.left_wait "leftWait", s.outcome, s.called_back "calledBack",
       s.answered_by_name "answeredByName", s.ended, s.ended_by "endedBy", s.wrapped, ${party}
     from ${stays}
     join call t on t.account_id = s.account_id and t.call_id = s.call_id
     left join contact c on c.account_id = t.account_id and c.contact_id = t.contact_id
     where s.account_id = $1 and ($2::uuid is null or s.stay_id < $2) and $3::int >= 0
       and (${figure === "counted" ? countedIn(switches) : counted[figure]})
       and ($4::text is null or s.kind = $4) and ($5::text is null or lower(s.name) = lower($5))
       and ($6::timestamptz is null or s.entered >= $6) and ($7::timestamptz is null or s.entered < $7)
       and ($8::uuid is null or s.call_id = $8) and ($10::uuid is null or s.answered_by = $10)
       and ($11::text is null or lower(coalesce((${dispositionOf}), '')) = lower($11))
     order by s.stay_id desc limit $9`,
    [
      account,
      before ?? null,
      shortSeconds,
      kind ?? null,
      name ?? null,
      from ?? null,
      to ?? null,
      callId ?? null,
      limit,
      userId ?? null,
      disposition ?? null,
    ],
  );
