import { enrolBatch } from "../apps/server/src/jobs/runs/enrolBatch.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { makeContacts, makeFiveNodes, makeScene, startOverAll } from "./scene.ts";
import { walkFiveNodes } from "./steps.ts";

/** One point of a curve. */
export interface CurvePoint {
  accounts: number;
  contacts: number;
  /** Contacts enrolled a second. */
  enrolled: number;
  /** Contact-steps a second. */
  steps: number;
  problems: string[];
}

/** Scenes of the curve have numbers of their own. */
const firstSeed = 20;
/** Accounts that are prepared at once. */
const preparedAtOnce = 6;

/** Runs of so many accounts under way at once, all contacts shared among them: how quickly they are enrolled and moved. */
export async function measureCurvePoint(
  db: Database,
  { accounts, contacts, seed }: { accounts: number; contacts: number; seed: number },
): Promise<CurvePoint> {
  const each = Math.floor(contacts / accounts);
  const runs: { account: string; batchId: string }[] = [];
  const seeds = Array.from({ length: accounts }, (_, index) => firstSeed + seed + index).values();
  const prepare = async (): Promise<void> => {
    for (const at of seeds) {
      const scene = await makeScene(db, at);
      await makeContacts(db, scene.account, each);
      const batchId = await startOverAll(db, scene.account, await makeFiveNodes(db, scene));
      runs.push({ account: scene.account, batchId });
    }
  };
  await Promise.all(Array.from({ length: preparedAtOnce }, prepare));
  await db.owner((q) => q.run("analyze"));
  const began = performance.now();
  const waiting = runs.values();
  const enrol = async (_: unknown, slot: number): Promise<void> => {
    for (const { account, batchId } of waiting) while (await enrolBatch(db, account, batchId, 900 + slot));
  };
  await Promise.all(Array.from({ length: 2 }, enrol));
  const enrolSeconds = (performance.now() - began) / 1000;
  await db.owner((q) => q.run("analyze journey"));
  const total = each * accounts;
  const walked = await walkFiveNodes(db, new Set(runs.map(({ batchId }) => batchId)), total, 1);
  const problems = [...walked.problems, ...(await verify(db, runs, total))];
  return { accounts, contacts: total, enrolled: total / enrolSeconds, steps: walked.steps / walked.seconds, problems };
}

/** Every contact of every run has its five steps and its text. */
async function verify(
  db: Database,
  runs: readonly { account: string; batchId: string }[],
  contacts: number,
): Promise<string[]> {
  const batches = runs.map(({ batchId }) => batchId);
  const found = await db.owner((q) =>
    q.one<Record<string, number>>(
      `select (select count(*) from message where batch_id = any ($1::uuid[]))::int texts,
         (select sum(entered) from node_count where batch_id = any ($1::uuid[]))::int entered`,
      [batches],
    ),
  );
  const expected = { texts: contacts, entered: contacts * 5 };
  return Object.entries(expected).flatMap(([name, count]) =>
    found?.[name] === count ? [] : [`${name} of ${runs.length} runs: ${found?.[name]} instead of ${count}`],
  );
}
