import { dryRunJob } from "../apps/server/src/jobs/runs/dryRun.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { findDryRun, insertDryRun } from "../apps/server/src/store/runs/dryRun.ts";
import { behavioursBySuffix } from "../packages/carriers/src/simulated/behaviours.ts";
import { noAssumptions } from "../packages/contract/src/runs/dryRun.ts";
import { type Scene, saveWorkflow } from "./scene.ts";

/** start, condition, dncCheck, smsSend, a day for a reply, smsSend. */
const nodesOf = ({ template }: Scene) =>
  [
    { id: 1, type: "start", children: [2] },
    {
      id: 2,
      type: "condition",
      children: [3, 8],
      conditions: [
        {
          targetNode: 3,
          statements: [{ variable: "tier", operation: "EQUALS_ONE_OF", value: "silver,gold", negated: false }],
        },
        { targetNode: 8, statements: [] },
      ],
      defaultNodePath: 8,
    },
    { id: 3, type: "dncCheck", children: [8, 4], dncList: "account", subtype: "sms", matchPath: 8, noMatchPath: 4 },
    { id: 4, type: "smsSend", children: [5], smsTemplateId: template, smsTemplateName: "Offer", useAiRewording: false },
    {
      id: 5,
      type: "event",
      children: [8, 6],
      timeoutData: {
        timeoutType: "wait",
        timeoutWaitType: "number",
        timeoutWaitNumber: 1,
        timeoutWaitUnits: "days",
        timeoutPath: 6,
      },
      conditions: [
        { targetNode: 8, statements: [{ variable: "node4.reply", operation: "EQUALS", value: "yes", negated: false }] },
      ],
    },
    { id: 6, type: "smsSend", children: [7], smsTemplateId: template, smsTemplateName: "Offer", useAiRewording: false },
    { id: 7, type: "control", children: [] },
    { id: 8, type: "control", children: [] },
  ].map((node) => ({ x: 0, y: 0, ...node }));

/** Contacts whose handset takes no text, by the end of its number. */
async function countRefusing(db: Database, account: string): Promise<number> {
  const ends = Object.entries(behavioursBySuffix).flatMap(([end, { send }]) =>
    typeof send === "object" && ("refuse" in send || "loseText" in send) ? [end] : [],
  );
  const row = await db.tx([account], (q) =>
    q.one<{ count: number }>(
      "select count(*)::int count from contact where account_id = $1 and right(phone, 4) = any ($2::text[])",
      [account, ends],
    ),
  );
  return row?.count ?? 0;
}

/** Plays every contact of the scene through eight nodes; with `drawn`, each of them is played for itself. Counts are verified. */
export async function measureDryRun(
  db: Database,
  scene: Scene,
  contacts: number,
  drawn: boolean,
): Promise<{ seconds: number; cpuSeconds: number; problems: string[] }> {
  const { account, numberSet } = scene;
  const { campaignId, version } = await saveWorkflow(db, account, numberSet, nodesOf(scene));
  const { dryRunId } = await db.tx([account], (q) =>
    insertDryRun(q, account, {
      campaignId,
      version,
      drawn: null,
      selection: { statements: [] },
      dncFilter: [],
      periodMs: -1,
      startsAt: new Date(),
      assumptions: drawn ? { ...noAssumptions, deliveredPercent: 95 } : noAssumptions,
      createdBy: "bench",
    }),
  );
  const [began, before] = [performance.now(), process.cpuUsage()];
  await dryRunJob({ hasModel: false }).run(db);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  const row = await db.tx([account], (q) => findDryRun(q, account, dryRunId));
  const texts = row?.result?.texts ?? 0;
  const expected = 2 * (contacts - (await countRefusing(db, account)));
  return {
    seconds,
    cpuSeconds: (user + system) / 1_000_000,
    problems: texts === expected ? [] : [`A dry run sends ${texts} texts instead of ${expected}: ${row?.problem}`],
  };
}
