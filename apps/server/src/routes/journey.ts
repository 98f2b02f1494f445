import { type Journey, journeyRoutes, journeyStatuses } from "@trunkline/contract/journey.ts";
import { reasonWords } from "@trunkline/workflow/engine/reasons.ts";
import type { AnyNodeKind, SavedNode } from "@trunkline/workflow/nodeKind.ts";
import { claimants, kinds } from "@trunkline/workflow/outbound/kinds/index.ts";
import { type Api, handle } from "../http/handle.ts";
import { notFound } from "../http/problem.ts";
import { findVersion } from "../store/campaign.ts";
import { findJourney, findJourneys, type JourneyListRow, listSteps, type StepListRow } from "../store/journeyList.ts";
import { createdOf } from "./createdOf.ts";
import { readIdCursor, showFound } from "./idCursor.ts";

const outcomes = ["went", "asked", "waited", "replied", "ended", "failed"] as const;

/** Journeys and their steps (decisions, Answers). */
export function registerJourney(api: Api): void {
  handle(api, journeyRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, status, ...filter } = query;
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
      const saved = await findVersion(q, account, row.campaignId, row.version);
      const nodes = new Map(readNodes(saved?.definition).map((node) => [node.id, node]));
      return [{ ...showJourney(row), steps: steps.map((step) => showStep(step, nodes.get(step.nodeId))) }];
    }),
  );
}

/** A journey in wire words. */
function showJourney(row: JourneyListRow): Journey {
  const { firstName, lastName, status, wakeAt, ...rest } = row;
  return {
    ...rest,
    contactName: [firstName, lastName].filter(Boolean).join(" "),
    status: journeyStatuses[status] ?? "failed",
    started: createdOf(row.journeyId) ?? "",
    wakeAt: wakeAt?.toISOString() ?? null,
    reasonText: row.reason === null ? null : reasonWords(row.reason),
  };
}

function showStep(step: StepListRow, node: SavedNode | undefined) {
  const name = node ? claimants(node)[0] : undefined;
  const kind: AnyNodeKind | undefined = name === undefined ? undefined : kinds[name];
  return {
    ...step,
    at: step.at.toISOString(),
    outcome: outcomes[step.outcome] ?? "failed",
    type: name ?? node?.type ?? "unknown",
    label: kind?.label ?? node?.type ?? "Unknown node",
  };
}

function readNodes(definition: string | undefined): SavedNode[] {
  if (definition === undefined) return [];
  const { nodes } = JSON.parse(definition) as { nodes?: SavedNode[] };
  return nodes ?? [];
}
