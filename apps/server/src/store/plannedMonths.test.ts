import { expect, it } from "vitest";
import { makeWorld } from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import type { Query } from "./database.ts";
import { newId } from "./newId.ts";
import { insertPartitions } from "./partition.ts";
import { listFailingWebhooks } from "./reports/home.ts";
import { findRunWait } from "./runs/runWait.ts";
import { listRecentDeliveries } from "./webhooks/delivery.ts";

// Statements of recent things do not read an installation's older months, not even to plan (architecture, Journeys in PostgreSQL).

const db = await freshDatabase();
const { account } = await makeWorld(db);
await db.owner((q) => insertPartitions(q, 1, 400));
const run = newId();

/** The months whose partitions of a table the transaction has opened: it keeps their locks to its end. */
const openedMonths = async (table: string, work: (q: Query) => Promise<unknown>): Promise<string[]> =>
  db.tx([account], async (q) => {
    // the tests' server plans a statement once for all values; the product's does so only for what it prepares
    await q.run("set local plan_cache_mode = auto");
    await work(q);
    const opened = await q.rows<{ month: string }>(
      `select distinct right(c.relname, 6) as month from pg_locks l join pg_class c on c.oid = l.relation
       where l.pid = pg_backend_pid() and c.relname ~ $1 order by 1`,
      [`^${table}_[0-9]{6}$`],
    );
    return opened.map(({ month }) => month);
  });

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7).replace("-", "");
const dayMs = 24 * 60 * 60 * 1_000;

it.each<[string, string, (q: Query) => Promise<unknown>]>([
  ["what a run waits for", "message", (q) => findRunWait(q, account, run)],
  ["what a run waits for", "call", (q) => findRunWait(q, account, run)],
  ["webhooks whose requests fail", "webhook_delivery", (q) => listFailingWebhooks(q, account, 5)],
  ["the last requests of webhooks", "webhook_delivery", (q) => listRecentDeliveries(q, account, [newId()])],
])("to read %s, no older month of %s is opened", async (_, table, work) => {
  const opened = await openedMonths(table, work);
  expect(opened).toContain(monthOf(Date.now()));
  expect(opened.filter((month) => month < monthOf(Date.now() - 8 * dayMs))).toEqual([]);
});
