import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { serverUrl } from "../../../test/freshDatabase.ts";
import { openDatabase } from "../database.ts";
import { listMigrations, migrate } from "../migrate.ts";
import { newId } from "../newId.ts";
import { insertDatabase, removeDatabase } from "../provision.ts";
import { listReport } from "../reports/report.ts";

const name = `old_calls_${randomUUID().slice(0, 8)}`;
await insertDatabase(serverUrl("postgres"), name);
const db = openDatabase(serverUrl(name), { connections: 4 });
afterAll(async () => {
  await db.close();
  await removeDatabase(serverUrl("postgres"), name);
});

const migrations = await listMigrations();
const added = migrations.find((one) => one.name.endsWith("_inbound_calls.sql"));
if (added === undefined) throw new Error("there is no migration of inbound calls");
await migrate(
  db,
  migrations.filter(({ version }) => version < added.version),
);
const account = newId();
const [answered, abandoned, forwarded] = [newId(), newId(), newId()];
await db.owner(async (q) => {
  await q.run("select set_config('trunkline.accounts', $1, true)", [`{${account}}`]);
  await q.run("insert into account (account_id, name) values ($1, 'Old')", [account]);
  const user = newId();
  await q.run(
    "insert into auth_user (user_id, email, name, password_hash) values ($1, 'ann@example.com', 'Ann', 'none')",
    [user],
  );
  await q.run(
    `insert into call (account_id, call_id, direction, from_number, to_number, plan, state, line, answered_by, answered, ended, duration_seconds)
     select $1, i, 'in', '+13035550111', '+12025550100', '{}', 'received', 'completed', 'human', now() - interval '1 minute', now(), 60
     from unnest($2::uuid[]) i`,
    [account, [answered, abandoned, forwarded]],
  );
  await q.run(
    `insert into caller (account_id, call_id, kind, name, state, offering)
     select $1, i, 'liveList', 'desk', 'left', '{}' from unnest($2::uuid[]) i`,
    [account, [answered, abandoned]],
  );
  await q.run(
    `insert into call_offer (account_id, offer_id, call_id, user_id, kind, name, state, answered)
     values ($1, $2, $3, $4, 'liveList', 'desk', 'over', now() - interval '20 seconds')`,
    [account, newId(), answered, user],
  );
  await q.run(
    `insert into call_event (account_id, call_id, event_id, type, data)
     values ($1, $2, $3, 'dialEnded', '{"status":"completed","seconds":30,"answeredBy":"+12025550188"}')`,
    [account, forwarded, newId()],
  );
  await q.run(
    `insert into route_decision (account_id, subject_id, src_type, route_tag, from_number, outcome, paths, unread)
     values ($1, $2, 'call', 'support', '+13035550111', 'delivered', '[]', 0)`,
    [account, answered],
  );
});
await migrate(db, migrations);

describe("inbound calls of an older database", () => {
  it("get who answered them, the workflow that routed them, and whether the caller gave up", async () => {
    const rows = await db.tx([account], (q) =>
      q.rows(
        "select answered_by_name who, answered_by by, line, route_tag tag from call order by array_position($1::uuid[], call_id)",
        [[answered, abandoned, forwarded]],
      ),
    );
    expect(rows).toEqual([
      { who: "Ann", by: "human", line: "completed", tag: "support" },
      { who: null, by: null, line: "abandoned", tag: null },
      { who: "+12025550188", by: "human", line: "completed", tag: null },
    ]);
  });

  it("count in reports", async () => {
    const [line] = await db.tx([account], (q) => listReport(q, account, { grouping: "none", zone: "UTC" }));
    const figures = { calls: 3, callsIn: 3, abandoned: 1, answered: 2, byHuman: 2, talkSeconds: 50 };
    expect(line).toMatchObject(figures);
  });
});
