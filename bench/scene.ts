import type { Database } from "../apps/server/src/store/database.ts";
import { insertAccount } from "../apps/server/src/store/identity/account.ts";
import { newId } from "../apps/server/src/store/newId.ts";
import { insertBatch, startBatch } from "../apps/server/src/store/runs/batch.ts";
import { insertSmsTemplate } from "../apps/server/src/store/templates/smsTemplate.ts";
import { insertCampaign, saveVersion } from "../apps/server/src/store/workflows/campaign.ts";

/** An account that can send, for benchmarks. */
export interface Scene {
  account: string;
  numbers: string[];
  numberSet: string;
  template: string;
}

/** Makes an account with ten numbers and a template of three variables. */
export async function makeScene(db: Database, seed: number): Promise<Scene> {
  const account = await db.global((q) => insertAccount(q, { name: `Bench ${seed}`, settings: { legalHours: false } }));
  const numbers = Array.from({ length: 10 }, (_, index) => `+1${2_025_550_000 + seed * 10 + index}`);
  const numberSet = newId();
  const template = await db.tx([account], async (q) => {
    await q.run("insert into number_directory (phone, account_id) select p, $2 from unnest($1::text[]) p", [
      numbers,
      account,
    ]);
    await q.run("insert into number (account_id, phone) select $2, p from unnest($1::text[]) p", [numbers, account]);
    await q.run("insert into number_set (account_id, number_set_id, name) values ($1, $2, 'Main')", [
      account,
      numberSet,
    ]);
    await q.run(
      "insert into number_set_number (account_id, number_set_id, phone) select $1, $2, p from unnest($3::text[]) p",
      [account, numberSet, numbers],
    );
    return insertSmsTemplate(q, account, {
      templateTitle: "Offer",
      templateText: "Hi ${firstName}, your ${tier} offer in ${city} ends on Friday. Reply YES and we keep one for you.",
      templateMediaUrl: null,
    });
  });
  return { account, numbers, numberSet, template };
}

/** Makes contacts inside the server: what an import leaves behind. */
export async function makeContacts(db: Database, account: string, count: number): Promise<void> {
  const chunk = 100_000;
  for (let from = 0; from < count; from += chunk)
    await db.tx([account], (q) =>
      q.run(
        `insert into contact (account_id, contact_id, phone, first_name, last_name, email, city, state, postal_code, country,
           zones, zones_from, extdata)
         select $1, trunkline_uuid7(), '+1303' || lpad((g + 2000000)::text, 7, '0'), 'Ann' || g % 1000, 'Lee' || g % 777,
           'ann' || g || '@example.com', 'Boston', 'MA', '02134', 'US', '{America/New_York}', 'postal',
           '{"tier": "gold", "age": "42"}'
         from generate_series($2::int, $3::int) g`,
        [account, from, Math.min(count, from + chunk) - 1],
      ),
    );
}

/** start, condition, dncCheck, percentage, smsSend: five visits, one text with three variables. */
export async function makeFiveNodes(
  db: Database,
  { account, numberSet, template }: Scene,
): Promise<{ campaignId: string; version: number }> {
  const nodes = [
    { id: 1, type: "start", children: [2] },
    {
      id: 2,
      type: "condition",
      children: [3, 6],
      conditions: [
        {
          targetNode: 3,
          statements: [{ variable: "tier", operation: "EQUALS_ONE_OF", value: "silver,gold", negated: false }],
        },
        { targetNode: 6, statements: [] },
      ],
      defaultNodePath: 6,
    },
    { id: 3, type: "dncCheck", children: [7, 4], dncList: "account", subtype: "sms", matchPath: 7, noMatchPath: 4 },
    { id: 4, type: "percentage", children: [5, 8], percentages: [10_000, 0] },
    { id: 5, type: "smsSend", children: [9], smsTemplateId: template, smsTemplateName: "Offer", useAiRewording: false },
    { id: 6, type: "control", children: [] },
    { id: 7, type: "control", children: [] },
    {
      id: 8,
      type: "smsSend",
      children: [10],
      smsTemplateId: template,
      smsTemplateName: "Offer",
      useAiRewording: false,
    },
    { id: 9, type: "control", children: [] },
    { id: 10, type: "control", children: [] },
  ].map((node) => ({ x: 0, y: 0, ...node }));
  return saveWorkflow(db, account, numberSet, nodes);
}

/** Saves a workflow of the scene. */
export async function saveWorkflow(
  db: Database,
  account: string,
  numberSet: string,
  nodes: readonly object[],
): Promise<{ campaignId: string; version: number }> {
  return db.tx([account], async (q) => {
    const campaignId = await insertCampaign(q, account, {
      campaignName: "Bench",
      numberSet,
      workflowDisplayType: 1,
      timezoneProtectionType: 0,
      timezoneProtectionStartTime: null,
      timezoneProtectionEndTime: null,
      timezoneProtectionTimezoneFixed: null,
      frequencyDays: -1,
    });
    const definition = JSON.stringify({ schemaVersion: 1, startNode: 1, nodes, sections: { main: 1 } });
    return { campaignId, version: await saveVersion(q, account, campaignId, definition, "bench") };
  });
}

/** Makes a batch over all contacts and starts it; `periodMs` between two starts, all at once by default. */
export async function startOverAll(
  db: Database,
  account: string,
  campaign: { campaignId: string; version: number },
  periodMs = -1,
): Promise<string> {
  return db.tx([account], async (q) => {
    const { batchId } = await insertBatch(q, account, {
      ...campaign,
      displayName: "Bench",
      periodMs,
      dncFilter: [],
      selection: { statements: [] },
      createdBy: "bench",
    });
    await startBatch(q, account, batchId);
    return batchId;
  });
}
