import {
  callCenterRoutes,
  type LiveAgent,
  type LivePlace,
  mostReportDays,
  type Stay,
} from "@trunkline/contract/agents/callCenter.ts";
import { abandonment, type ServiceLevelSwitches, serviceLevel } from "@trunkline/workflow/distribution/serviceLevel.ts";
import { instantOnDay, isZone, localMoment } from "@trunkline/workflow/parts/time/clock.ts";
import { type Api, handle } from "../../http/handle.ts";
import { type LiveAgentRow, listLiveAgents } from "../../store/agents/liveAgent.ts";
import {
  type FigureRow,
  listFigures,
  listPlaces,
  listStayReport,
  listStays,
  listWaitingPlaces,
  type PlaceRow,
  type StayCounts,
  type StayRow,
} from "../../store/agents/queueStay.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { noZone, spanOf } from "./reportSpan.ts";

const quarterMs = 900_000;

/** The live page of the call center, and the calls behind its figures (decision 0097). */
export function registerCallCenter(api: Api): void {
  handle(api, callCenterRoutes.live, ({ db, account, query }) => {
    const { zone, shortSeconds } = query;
    if (!isZone(zone)) throw noZone();
    const switches = readSwitches(query);
    return db.tx([account], async (q) => {
      const nowMs = Date.now();
      const start = instantOnDay(localMoment(nowMs, zone).epochDay, 0, zone);
      const since = new Date(start);
      const places = await listPlaces(q, account);
      const waiting = await listWaitingPlaces(q, account);
      const figures = await listFigures(q, account, since, shortSeconds);
      const agents = await listLiveAgents(q, account);
      return [
        {
          at: new Date(nowMs).toISOString(),
          dayStart: since.toISOString(),
          places: showPlaces({ places, waiting, figures }, switches),
          agents: agents.map(showAgent),
          quarters: figures.flatMap(({ quarter, ...counts }) =>
            quarter === null
              ? []
              : [{ start: new Date(start + quarter * quarterMs).toISOString(), ...showFigures(counts, switches) }],
          ),
        },
      ];
    });
  });
  handle(api, callCenterRoutes.stays, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, ...filter } = query;
      const switches = readSwitches(query);
      const rows = await listStays(q, account, { ...filter, switches }, { limit, before: readIdCursor(cursor) });
      return { payload: rows.map(showStay), next: nextCursor(rows, limit, ({ stayId }) => stayId) };
    }),
  );
  handle(api, callCenterRoutes.report, ({ db, account, query }) => {
    const { grouping, zone, shortSeconds } = query;
    const span = spanOf(query, mostReportDays[grouping]);
    return db.tx([account], async (q) => {
      const lines = await listStayReport(q, account, { grouping, ...span, zone, shortSeconds });
      return lines.map(({ name, kind, userId, from, to, targetPercent, ...counts }) => ({
        ...{ name, kind, userId, from: from.toISOString(), to: to.toISOString(), targetPercent },
        ...showFigures(counts, readSwitches(query)),
      }));
    });
  });
}

type YesNo = "true" | "false";
const readSwitches = (query: Record<keyof ServiceLevelSwitches, YesNo>): ServiceLevelSwitches => ({
  abandons: query.abandons === "true",
  shortAbandons: query.shortAbandons === "true",
  released: query.released === "true",
});

const none: StayCounts = {
  entered: 0,
  answered: 0,
  answeredInTime: 0,
  answeredLate: 0,
  abandoned: 0,
  shortAbandoned: 0,
  unanswered: 0,
  released: 0,
  handled: 0,
  answeredWaitSeconds: 0,
  abandonedWaitSeconds: 0,
  shortWaitSeconds: 0,
  talkSeconds: 0,
  wrapUpSeconds: 0,
};

const keyOf = ({ kind, name }: Pick<PlaceRow, "kind" | "name">): string => `${kind} ${name.toLowerCase()}`;

/** Places by name, also those that were deleted today. A queue of a work group is shown only if callers came to it by itself. */
function showPlaces(
  read: {
    places: Awaited<ReturnType<typeof listPlaces>>;
    waiting: Awaited<ReturnType<typeof listWaitingPlaces>>;
    figures: readonly FigureRow[];
  },
  switches: ServiceLevelSwitches,
): LivePlace[] {
  const figures = new Map(read.figures.flatMap((row) => (row.quarter === null ? [[keyOf(row), row] as const] : [])));
  const waiting = new Map(read.waiting.map((row) => [keyOf(row), row]));
  const existing = new Set(read.places.map(keyOf));
  const all = new Map<string, PlaceRow>([
    ...figures,
    ...waiting,
    ...read.places
      .filter((place) => !place.isOfGroup || figures.has(keyOf(place)) || waiting.has(keyOf(place)))
      .map((place) => [keyOf(place), place] as const),
  ]);
  return [...all]
    .map(([key, { kind, name, targetPercent, targetSeconds }]) => ({
      ...{ kind, name, targetPercent, targetSeconds },
      exists: existing.has(key),
      waiting: waiting.get(key)?.waiting ?? 0,
      oldest: waiting.get(key)?.oldest.toISOString() ?? null,
      ...showFigures(figures.get(key) ?? none, switches),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en") || a.kind.localeCompare(b.kind));
}

const average = (sum: number, count: number): number | null => (count === 0 ? null : sum / count);

function showFigures(counts: StayCounts, switches: ServiceLevelSwitches) {
  const { entered, answered, answeredInTime, answeredLate, abandoned, shortAbandoned, unanswered, released, handled } =
    counts;
  const gone = abandonment(counts, switches);
  const abandonedSeconds = counts.abandonedWaitSeconds + (switches.shortAbandons ? counts.shortWaitSeconds : 0);
  return {
    ...{ entered, answered, answeredInTime, answeredLate, abandoned, shortAbandoned, unanswered, released, handled },
    serviceLevel: serviceLevel(counts, switches),
    abandonment: gone,
    averageWait: average(counts.answeredWaitSeconds, answered),
    averageAbandonedWait: average(abandonedSeconds, gone.count),
    averageTalk: average(counts.talkSeconds, handled),
    averageWrapUp: average(counts.wrapUpSeconds, handled),
    averageHandling: average(counts.talkSeconds + counts.wrapUpSeconds, handled),
  };
}

const showAgent = ({
  userId,
  userName,
  state,
  reason,
  isAwayNext,
  since,
  callId,
  kind,
  name,
  isHeld,
  ...party
}: LiveAgentRow): LiveAgent => ({
  userId,
  name: userName,
  state,
  reason,
  isAwayNext,
  since: since?.toISOString() ?? null,
  call:
    callId === null || kind === null
      ? null
      : { callId, with: party.contactName ?? party.phone ?? "", kind, place: name ?? "", isHeld },
});

const secondsBetween = (from: Date | null, to: Date | null): number | null =>
  from === null || to === null ? null : (to.getTime() - from.getTime()) / 1000;

function showStay(row: StayRow): Stay {
  const { stayId, callId, kind, name, routeTag, phone, contactId, contactName, missed, outcome, endedBy } = row;
  const waitSeconds = secondsBetween(row.entered, row.leftWait);
  const wasAnswered = outcome === "answered";
  return {
    ...{ stayId, callId, kind, name, routeTag, phone, contactId, contactName, missed, outcome, endedBy, waitSeconds },
    entered: row.entered.toISOString(),
    offered: row.offered?.toISOString() ?? null,
    isInTime: wasAnswered && waitSeconds !== null ? waitSeconds <= row.targetSeconds : null,
    calledBack: row.calledBack,
    answeredByName: row.answeredByName,
    talkSeconds: wasAnswered ? secondsBetween(row.leftWait, row.ended) : null,
    wrapUpSeconds:
      row.wrapped !== null && row.wrapped.getTime() <= Date.now() ? secondsBetween(row.ended, row.wrapped) : null,
  };
}
