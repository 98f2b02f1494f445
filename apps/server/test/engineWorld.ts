import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { AccountSettings } from "@trunkline/contract/identity/account.ts";
import type { SavedNode } from "@trunkline/workflow/savedNode.ts";
import { openEgress } from "../src/egress/egress.ts";
import { startWorker, type Worker } from "../src/program/worker.ts";
import type { WorkerParts } from "../src/program/workerParts.ts";
import { openSecrets } from "../src/secrets/secrets.ts";
import type { Database } from "../src/store/database.ts";
import { insertAccount } from "../src/store/identity/account.ts";
import { newId } from "../src/store/newId.ts";
import { insertBatch, startBatch } from "../src/store/runs/batch.ts";
import { insertSmsTemplate } from "../src/store/templates/smsTemplate.ts";
import { type CampaignSettings, insertCampaign, saveVersion } from "../src/store/workflows/campaign.ts";
import { logError, suiteLog } from "./suiteLogs.ts";
import { waitLimitMs } from "./waitLimit.ts";

/** An account with a number, a number set and a template, for tests of running workflows. */
export interface EngineWorld {
  account: string;
  number: string;
  numberSet: string;
  template: string;
}

let numbers = 100;

/** Makes an account that can send. */
export async function makeWorld(db: Database, settings: Partial<AccountSettings> = {}): Promise<EngineWorld> {
  const number = `+1202555${String(++numbers).padStart(4, "0")}`;
  const account = await db.global((q) =>
    insertAccount(q, { name: "Test", settings: { legalHours: false, ...settings } }),
  );
  const numberSet = newId();
  const template = await db.tx([account], async (q) => {
    await q.run("insert into number_directory (phone, account_id) values ($1, $2)", [number, account]);
    await q.run("insert into number (account_id, phone) values ($1, $2)", [account, number]);
    await q.run("insert into number_set (account_id, number_set_id, name) values ($1, $2, 'Main')", [
      account,
      numberSet,
    ]);
    await q.run("insert into number_set_number (account_id, number_set_id, phone) values ($1, $2, $3)", [
      account,
      numberSet,
      number,
    ]);
    return insertSmsTemplate(q, account, {
      templateTitle: "Hello",
      templateText: "Hi ${firstName}, the ${tier} offer of ${city} ends soon.",
      templateMediaUrl: null,
    });
  });
  return { account, number, numberSet, template };
}

/** Makes contacts with these numbers and returns their ids in the same order. */
export async function makeContacts(db: Database, world: EngineWorld, phones: readonly string[]): Promise<string[]> {
  const ids = phones.map(() => newId());
  await db.tx([world.account], (q) =>
    q.run(
      `insert into contact (account_id, contact_id, phone, first_name, city, extdata, zones, zones_from)
       select $1, i, p, 'Ann', 'Boston', '{"tier": "gold"}', '{America/New_York}', 'areaCode' from unnest($2::uuid[], $3::text[]) u (i, p)`,
      [world.account, ids, phones],
    ),
  );
  return ids;
}

/** So many numbers of handsets that behave, from +1 303 556 0100 on: none ends like one of the special ones. */
export const handsets = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `+1303${5_560_100 + (from + index) * 101 + 77}`).map((phone) =>
    phone.replace(/00(\d\d)$/, "77$1"),
  );

/** A node of a workflow for tests: place and children are filled in. */
export type TestNode = { id: number; type: string } & Record<string, unknown>;

/** Saves a workflow and answers its campaign and version. */
export async function makeCampaign(
  db: Database,
  world: EngineWorld,
  nodes: readonly TestNode[],
  settings: Partial<CampaignSettings> = {},
): Promise<{ campaignId: string; version: number }> {
  const whole: CampaignSettings = {
    campaignName: "Test workflow",
    numberSet: world.numberSet,
    workflowDisplayType: 1,
    timezoneProtectionType: 0,
    timezoneProtectionStartTime: null,
    timezoneProtectionEndTime: null,
    timezoneProtectionTimezoneFixed: null,
    frequencyDays: -1,
    ...settings,
  };
  const saved: SavedNode[] = nodes.map((node) => ({ x: 0, y: 0, children: [], ...node }));
  const definition = JSON.stringify({ schemaVersion: 1, startNode: 1, nodes: saved, sections: { main: 1 } });
  return db.tx([world.account], async (q) => {
    const campaignId = await insertCampaign(q, world.account, whole);
    return { campaignId, version: await saveVersion(q, world.account, campaignId, definition, "test") };
  });
}

/** Makes and starts a batch over contacts, all at once by default. */
export async function runBatch(
  db: Database,
  world: EngineWorld,
  campaign: { campaignId: string; version: number },
  contactIds: readonly string[],
  periodMs = -1,
): Promise<string> {
  return db.tx([world.account], async (q) => {
    const { batchId } = await insertBatch(q, world.account, {
      ...campaign,
      displayName: "Run",
      periodMs,
      dncFilter: [],
      selection: { contactIds },
      createdBy: "test",
    });
    await startBatch(q, world.account, batchId);
    return batchId;
  });
}

/** A worker that makes tests quick: short receipts and pauses, no latency to speak of. Each loop that claims prepares its statements again, so there are two: one that helps and one that is helped. */
export const quickWorker = (db: Database, parts: Partial<WorkerParts> = {}): Worker =>
  startWorker({
    db,
    egress: openEgress({ allow: [] }),
    secrets: openSecrets(randomBytes(32)),
    log: { error: logError, warn: (fields, text) => suiteLog().warn(fields, text) },
    claimLoops: 2,
    runsEveryMs: 100,
    simulator: { latencyMs: 1, receiptAfterMs: [10, 30], timeoutMs: 100 },
    ...parts,
  });

/**
 * Waits until a question has a true answer, and says which one was never answered. Long work names its progress: then it
 * is given up only when nothing has changed for as long as the limit.
 */
export async function until(
  what: string,
  ask: () => Promise<boolean>,
  progress: () => Promise<unknown> = async () => null,
): Promise<void> {
  let from = Date.now();
  let before: unknown = null;
  let restMs = 10;
  while (!(await ask())) {
    if (Date.now() - from > waitLimitMs) {
      const now = await progress();
      if (now === before) throw new Error(`Nothing changed while waiting: ${what}`);
      [from, before] = [Date.now(), now];
    }
    // each question costs the database, and a long wait may end a little later
    restMs = Math.min(restMs * 1.25, 100);
    await pause(restMs);
  }
}

/** The status of a batch. */
export async function statusOf(db: Database, world: EngineWorld, batchId: string): Promise<string> {
  const row = await db.tx([world.account], (q) =>
    q.one<{ status: string }>("select status from batch where account_id = $1 and batch_id = $2", [
      world.account,
      batchId,
    ]),
  );
  return row?.status ?? "gone";
}

/** Rows of one account by a statement whose first parameter is the account. */
export const ask = <Row extends object>(
  db: Database,
  world: EngineWorld,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => db.tx([world.account], (q) => q.rows<Row>(sql, [world.account, ...values]));

/** A workflow that sends one text. */
export const oneText = (template: string): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "smsSend", children: [3], smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false },
  { id: 3, type: "control", children: [] },
];

/** start → smsSend → event (reply "yes") → two ends. */
export const replyFlow = (template: string, waitNumber = 1, waitUnits = "days"): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "smsSend", children: [3], smsTemplateId: template, smsTemplateName: "Hello", useAiRewording: false },
  {
    id: 3,
    type: "event",
    children: [4, 5],
    timeoutData: {
      timeoutType: "wait",
      timeoutWaitType: "number",
      timeoutWaitNumber: waitNumber,
      timeoutWaitUnits: waitUnits,
      timeoutPath: 5,
    },
    conditions: [
      { targetNode: 4, statements: [{ variable: "node2.reply", operation: "EQUALS", value: "yes", negated: false }] },
    ],
  },
  { id: 4, type: "control", children: [] },
  { id: 5, type: "control", children: [] },
];

/** Half of the contacts get one text, half another. */
export const splitFlow: TestNode[] = [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "percentage", percentages: [5000, 5000], children: [3, 4], name: "Two texts" },
  { id: 3, type: "control", children: [], name: "Short text" },
  { id: 4, type: "control", children: [], name: "Long text" },
];
