import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { BreakingPoint } from "../../test/breakingDatabase.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../test/server.ts";

// Requests with an Idempotency-Key whose process is killed with SIGKILL between any two statements.

const db = await freshDatabase();
const masterKey = randomBytes(32);
const server = await testServer(db, { masterKey });
const { account, key } = await server.account("Ann");
const as = { key };
const points: readonly BreakingPoint[] = ["before", "during", "committed"];

/** Writes that each create one row. */
const writes: { name: string; url: string; table: string; sent: (n: string) => Sent }[] = [
  {
    name: "a template",
    url: "/v4/smstemplate/",
    table: "sms_template",
    sent: (n) => ({ as, body: { templateTitle: `Template ${n}`, templateText: "Hello" } }),
  },
  {
    name: "a contact",
    url: "/v4/contact/",
    table: "contact",
    sent: (n) => ({ as, body: { firstName: n, phone: `+1202${555_0100 + Number(n)}` } }),
  },
  {
    name: "a connection of webhooks",
    url: "/v4/callback/authentication/",
    table: "connection",
    sent: (n) => ({ as, body: { name: `Connection ${n}` } }),
  },
  {
    name: "a file of contacts",
    url: "/v4/contact/import",
    table: "contact_import where status <> 'receiving' and",
    sent: (n) => ({
      as,
      payload: `phone,firstName\n+1303${555_0100 + Number(n)},${n}\n`,
      headers: { "content-type": "text/csv" },
    }),
  },
];

describe("a keyed request killed between any two statements", () => {
  for (const { name, url, table, sent } of writes)
    it.each(points)(`creates ${name} exactly once with its repeat (%s)`, async (point) => {
      let kills = 0;
      for (let at = 2; ; at++) {
        const n = String(points.indexOf(point) * 200 + at);
        const request = sent(n);
        const keyed = { ...request, headers: { ...request.headers, "idempotency-key": `${point}-${n}-${url}` } };
        const before = await countOf(table);
        const wasKilled = await sendUntilKilled(at, point, url, keyed);
        // A lease expires by itself. The test does not wait for that.
        await db.tx([account], (q) =>
          q.run("update idempotency set lease_until = now() where account_id = $1 and status is null", [account]),
        );
        const { status, body } = await server.call("POST", url, keyed);
        expect([at, status, body.error, await countOf(table)]).toEqual([at, 200, [], before + 1]);
        if (!wasKilled) break;
        kills++;
      }
      expect(kills).toBeGreaterThan(2);
    });
});

const countOf = async (table: string): Promise<number> =>
  (
    await db.tx([account], (q) =>
      q.one<{ n: number }>(
        `select count(*)::int n from ${table.includes(" where ") ? table : `${table} where`} account_id = $1`,
        [account],
      ),
    )
  )?.n ?? 0;

/** Sends a request from a process that kills itself at its n-th statement. False if the request completed. */
function sendUntilKilled(at: number, point: BreakingPoint, url: string, { body, payload, headers }: Sent) {
  const request = {
    method: "POST",
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    payload: body === undefined ? payload : JSON.stringify(body),
  };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../test/breakingRequest.ts"), db.url, String(at), point],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        TRUNKLINE_TEST_REQUEST: JSON.stringify({ masterKey: masterKey.toString("base64"), request }),
      },
    },
  );
  return new Promise<boolean>((resolve, reject) => {
    child.once("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve(true) : code === 0 ? resolve(false) : reject(new Error(`It ended with ${code}`)),
    );
  });
}
