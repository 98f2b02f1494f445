import { reasons } from "@trunkline/workflow/engine/reasons.ts";
import { onAccountList } from "@trunkline/workflow/outbound/kinds/dncCheck/run.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { trialOfJourney } from "@trunkline/workflow/trial/trialOfJourney.ts";
import type { Database } from "../../store/database.ts";
import { listStepsOf, type StepListRow } from "../../store/journeys/journeyList.ts";
import { listRecorded, type RecordedJourney } from "../../store/journeys/recordedJourney.ts";
import { stepOutcomes } from "../../store/journeys/step.ts";
import { listAccountIds } from "../../store/worker.ts";
import { type JourneyWorld, JourneyWorlds } from "../../world/journeyWorld.ts";

/** A journey that this version of the engine plays in another way. */
export interface Difference {
  account: string;
  journeyId: string;
  campaignName: string;
  version: number;
  /** The first node that differs. */
  node: number;
  /** Its contact was changed since, which can be the reason. */
  isChanged: boolean;
}

/** What a replay found. */
export interface Replayed {
  played: number;
  differences: Difference[];
  /** Not played, because their steps do not say all that happened. */
  left: number;
}

const pageSize = 200;
/** Steps of a journey that are read. */
const mostSteps = 500;

/**
 * Plays recorded journeys again: the newest ones of each account that have ended, up to `most` in all. The same events must
 * lead to the same steps (invariant I2). `moved` hears how many were looked at.
 */
export async function replayJourneys(
  db: Database,
  most: number,
  moved: (looked: number) => void = () => {},
  accounts?: readonly string[],
): Promise<Replayed> {
  const all: Replayed = { played: 0, differences: [], left: 0 };
  const worlds = new JourneyWorlds({ hasModel: true });
  let looked = 0;
  for (const account of accounts ?? (await db.global(listAccountIds)))
    for (let before: string | null = null; looked < most; ) {
      const { journeys, steps, found } = await readPage(db, worlds, account, before, Math.min(pageSize, most - looked));
      for (const [index, journey] of journeys.entries())
        note(all, account, journey, found[index] ?? null, steps.get(journey.journeyId) ?? []);
      looked += journeys.length;
      moved(looked);
      before = journeys.at(-1)?.journeyId ?? null;
      if (before === null) break;
    }
  return all;
}

const readPage = (db: Database, worlds: JourneyWorlds, account: string, before: string | null, limit: number) =>
  db.tx([account], async (q) => {
    const journeys = await listRecorded(q, account, before, limit);
    const ids = journeys.map(({ journeyId }) => journeyId);
    const steps = Map.groupBy(await listStepsOf(q, account, ids, mostSteps), ({ journeyId }) => journeyId);
    const keys = journeys.map(({ campaignId, version }) => ({
      accountId: account,
      campaignId,
      version,
      ignoresWindow: false,
    }));
    return { journeys, steps, found: await worlds.load(q, keys) };
  });

function note(
  all: Replayed,
  account: string,
  journey: RecordedJourney,
  world: JourneyWorld | null,
  rows: readonly StepListRow[],
): void {
  const steps = rows.map(({ nodeId, at, outcome, data }) => ({
    ...{ nodeId, at: at.getTime(), data },
    outcome: stepOutcomes[outcome] ?? "failed",
  }));
  const [first] = rows;
  if (world === null || first === undefined || first.revision !== 1 || !isRepeatable(steps)) {
    all.left++;
    return;
  }
  const { journeyId, campaignId: _campaignId, campaignName, version, vars, changed, ...contact } = journey;
  const workflow = { definition: world.definition, kindOf, lookup: world.lookup };
  const setup = { contact, startMs: first.at.getTime(), seed: "", journeyId, answers: {} };
  const again = trialOfJourney(workflow, setup, { steps, vars });
  const ways = again.moments.flatMap((moment) => moment.steps.map(({ step }) => step.data?.["to"]));
  const elsewhere = steps.find(({ data }, index) => index < ways.length && data?.["to"] !== ways[index]);
  const differsAt = elsewhere?.nodeId ?? again.differsAt;
  all.played++;
  if (differsAt === null) return;
  // one that was opted out or on the account's list then may have opted in since
  const wasOut = rows.some(
    ({ because, data }) =>
      because === reasons.opted_out || data?.["reason"] === "opted_out" || because?.startsWith(onAccountList),
  );
  // the first step may have changed the contact itself, in the same transaction
  const isChanged = changed >= first.at || wasOut;
  all.differences.push({ account, journeyId, campaignName, version, node: differsAt, isChanged });
}

/** Whether the steps say all that happened: a move, and a reply that came while nothing waited for one, they do not. */
function isRepeatable(steps: readonly { outcome: string }[]): boolean {
  let isWaiting = false;
  for (const { outcome } of steps) {
    if (outcome === "moved" || (outcome === "replied" && !isWaiting)) return false;
    if (outcome !== "replied") isWaiting = outcome === "waited";
  }
  return true;
}
