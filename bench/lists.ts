import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { readConfig } from "../apps/server/src/config.ts";
import { buildServer } from "../apps/server/src/http/server.ts";
import { makeApiKey } from "../apps/server/src/makeApiKey.ts";
import type { Place } from "./place.ts";
import { makeFiveNodes, type Scene, startOverAll } from "./scene.ts";

/** How long nineteen of twenty answers of a call took at most, milliseconds. */
export interface ListFigures {
  what: string;
  p95: number;
}

const calls = 40;

/** Lists by the calls that the pages make, with as many rows as there are contacts: texts, journeys, tries of webhooks, audit. */
export async function measureLists({ db }: Place, scene: Scene, rows: number): Promise<ListFigures[]> {
  const { account } = scene;
  const campaign = await makeFiveNodes(db, scene);
  const [first, second] = [await startOverAll(db, account, campaign), await startOverAll(db, account, campaign)];
  await makeHistory(db, account, { ...campaign, batches: [first, second] }, rows);
  const api = await buildServer({
    db,
    config: readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent", TRUNKLINE_CALLS_PER_MINUTE: "1000000" }),
    log: pino({ level: "fatal" }),
    masterKey: randomBytes(32),
    pagesFolder: "/nonexistent",
  });
  const { key } = await db.global((q) =>
    makeApiKey(q, api.tokens, account, { name: "Bench", role: "owner", privileges: [] }),
  );
  const figures: ListFigures[] = [];
  try {
    for (const [what, { url, body }] of Object.entries(listsOf(campaign.campaignId, first))) {
      const times: number[] = [];
      for (let index = 0; index < calls; index++) {
        const began = performance.now();
        const answer = await api.app.inject({
          method: body === undefined ? "GET" : "POST",
          url,
          headers: { authorization: `Bearer ${key}` },
          ...(body === undefined ? {} : { payload: body }),
        });
        times.push(performance.now() - began);
        if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
      }
      times.sort((a, b) => a - b);
      figures.push({ what, p95: times[Math.floor(calls * 0.95)] ?? 0 });
    }
  } finally {
    await api.app.close();
  }
  return figures;
}

const statements = (variable: string, operation: string, value: string): string =>
  encodeURIComponent(JSON.stringify([{ variable, operation, value, negated: false }]));

/** What is asked of each list. */
const listsOf = (campaignId: string, batchId: string): Record<string, { url: string; body?: object }> => ({
  contacts: { url: "/v4/contact/?limit=200" },
  "contacts by last name": { url: "/v4/contact/?limit=200&sort=lastName&order=asc" },
  "contacts, name searched": { url: "/v4/contact/?limit=200&search=lee77" },
  "contacts, phone searched": { url: "/v4/contact/?limit=200&search=303200" },
  "contacts, e-mail searched": { url: "/v4/contact/?limit=200&search=ann77@example.com" },
  "contacts, nobody found": { url: "/v4/contact/?limit=200&search=nobody" },
  "contacts by a custom field": { url: `/v4/contact/?limit=200&statements=${statements("tier", "EQUALS", "gold")}` },
  "contacts counted": { url: "/v4/contact/count", body: { statements: [] } },
  texts: { url: "/v4/message/?limit=100" },
  "texts of a run": { url: `/v4/message/?limit=100&batchId=${batchId}` },
  "texts of a workflow": { url: `/v4/message/?limit=100&campaignId=${campaignId}` },
  "journeys of a run": { url: `/v4/journey/?limit=100&batchId=${batchId}` },
  "tries of webhooks": { url: "/v4/callback/delivery/?limit=100" },
  audit: { url: "/v4/audit/?limit=100" },
  imports: { url: "/v4/contact/import/?limit=100" },
  workflows: { url: "/v4/campaign/" },
});

/** Texts, journeys, tries of webhooks and audit rows: half of the first two belong to each run, the asked one the older. */
async function makeHistory(
  db: Place["db"],
  account: string,
  { campaignId, batches }: { campaignId: string; batches: readonly string[] },
  rows: number,
): Promise<void> {
  const perChunk = 50_000;
  for (const batchId of batches)
    for (let from = 0; from < rows / 2; from += perChunk) {
      const count = Math.min(perChunk, rows / 2 - from);
      const values = [account, campaignId, batchId, count];
      await db.tx([account], async (q) => {
        await q.run(
          `insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, node, direction,
             from_number, to_number, body, state, receipt)
           select $1, trunkline_uuid7(), trunkline_uuid7(), $2, $3, trunkline_uuid7(), 5, 'out', '+12025550010',
             '+1303' || lpad((g % 5000000 + 2000000)::text, 7, '0'), 'Your offer ends on Friday.', 'accepted', 'delivered'
           from generate_series(1, $4::int) g`,
          values,
        );
        await q.run(
          `insert into journey (account_id, journey_id, campaign_id, batch_id, contact_id, starts_at, version, node, status)
           select $1, trunkline_uuid7(), $2, $3, trunkline_uuid7(), now(), 1, 9, 3 from generate_series(1, $4::int) g`,
          values,
        );
      });
    }
  for (let from = 0; from < rows; from += perChunk) {
    const values = [account, Math.min(perChunk, rows - from)];
    await db.tx([account], async (q) => {
      await q.run(
        `insert into webhook_delivery (account_id, delivery_id, event_type, message_id, attempt, elapsed_ms, ok, method, url, status)
         select $1, trunkline_uuid7(), 'campaign_workflow_callback', trunkline_uuid7(), 1, 12, true, 'POST',
           'https://hooks.example.com', 200
         from generate_series(1, $2::int) g`,
        values,
      );
      await q.run(
        `insert into audit (account_id, audit_id, actor, action, target)
         select $1, trunkline_uuid7(), 'setup', 'contact.update', g::text from generate_series(1, $2::int) g`,
        values,
      );
    });
  }
  await db.owner((q) => q.run("analyze message, journey, webhook_delivery, audit"));
}
