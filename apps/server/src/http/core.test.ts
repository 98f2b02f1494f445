import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testServer } from "../../test/server.ts";
import type { Config } from "../config/config.ts";
import { startServer } from "../program/server.ts";

const db = await freshDatabase();
const server = await testServer(db);
const ann = await server.account("Ann");
const as = { key: ann.key };
const parts = { masterKey: Buffer.alloc(32), pagesFolder: "/nonexistent" };

const template = (more: Record<string, unknown> = {}) => ({ templateTitle: "Hello", templateText: "Hi", ...more });
const count = () =>
  db.tx([ann.account], async (q) => (await q.one<{ n: number }>("select count(*)::int n from sms_template"))?.n);

const setOf = async (key: string, name: string) =>
  (await server.call("POST", "/v4/numberset/", { as: { key }, body: { name, phoneNumbers: [] } })).body.payload[0]?.[
    "numberSetId"
  ];

describe("the envelope (spec 2 §7)", () => {
  it("answers with and without the trailing slash", async () => {
    for (const url of ["/v4/account", "/v4/account/"]) {
      const { status, body } = await server.call("GET", url, { as });
      expect([status, body.status, body.error, body.payload[0]?.["name"]]).toEqual([200, true, [], "Ann"]);
    }
  });

  it("answers an unknown endpoint in the envelope, also without authentication", async () => {
    const { status, body } = await server.call("PATCH", "/v4/nothing/1?a=b");
    expect([status, body.status, body.error[0]?.code]).toEqual([404, false, "no_such_call"]);
    expect(body.error[0]?.message).toBe("There is no endpoint PATCH /v4/nothing/1. See /docs for all endpoints");
  });

  it("answers a malformed URL in the envelope", async () => {
    const { status, body } = await server.call("GET", "/v4/contact/%zz/", { as });
    expect([status, body.status, body.error[0]?.code]).toEqual([400, false, "bad_address"]);
  });

  it("reports what is missing and where", async () => {
    const { status, body } = await server.call("POST", "/v4/apikey/", { as, body: { role: "king", name: 5 } });
    expect(status).toBe(400);
    expect(body).toEqual({
      status: false,
      payload: [],
      error: [
        { code: "invalid", message: "name must be a string", where: "body.name" },
        {
          code: "invalid",
          message: "role must be one of owner, administrator, member, viewer",
          where: "body.role",
        },
      ],
    });
  });

  it("quotes the specification's messages exactly", async () => {
    const { body } = await server.call("POST", "/v4/smstemplate/", { as, body: template({ templateTitle: " " }) });
    expect(body.error).toEqual([
      { code: "invalid", message: "Please enter template title", where: "body.templateTitle" },
    ]);
  });

  it("names an unknown key in body or query and changes nothing", async () => {
    const before = await count();
    const { status, body } = await server.call("POST", "/v4/smstemplate/", {
      as,
      body: template({ colour: 1, "": 2 }),
    });
    expect([status, body.error.map((error) => [error.code, error.message, error.where])]).toEqual([
      400,
      [
        ["unknown_key", 'Unknown key "colour"', "body.colour"],
        ["unknown_key", 'Unknown key ""', "body."],
      ],
    ]);
    const query = await server.call("GET", "/v4/account/?colour=1", { as });
    expect([query.status, query.body.error[0]?.where]).toEqual([400, "query.colour"]);
    expect(await count()).toBe(before);
  });

  it.each([
    ['{"templateTitle": "x",}', "line 1, column 23"],
    ['{\n  "templateTitle": x\n}', "line 2, column 20"],
    ["[1 2]", "line 1, column 4"],
    ['{"a": "b', "line 1, column 9"],
    ['{"a": "b\\x"}', "line 1, column 9"],
    ['{"a": "b\nc"}', "line 1, column 9"],
    ["nonsense", "line 1, column 1"],
    ['{"a":1}}', "line 1, column 8"],
    ["[[", "line 1, column 3"],
  ])("reports line and column of malformed JSON: %s", async (payload, where) => {
    const headers = { "content-type": "application/json" };
    const { status, body } = await server.call("POST", "/v4/smstemplate/", { as, payload, headers });
    expect([status, body.error[0]?.code, body.error[0]?.where]).toEqual([400, "malformed_json", `body, ${where}`]);
    expect(body.error[0]?.message).toContain("The body is not JSON: ");
  });

  it.each([
    ["[".repeat(4_800_000), "it is nested deeper than 200 levels"],
    [`[${"[],".repeat(1_600_000)}`, "it has more than 250,000 values"],
  ])("refuses a large body of brackets by its depth or number of values before it is parsed", async (payload, why) => {
    const headers = { "content-type": "application/json" };
    const url = `/v4/campaign/${randomUUID()}/workflow/`;
    const { status, body } = await server.call("PUT", url, { as, payload, headers });
    expect([status, body.error[0]?.message]).toEqual([400, `The body cannot be read: ${why}`]);
  });

  it("refuses a prototype in a body", async () => {
    const headers = { "content-type": "application/json" };
    const payload = '{"templateTitle":"x","templateText":"y","__proto__":{"a":1}}';
    const { status, body } = await server.call("POST", "/v4/smstemplate/", { as, payload, headers });
    expect([status, body.error[0]?.code]).toEqual([400, "unknown_key"]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "text/csv", "multipart/form-data; boundary=x"])(
    "refuses %s where JSON is expected",
    async (type) => {
      const headers = { "content-type": type };
      const { status, body } = await server.call("POST", "/v4/smstemplate/", { as, payload: "a=b", headers });
      expect([status, body.status, body.error[0]?.code]).toEqual([415, false, "content_type"]);
    },
  );

  it("refuses a 5 MB text and changes nothing", async () => {
    const before = await count();
    const body = template({ templateText: "x".repeat(5 * 1024 * 1024) });
    const answer = await server.call("POST", "/v4/smstemplate/", { as, body });
    expect([answer.status, answer.body.status, answer.body.error[0]?.code]).toEqual([413, false, "too_large"]);
    expect(await count()).toBe(before);
  });

  it("accepts a CSV of any length as a stream", async () => {
    const headers = { "content-type": "text/csv; charset=utf-8" };
    const payload = `phone,firstName\n${"+12025550143,Ann\n".repeat(200_000)}`;
    const { status, body } = await server.call("POST", "/v4/contact/import", { as, payload, headers });
    expect([status, body.error]).toEqual([200, []]);
  });

  it("answers 400 for a text that cannot be stored", async () => {
    const { status, body } = await server.call("POST", "/v4/apikey/", {
      as,
      body: { name: "a\u0000b", role: "viewer" },
    });
    expect([status, body.error[0]?.code]).toEqual([400, "bad_text"]);
  });

  it("pages an unpaged list on request", async () => {
    const { key } = await server.account("Paged");
    const names = ["one", "two", "three"];
    for (const name of names)
      await server.call("POST", "/v4/campaign/", {
        as: { key },
        body: { campaignName: name, numberSet: await setOf(key, name) },
      });
    const read = async (query: string) => {
      const { status, body } = await server.call("GET", `/v4/campaign/all${query}`, { as: { key } });
      return { status, names: body.payload.map((row) => row["campaignName"]), next: body.next };
    };
    expect(await read("")).toEqual({ status: 200, names, next: undefined });
    const first = await read("?limit=2");
    expect(first).toMatchObject({ status: 200, names: ["one", "two"] });
    expect(await read(`?limit=2&cursor=${first.next}`)).toEqual({ status: 200, names: ["three"], next: null });
    expect((await read("?cursor=x")).status).toBe(400);
    expect((await server.call("GET", "/v4/route/tag/?limit=1", { as: { key } })).status).toBe(200);
  });

  it("refuses a number outside the column's range", async () => {
    const query = `batchId=${randomUUID()}&nodeId=9007199254740991`;
    const { status, body } = await server.call("GET", `/v4/journey/?${query}`, { as });
    expect([status, body.error[0]?.where]).toEqual([400, "query.nodeId"]);
  });

  it("does not reveal a stack or statement on an internal error", async () => {
    const { status, body } = await server.call("GET", `/v4/audit/?cursor=${randomUUID()}`, { as });
    expect([status, body.status]).toEqual([200, true]);
    const broken = await testServer({ ...db, global: () => Promise.reject(new Error("select secret from vault")) });
    const failed = await broken.call("GET", "/v4/account/", { as });
    expect(failed.status).toBe(500);
    expect(JSON.stringify(failed.body)).not.toMatch(/select|vault|\.ts/);
  });
});

describe("Idempotency-Key (architecture, HTTP)", () => {
  const post = (key: string, body: unknown, caller = as) =>
    server.call("POST", "/v4/smstemplate/", { as: caller, body, headers: { "idempotency-key": key } });

  it("performs a repeated request once and gives the same answer", async () => {
    const before = await count();
    const first = await post("one", template());
    const second = await post("one", template());
    expect(second.body).toEqual(first.body);
    expect([first.status, second.status, second.headers["idempotency-replayed"]]).toEqual([200, 200, "true"]);
    expect(await count()).toBe((before ?? 0) + 1);
  });

  it("refuses a different request with the same key", async () => {
    const { status, body } = await post("one", template({ templateTitle: "Other" }));
    expect([status, body.error[0]?.code]).toEqual([409, "idempotency_key_used"]);
  });

  it("performs two simultaneous requests once", async () => {
    const before = await count();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post("two", template())));
    for (const answer of answers) {
      const replayed = answer.status === 200;
      const running = answer.status === 409 && answer.body.error[0]?.code === "idempotency_in_progress";
      expect(replayed || running).toBe(true);
    }
    expect(await count()).toBe((before ?? 0) + 1);
  });

  it("is separate per account", async () => {
    const bob = await server.account("Bob");
    const { status, headers } = await post("one", template(), { key: bob.key });
    expect([status, headers["idempotency-replayed"]]).toEqual([200, undefined]);
  });

  it("does not store an answer with a secret and refuses the repeat", async () => {
    const make = () =>
      server.call("POST", "/v4/apikey/", {
        as,
        body: { name: "once", role: "viewer" },
        headers: { "idempotency-key": "key" },
      });
    const first = await make();
    const second = await make();
    expect([first.status, second.status, second.body.error[0]?.code]).toEqual([200, 409, "idempotency_secret"]);
    const kept = await db.tx([ann.account], (q) => q.rows("select answer from idempotency where key = 'key'"));
    expect(kept).toEqual([{ answer: null }]);
  });
});

describe("over a real connection", async () => {
  const refusedAs = (code: string) => ({ status: false, payload: [], error: [expect.objectContaining({ code })] });
  const listening = await startServer({
    ...parts,
    db,
    log: server.api.log,
    config: { ...server.api.config, port: 0 } as Config,
  });
  afterAll(() => listening.close());

  it("listens on the address that it reports", async () => {
    expect(listening.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = await fetch(`${listening.address}/v4/account/`, { headers: { authorization: `Bearer ${ann.key}` } });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([401, "no-store"]);
  });

  it("refuses an unauthenticated upload without reading it", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(stream) {
        sent += 1;
        if (sent > 1_000) stream.close();
        else stream.enqueue(Buffer.alloc(65_536, "a"));
      },
    });
    const status = await fetch(`${listening.address}/v4/contact/import`, {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: { "content-type": "text/csv" },
    } as RequestInit).then(
      (answer) => answer.status,
      // The connection may be closed before the answer is read.
      () => 401,
    );
    expect(status).toBe(401);
  });

  it("answers oversized or malformed HTTP in the envelope", async () => {
    const long = await fetch(`${listening.address}/v4/contact/${"a".repeat(20_000)}`);
    expect([long.status, await long.json()]).toEqual([431, refusedAs("headers_too_large")]);
    const socket = connect(Number(new URL(listening.address).port), "127.0.0.1").end("hello\r\n\r\n");
    const [head, body = ""] = (await text(socket)).split("\r\n\r\n");
    expect([head?.split("\r\n")[0], JSON.parse(body)]).toEqual(["HTTP/1.1 400 Bad Request", refusedAs("bad_request")]);
  });

  it("ends a request whose body arrives too slowly", async () => {
    const paced = await startServer({
      ...parts,
      db,
      log: server.api.log,
      config: { ...server.api.config, port: 0 } as Config,
      bodyPace: { graceMs: 20, bytesPerSecond: 16_384, checkMs: 10 },
    });
    const { key } = await testServer(db, parts).then((one) => one.account("Slow"));
    for (const [path, type] of [
      ["/v4/smstemplate/", "application/json"],
      ["/v4/contact/import", "text/csv"],
    ]) {
      const socket = connect(Number(new URL(paced.address).port), "127.0.0.1");
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: ${type}\r\ncontent-length: 500\r\n\r\n{`,
      );
      const [head, body = ""] = (await text(socket)).split("\r\n\r\n");
      expect([head?.split("\r\n")[0], JSON.parse(body)]).toEqual([
        "HTTP/1.1 408 Request Timeout",
        refusedAs("too_slow"),
      ]);
    }
    await paced.close();
  });

  it("stops while a client holds a connection open", async () => {
    const other = await startServer({
      ...parts,
      db,
      log: server.api.log,
      config: { ...server.api.config, port: 0 } as Config,
    });
    await fetch(`${other.address}/healthz`);
    await other.close();
    await expect(fetch(`${other.address}/healthz`)).rejects.toThrow();
  });
});

describe("a request that creates work for the worker", () => {
  it("wakes a worker in the same process after it has committed", async () => {
    let nudges = 0;
    const wakesUp = await testServer(db, { wakeUp: () => void nudges++ });
    const { key } = await wakesUp.account("Hurried");
    const upload = { as: { key }, payload: "phone\n2125550100", headers: { "content-type": "text/csv" } };
    expect((await wakesUp.call("POST", "/v4/contact/import", upload)).status).toBe(200);
    expect(nudges).toBe(1);
    expect((await wakesUp.call("POST", "/v4/contact/import", { ...upload, payload: "" })).status).toBe(400);
    expect(nudges).toBe(1);
    expect((await server.call("POST", "/v4/contact/import", { ...upload, as })).status).toBe(200);
  });
});

describe("the operations endpoints and protections", () => {
  it("report health and readiness and count requests", async () => {
    expect((await server.api.app.inject("/healthz")).json()).toMatchObject({ status: "ok" });
    expect((await server.api.app.inject("/readyz")).statusCode).toBe(200);
    const metrics = (await server.api.app.inject("/metrics")).body;
    expect(metrics).toContain('trunkline_http_request_seconds_count{method="GET",route="/v4/account/",status="200"}');
    expect(metrics).toContain("process_resident_memory_bytes");
  });

  it("send a download completely without an error", async () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const logged = await testServer(db, { log });
    const key = await logged.key(ann.account, "owner");
    const answer = await logged.call("GET", "/v4/contact/export", { as: { key } });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    // Log lines follow the answer.
    await logged.call("GET", "/v4/account/", { as: { key } });
    expect(lines).toEqual([]);
  });

  it("report not ready while the database is unreachable", async () => {
    const broken = await testServer({ ...db, global: () => Promise.reject(new Error("gone")) });
    expect((await broken.api.app.inject("/readyz")).statusCode).toBe(503);
    expect((await broken.api.app.inject("/healthz")).statusCode).toBe(200);
  });

  it("allow only the program's own scripts", async () => {
    const { headers } = await server.api.app.inject("/");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it("refuse a host name that another site points to this machine", async () => {
    const answer = await server.call("GET", "/auth/entrance", { headers: { host: "evil.example:4400" } });
    expect([answer.status, answer.body.error[0]?.code]).toEqual([421, "unknown_host"]);
    for (const host of ["localhost:4400", "127.0.0.1:4400", "[::1]:4400"])
      expect((await server.call("GET", "/auth/entrance", { headers: { host } })).status).toBe(200);
  });

  it("limit the request rate", async () => {
    const slow = await testServer(db, { config: { ...server.api.config, callsPerMinute: 3 } as Config });
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await slow.call("GET", "/v4/account/", { as })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const { body, headers } = await slow.call("GET", "/v4/account/", { as });
    expect([body.status, body.error[0]?.code]).toEqual([false, "too_many"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
});
