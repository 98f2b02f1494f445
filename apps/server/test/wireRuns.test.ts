import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEgress } from "../src/egress/egress.ts";
import { startWorker, type Worker } from "../src/program/worker.ts";
import { listBroken } from "../src/store/invariants.ts";
import { until } from "./engineWorld.ts";
import { everyRow } from "./everyRow.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { startReceiver } from "./receiver.ts";
import { testServer } from "./server.ts";
import { makeWireAccount, meaningOf, type WireAccount, wireFiles } from "./wireFiles.ts";

// Waiting is made short by moving what is due: a journey's own clock follows (jobs/advanceJourneys).

const db = await freshDatabase({ connections: 14 });
const web = await startReceiver();
const egress = openEgress({ allow: [web.allow] });
const server = await testServer(db);
const { account, key } = await server.account("Wire");
let worker: Worker;
let wire: WireAccount;

async function call(method: string, url: string, body?: unknown): Promise<Record<string, unknown>[]> {
  const answer = await server.call(method, url, { as: { key }, body });
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body.error)}`);
  return answer.body.payload;
}

beforeAll(async () => {
  web.answer(({ path }, response) =>
    path.endsWith(".xml")
      ? response.setHeader("content-type", "text/xml").end("<Response><Say>Hello</Say></Response>")
      : response.end(JSON.stringify({ status: "ok", order: { id: "7", state: "sent" } })),
  );
  const upload = (url: string, payload: Buffer, type: string) =>
    server.call("POST", url, { as: { key }, payload, headers: { "content-type": type } });
  wire = await makeWireAccount({ call, upload }, web.url);
  // no agent serves it: a wait without an end is over when the queue closes
  const sales = (await call("GET", "/v4/agentqueue/")).find(({ name }) => name === "sales");
  await call("PUT", `/v4/agentqueue/${sales?.["queueId"]}/`, { open: false });
  worker = startWorker({
    db,
    egress,
    publicUrl: server.api.config.publicUrl,
    secrets: server.api.secrets,
    log: { error: (data, text) => console.error(text, data), warn: () => {} },
    simulator: { latencyMs: 1, receiptAfterMs: [10, 30], timeoutMs: 100, callPace: 0.001 },
  });
});
afterAll(() => worker.stop());

let areas = 200;
/** One answers calls, one is a machine, one is busy; texts reach all three. Each file has its own: some opt out. */
const makeContacts = (): Promise<string[]> => {
  const area = ++areas;
  return Promise.all(
    ["0060", "0063", "0061"].map(async (end) => {
      const contact = { phone: `+1212${area}${end}`, email: `a${area}${end}@example.com`, firstName: "Ann" };
      const [made] = await call("POST", "/v4/contact/", { ...contact, extdata: wire.extdata });
      return String(made?.["contactId"]);
    }),
  );
};

const hurry = (): Promise<unknown> =>
  db.tx([account], async (q) => {
    const later = "due_at > now() + interval '2 seconds'";
    await q.run(`update journey set due_at = now() where account_id = $1 and ${later}`, [account]);
    await q.run("update simulator_call set owed_at = now() where account_id = $1 and owed_at > now()", [account]);
  });

const journeys = () =>
  db.tx([account], (q) =>
    q.rows<{ batch: string; status: number; reason: string | null; node: number }>(
      "select batch_id batch, status, reason, node from journey where account_id = $1",
      [account],
    ),
  );

/** All kinds in one, and those that call, wait, decide, ask another system, cross a section and are empty. */
const core = new Set([
  "wire/all-kinds",
  "wire/call",
  "wire/event",
  "wire/condition",
  "wire/callback",
  "wire/cross-section",
  "wire/empty",
]);
const files = everyRow ? wireFiles : wireFiles.filter((file) => core.has(file));

describe("a saved workflow loads, saves back equal in meaning, and runs to its end", () => {
  it.each(files)("%s", async (file) => {
    const campaignId = await wire.save(file);
    const [loaded] = await call("GET", `/v4/campaign/${campaignId}/workflow/`);
    const saved = wire.own(file);
    expect(meaningOf(String(loaded?.["workflow"]), saved)).toEqual(JSON.parse(saved));
    if (file === "wire/empty") return;
    const contactIds = await makeContacts();
    const run = { displayName: file, periodMs: -1, start: true, contactIds };
    const [batch] = await call("POST", `/v4/campaign/${campaignId}/batch/`, run);
    const among = (rows: Awaited<ReturnType<typeof journeys>>) =>
      rows.filter((row) => row.batch === batch?.["batchId"]);
    await until(`${file} is done`, async () => {
      await hurry();
      // those that a Workflow node started are waited for as well
      const all = await journeys();
      return all.every(({ status }) => status >= 3) && among(all).length === contactIds.length;
    }).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(among(await journeys()))}`);
    });
    expect(among(await journeys()).map(({ status, reason }) => ({ status, reason }))).toEqual(
      contactIds.map(() => ({ status: 3, reason: null })),
    );
    expect(await db.tx([account], (q) => listBroken(q, account))).toEqual([]);
  });
});
