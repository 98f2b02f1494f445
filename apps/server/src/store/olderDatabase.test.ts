import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { insertAnyRow } from "../../test/anyRow.ts";
import { serverUrl } from "../../test/freshDatabase.ts";
import { globalTables } from "../../test/globalTables.ts";
import { renewBinds } from "./carriers/carrierBind.ts";
import { openDatabase } from "./database.ts";
import { moveMessages } from "./messages/message.ts";
import { listMigrations, migrate } from "./migrate.ts";
import { newId } from "./newId.ts";
import { insertDatabase, removeDatabase } from "./provision.ts";
import { listReport } from "./reports/report.ts";

// A database of the version before `ready_to_distribute`, with a row in every table of tenants, brought up to this version.

const name = `older_${randomUUID().slice(0, 8)}`;
await insertDatabase(serverUrl("postgres"), name);
const db = openDatabase(serverUrl(name), { connections: 4 });
afterAll(async () => {
  await db.close();
  await removeDatabase(serverUrl("postgres"), name);
});

const migrations = await listMigrations();
const added = migrations.find((one) => one.name.endsWith("_ready_to_distribute.sql"));
await migrate(
  db,
  migrations.filter(({ version }) => version < (added?.version ?? 0)),
);

const [account, other, campaign, connection, worker] = [newId(), newId(), newId(), newId(), newId()];
const queued = newId();
await db.owner(async (q) => {
  await q.run("insert into account (account_id, name) select i, 'Old' from unnest($1::uuid[]) i", [[account, other]]);
  await q.run("insert into carrier_bind (connection_id, account_id) values ($1, $2)", [connection, account]);
  await q.run("insert into number_directory (phone, account_id) values ('+12025550100', $1)", [account]);
});
await db.tx([account], async (q) => {
  await q.run(
    `insert into message (account_id, message_id, campaign_id, direction, from_number, to_number, state, receipt, segments, cost_micros)
     select $1, trunkline_uuid7(), $2, 'out', '+12025550100', '+13035550100', s, r, 2, 8000
     from unnest('{accepted,accepted,blocked,queued}'::text[], '{delivered,undelivered,NULL,NULL}'::text[]) u (s, r)`,
    [account, campaign],
  );
  await q.run(
    `insert into message (account_id, message_id, campaign_id, direction, from_number, to_number, state, segments, cost_micros)
     values ($1, $2, $3, 'out', '+12025550100', '+13035550100', 'submitting', 2, 8000)`,
    [account, queued, campaign],
  );
  await q.run(
    `insert into call (account_id, call_id, campaign_id, direction, from_number, to_number, plan, state, answered, duration_seconds)
     values ($1, trunkline_uuid7(), $2, 'out', '+12025550100', '+13035550100', '{}', 'accepted', now(), 30)`,
    [account, campaign],
  );
});
const callers = ["workGroup waiting", "queue taken", "liveList left", "person waiting"].map((is) => ({
  callId: newId(),
  kind: is.split(" ")[0],
  state: is.split(" ")[1],
}));
await db.tx([account], async (q) => {
  for (const { callId, kind, state } of callers) {
    await q.run(
      `insert into call (account_id, call_id, direction, from_number, to_number, plan, state, route_tag, answered_by_name)
       values ($1, $2, 'in', '+13035550100', '+12025550100', '{}', 'received', 'desk', 'Ann')`,
      [account, callId],
    );
    await q.run(
      `insert into caller (account_id, call_id, kind, name, offering, state, since)
       values ($1, $2, $3, 'Sales', '{}', $4, now() - interval '1 minute')`,
      [account, callId, kind, state],
    );
    await q.run(
      `insert into call_offer (account_id, offer_id, call_id, user_id, kind, name, state, answered)
       select $1, trunkline_uuid7(), $2, $3, $4, 'Sales', 'talking', now() where $5 = 'taken'`,
      [account, callId, worker, kind, state],
    );
  }
});
// in a zone whose reports read nothing that an older database lacks
const report = () =>
  db.tx([account], (q) => listReport(q, account, { grouping: "none", zone: "Asia/Kathmandu", campaignId: campaign }));
const before = await report();

const tables = (
  await db.owner((q) =>
    q.rows<{ name: string }>(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
    ),
  )
)
  .map(({ name }) => name)
  .filter((name) => !(name in globalTables));
for (const table of tables) await insertAnyRow(db, table, other);
const countRows = (accounts: string[]) =>
  db.tx(accounts, async (q) => {
    const counts: Record<string, number> = {};
    for (const table of tables)
      counts[table] = (await q.one<{ n: number }>(`select count(*)::int as n from "${table}"`))?.n ?? 0;
    return counts;
  });
const rowsBefore = { own: await countRows([account]), both: await countRows([account, other]) };

await migrate(db, migrations);

/** The changes that move what reports counted to its channel, and failures to their reason: what they add up to stays. */
const withMoves = (counts: Record<string, number>) => ({
  ...counts,
  report_change: (counts["report_change"] ?? 0) + 7,
});

it("has every row in sight of its account after the upgrade", async () => {
  expect({ own: await countRows([account]), both: await countRows([account, other]) }).toEqual({
    own: withMoves(rowsBefore.own),
    both: withMoves(rowsBefore.both),
  });
  expect(Object.values(await countRows([]))).toEqual(tables.map(() => 0));
});

it("reports the same figures after the upgrade", async () => {
  expect(before).toMatchObject([{ sent: 2, delivered: 1, failed: 2, calls: 1, talkSeconds: 30, costMicros: 16_000 }]);
  expect(await report()).toEqual(before);
});

it("counts changes of messages from before the upgrade", async () => {
  const change = { accountId: account, messageId: queued, state: "accepted", reason: null } as const;
  await db.tx([account], (q) => moveMessages(q, ["submitting"], [change], null));
  expect(await report()).toMatchObject([{ sent: 3, segments: 6, costMicros: 24_000 }]);
});

it("begins the stays of callers who wait or talk in queues during the upgrade", async () => {
  const stays = await db.tx([account], (q) =>
    q.rows(
      `select kind, outcome, answered_by, answered_by_name, extract(epoch from left_wait - entered)::int waited, route_tag, ended
       from queue_stay order by kind`,
    ),
  );
  const stay = { outcome: null, answered_by: null, waited: null, route_tag: "desk", ended: null };
  expect(stays).toMatchObject([
    { ...stay, kind: "queue", outcome: "answered", answered_by: worker, answered_by_name: "Ann", waited: 60 },
    { ...stay, kind: "workGroup" },
  ]);
});

it("lets a worker hold the binds of connections from before the upgrade", async () => {
  const binds = await db.global((q) => renewBinds(q, worker));
  expect(binds).toEqual([{ connectionId: connection, accountId: account, revision: 1 }]);
});
