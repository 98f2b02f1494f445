import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { oneTimeCode } from "../../test/oneTimeCode.ts";
import { requestOf } from "../../test/requestOf.ts";
import { type RouteName, samples } from "../../test/samples.ts";
import { shapesOf } from "../../test/searchLogs.ts";
import { testPassword, testServer } from "../../test/server.ts";
import { makeWorld } from "../../test/world.ts";
import { namedRoutes } from "../http/handle.ts";

// Searches a database dump, the logs and every export for the secrets used. The logs of a whole run are searched at its end (scripts/runTests.ts).

const db = await freshDatabase();
const lines: string[] = [];
const log = pino(
  // Logs everything without redaction, because secrets must never be passed to the log.
  { level: "trace" },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
const server = await testServer(db, { log });

/** Every row of every table as text, as in a dump. */
async function dump(): Promise<string> {
  return db.owner(async (q) => {
    const tables = await q.rows<{ name: string }>(
      `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) "name" from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
    );
    let text = "";
    for (const { name } of tables)
      text += (await q.rows<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row).join("\n");
    return text;
  });
}

it("no secret appears in a dump, in the logs or in an export (reliability §7: Secrets)", async () => {
  const ann = await makeWorld(server, "Annabel");
  const as = { key: ann.key };
  const secret = (name: string) => `${name}-${randomBytes(12).toString("hex")}`;
  const given = {
    mailKey: secret("mail"),
    header: secret("header"),
    signing: secret("signing"),
    line: secret("line"),
    password: secret("password"),
    wrongPassword: secret("wrong"),
  };
  const call = async (method: string, url: string, body: unknown, who: { key?: string; cookie?: string } = as) => {
    const answer = await server.call(method, url, { as: who, body });
    return { ...answer, first: answer.body.payload?.[0] ?? {} };
  };
  const external = { provider: "sendgrid", key: "api_key", encryptedValue: given.mailKey };
  expect((await call("POST", "/v3/accounts/external/config", external)).status).toBe(200);
  const connection = {
    name: "Sealed",
    authHeaders: { Authorization: `Bearer ${given.header}` },
    signingSecret: given.signing,
  };
  expect((await call("POST", "/v4/callback/authentication/", connection)).status).toBe(200);
  const line = { name: "Sealed line", host: "127.0.0.1", port: 9, tls: false, systemId: "us", password: given.line };
  expect((await call("POST", "/v4/carrier/", line)).status).toBe(200);
  const madeKey = (await call("POST", "/v4/apikey/", { name: "Sealed key", role: "viewer" })).first;

  const invited = (await call("POST", "/v4/user/", { email: "sealed@example.com", role: "owner" })).first;
  const invitation = String(invited["invitationUrl"]).split("/").at(-1) ?? "";
  const joined = await call("POST", `/auth/invitation/${invitation}`, { name: "Sealed", password: given.password }, {});
  const cookie = joined.cookie ?? "";
  const signIn = { email: "sealed@example.com", password: given.wrongPassword };
  expect((await call("POST", "/auth/sign-in", signIn, {})).status).toBe(401);
  const begun = (await call("POST", "/auth/two-factor/begin", { password: given.password }, { cookie })).first;
  const authenticator = String(begun["secret"]);
  const confirmed = await call("POST", "/auth/two-factor/confirm", { code: oneTimeCode(authenticator) }, { cookie });
  const recovery = confirmed.first["recoveryCodes"] as string[];
  const challenged = await call("POST", "/auth/sign-in", { ...signIn, password: given.password }, {});
  const challenge = String(challenged.first["challenge"]);
  const entered = await call("POST", "/auth/sign-in/code", { challenge, code: recovery[0] }, {});
  expect(entered.status).toBe(200);
  // Refused requests contain secrets too, in invalid bodies and at unknown URLs.
  for (const [name, value] of Object.entries(given)) {
    await call("POST", "/v3/accounts/external/config", { ...external, [name]: value, provider: value });
    await call("POST", "/v4/carrier/", { ...line, port: value });
    await call("GET", `/v4/nowhere/${name}`, undefined, { key: value });
  }

  const secrets: Record<string, string> = {
    ...given,
    testPassword,
    apiKey: String(madeKey["key"]),
    ownKey: ann.key,
    session: cookie.split("=")[1] ?? "",
    session2: entered.cookie?.split("=")[1] ?? "",
    invitation,
    challenge,
    authenticator,
    ...Object.fromEntries(recovery.map((code, index) => [`recovery${index}`, code])),
  };
  for (const [name, value] of Object.entries(secrets)) expect(value.length, name).toBeGreaterThan(10);

  const exports: Record<string, string> = {};
  for (const [name, route] of namedRoutes()) {
    if (route.caller !== "account" || route.method !== "GET") continue;
    const [method, url, sent] = requestOf(route, samples[name as RouteName](ann.world));
    const answer = await server.api.app.inject({
      method: method as "GET",
      url,
      headers: { authorization: `Bearer ${ann.key}`, ...sent.headers },
    });
    exports[name] = answer.body;
  }
  expect(Object.keys(exports).length).toBeGreaterThan(60);
  expect(lines.length).toBeGreaterThan(100);
  const places: Record<string, string> = { dump: await dump(), logs: lines.join(""), ...exports };
  const found = Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets)
      .filter(([, value]) => shapesOf(value).some((shape) => text.includes(shape)))
      .map(([name]) => `${name} in ${place}`),
  );
  expect(found).toEqual([]);
  // The search finds values that are present.
  expect(places["dump"]).toContain("sealed@example.com");
  expect(exports["carrier.list"]).toContain("Sealed line");
});
