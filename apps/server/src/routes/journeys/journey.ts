import {
  type Journey,
  type JourneyFigure,
  journeyRoutes,
  journeyStatuses,
} from "@trunkline/contract/journeys/journey.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { noGoal } from "@trunkline/workflow/outcome/goal.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import {
  findJourney,
  findJourneys,
  type JourneyFilter,
  type JourneyListRow,
  listSteps,
} from "../../store/journeys/journeyList.ts";
import { countsJourney, findRunVersion } from "../../store/runs/outcome.ts";
import { findVersion, listVersionDefinitions } from "../../store/workflows/campaign.ts";
import { createdOf } from "../createdOf.ts";
import { readIdCursor, showFound } from "../idCursor.ts";
import { showSteps, versionsOf } from "./shownSteps.ts";

/** Journeys and their steps (readings, Answers). */
export function registerJourney(api: Api): void {
  handle(api, journeyRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, status, figure, ...asked } = query;
      const filter = { ...asked, ...(await countedIn(q, account, asked.batchId, figure)) };
      const code = status === undefined ? undefined : journeyStatuses.indexOf(status);
      const page = { limit, before: readIdCursor(cursor) };
      return showFound(await findJourneys(q, account, { ...filter, status: code }, page), showJourney);
    }),
  );
  handle(api, journeyRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const row = await findJourney(q, account, params.journeyId);
      if (!row) throw notFound("journey");
      const steps = await listSteps(q, account, row.journeyId);
      const { campaignId, version } = row;
      const versions = versionsOf(steps, version).map((one) => ({ campaignId, version: one }));
      const saved = await listVersionDefinitions(q, account, versions);
      const definitionOf = (of: number) => saved.find((one) => one.version === of)?.definition;
      return [{ ...showJourney(row), steps: showSteps(steps, version, definitionOf) }];
    }),
  );
}

/** The journeys that a figure of a run counts, by the goal of the run's version. */
async function countedIn(
  q: Query,
  account: string,
  batchId: string | undefined,
  figure: JourneyFigure | undefined,
): Promise<Pick<JourneyFilter, "counted">> {
  if (batchId === undefined || figure === undefined) return {};
  const run = await findRunVersion(q, account, batchId);
  if (run === null) return {};
  const saved = await findVersion(q, account, run.campaignId, run.version);
  return { counted: countsJourney(saved?.settings.goal ?? noGoal, figure) };
}

/** A journey in wire form. */
function showJourney(row: JourneyListRow): Journey {
  const { firstName, lastName, status, wakeAt, ...rest } = row;
  return {
    ...rest,
    contactName: [firstName, lastName].filter(Boolean).join(" "),
    status: journeyStatuses[status] ?? "failed",
    started: createdOf(row.journeyId) ?? "",
    wakeAt: wakeAt?.toISOString() ?? null,
    reasonText: row.reason === null ? null : describeReason(row.reason),
  };
}
