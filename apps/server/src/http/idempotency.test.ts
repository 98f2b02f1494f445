import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { BreakingPoint } from "../../test/breakingDatabase.ts";
import { dyingDatabase } from "../../test/dyingDatabase.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../test/server.ts";
import type { Database } from "../store/database.ts";

// Requests with an Idempotency-Key whose process dies at one of its statements (architecture, HTTP).

const db = await freshDatabase();
const masterKey = randomBytes(32);
const server = await testServer(db, { masterKey });
const { account, key } = await server.account("Ann");
const as = { key };
/** A second server, whose process dies at a chosen statement. */
let doomedDb: Database = db;
const doomed = await testServer(
  {
    ...db,
    tx: (...asked) => doomedDb.tx(...asked),
    global: (...asked) => doomedDb.global(...asked),
  },
  { masterKey },
);

const countOf = async (table: string): Promise<number> =>
  (
    await db.tx([account], (q) =>
      q.one<{ n: number }>(`select count(*)::int n from ${table} where account_id = $1`, [account]),
    )
  )?.n ?? 0;
const endLeases = () =>
  db.tx([account], (q) =>
    q.run("update idempotency set lease_until = now() where account_id = $1 and status is null", [account]),
  );

/** Sends a request whose process dies at its n-th statement. False if the request completed. */
async function sendAndDie(at: number, point: BreakingPoint, url: string, sent: Sent): Promise<boolean> {
  const dying = dyingDatabase(db, at, point);
  doomedDb = dying.db;
  await doomed.call("POST", url, sent);
  return dying.isDead();
}

const template = { templateTitle: "Hello", templateText: "Hello ${firstName}" };
const points: readonly BreakingPoint[] = ["before", "during", "committed"];

describe("a keyed request whose effect is in the database", () => {
  it.each(points)("is done exactly once by its repeat, wherever it was interrupted (%s)", async (point) => {
    for (let at = 2; ; at++) {
      const before = await countOf("sms_template");
      const sent = { as, body: template, headers: { "idempotency-key": `cut-${point}-${at}` } };
      const died = await sendAndDie(at, point, "/v4/smstemplate/", sent);
      const { status, body } = await server.call("POST", "/v4/smstemplate/", sent);
      expect([at, status, body.error, await countOf("sms_template")]).toEqual([at, 200, [], before + 1]);
      if (!died) break;
    }
  });

  it("repeats a refusal", async () => {
    const headers = { "idempotency-key": "refused" };
    const send = () =>
      server.call("POST", "/v4/numberset/", { as, body: { name: "Ours", phoneNumbers: ["+12025550199"] }, headers });
    const first = await send();
    const second = await send();
    expect([first.status, second.status, second.headers["idempotency-replayed"]]).toEqual([400, 400, "true"]);
    expect(second.body).toEqual(first.body);
  });
});

describe("a keyed request that also acts outside the database", () => {
  const csv = "phone,firstName\n+12025550143,Ann\n";
  const send = (on: typeof server, idempotencyKey: string) =>
    on.call("POST", "/v4/contact/import", {
      as,
      payload: csv,
      headers: { "content-type": "text/csv", "idempotency-key": idempotencyKey },
    });

  it("is performed by its repeat once the lease of the interrupted request has expired", async () => {
    const dying = dyingDatabase(db, 9, "before");
    doomedDb = dying.db;
    await send(doomed, "import");
    expect(dying.isDead()).toBe(true);
    const early = await send(server, "import");
    expect([early.status, early.body.error[0]?.code]).toEqual([409, "idempotency_in_progress"]);
    await endLeases();
    const late = await send(server, "import");
    const again = await send(server, "import");
    expect([late.status, again.status, again.headers["idempotency-replayed"]]).toEqual([200, 200, "true"]);
    expect(again.body).toEqual(late.body);
  });

  it("reports an unknown outcome and where to check it when it was interrupted while acting", async () => {
    const connection = await server.call("POST", "/v4/callback/authentication/", { as, body: { name: "There" } });
    const body = {
      name: "Test",
      url: "http://127.0.0.1:9/",
      callbackServerConfigId: connection.body.payload[0]?.["id"],
    };
    const sent = { as, body, headers: { "idempotency-key": "outside" } };
    let cut = 2;
    const stateOf = async () =>
      (await server.call("GET", "/v4/idempotency/outside/", { as })).body.payload[0]?.["state"];
    while ((await stateOf()) !== "unknown") {
      await db.tx([account], (q) =>
        q.run("delete from idempotency where account_id = $1 and key = 'outside'", [account]),
      );
      await sendAndDie(cut++, "committed", "/v4/callback/configuration/test", sent);
      await endLeases();
    }
    const repeated = await server.call("POST", "/v4/callback/configuration/test", sent);
    expect([repeated.status, repeated.body.error[0]?.code]).toEqual([409, "idempotency_outcome_unknown"]);
    expect(repeated.body.error[0]?.message).toContain("The delivery log lists every test that was answered.");
  });

  it("reports the outcome of a request", async () => {
    const { body } = await server.call("GET", "/v4/idempotency/import/", { as });
    expect(body.payload[0]).toMatchObject({ state: "done", status: 200, operation: "contact_import" });
  });
});
