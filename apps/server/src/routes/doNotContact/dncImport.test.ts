import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  ask,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import { readConfig } from "../../config/config.ts";
import { receiveFederal } from "../../inbound/receiveFederal.ts";
import { importDncJob } from "../../jobs/doNotContact/importDnc.ts";
import { importFederalJob } from "../../jobs/doNotContact/importFederal.ts";
import { purgeJob } from "../../jobs/history/purge.ts";
import { insertDncImport } from "../../store/doNotContact/dncImport.ts";
import { insertFederalChunk, saveFederalBits } from "../../store/doNotContact/federalImport.ts";

const db = await freshDatabase({ connections: 10 });
const server = await testServer(db);
const world = await makeWorld(db);
const { account } = world;
const owner = await server.key(account, "owner");
const csv = { "content-type": "text/csv" };
const call = (method: string, url: string, sent: Sent = {}) =>
  server.call(method, url, { as: { key: owner }, ...sent });
const load = async (url: string, payload: string | Buffer) => {
  const { status, body } = await call("POST", url, { payload, headers: csv });
  const [taken] = body.payload;
  const answer = { status, ...taken, message: body.error[0]?.message };
  if (status !== 200) return answer;
  await (taken?.["kind"] === "federal" ? importFederalJob : importDncJob).run(db);
  return { ...answer, ...(await importOf(taken?.["id"])) };
};
const importOf = async (id: unknown) => (await call("GET", `/v4/dnc/import/${String(id)}/`)).body.payload[0] ?? {};
const numberOf = async (phone: string) =>
  (await call("GET", `/v4/dnc/number/${encodeURIComponent(phone)}/`)).body.payload[0] as {
    federal: string;
    entries: { type: string; source: string; reason: string | null }[];
    history: { action: string; source: string }[];
  };
const flag = (on: boolean) => call("PUT", "/v4/account/", { body: { flags: { feature_dnclist_enabled: on } } });

describe("a file of numbers", () => {
  it("is read with or without a header, and rejected rows are listed with their lines", async () => {
    const made = await load(
      "/v4/dnc/import?fileName=stop.csv&reason=court",
      "Phone;Type;Reason\n(212) 555-0101;sms;angry\n2125550102;;\n+12125550101;SMS;\nunknown;;\n2125550103;fax;\n",
    );
    expect(made).toMatchObject({ status: "done", kind: "account", total: 5, added: 4, rejectedCount: 2 });
    expect(made).toMatchObject({
      rejected: [
        { line: 5, reason: "Phone: not a phone number", text: "unknown,," },
        { line: 6, reason: 'Type "fax" is not one of all, call, sms, rcs', text: "2125550103,fax," },
      ],
    });
    expect((await numberOf("2125550101")).entries).toMatchObject([{ type: "sms", source: "import", reason: "angry" }]);
    expect((await numberOf("2125550102")).entries.map(({ type, reason }) => [type, reason])).toEqual(
      ["call", "rcs", "sms"].map((type) => [type, "court"]),
    );
    expect(await load("/v4/dnc/import?type=call", "2125550104\r\n2125550105")).toMatchObject({ total: 2, added: 2 });
  });

  it.each([
    ["", "The file is empty"],
    [Buffer.from("PK\u0003\u0004zip"), "The file is a ZIP archive. Unpack it and upload the file inside"],
    [Buffer.from([0x32, 0x31, 0xff, 0x0a]), 'The file is not UTF-8 text (near line 1). Save it as "CSV UTF-8"'],
  ])("is refused without changes: %s", async (file, message) => {
    expect(await load("/v4/dnc/import", file)).toMatchObject({ status: 400, message });
    expect(await ask(db, world, "select from dnc_import_chunk where account_id = $1")).toEqual([]);
  });

  it.each([
    [{ TRUNKLINE_IMPORT_MAX_ROWS: "2000" }, "The file has more than 2,000 rows. Split it into smaller files"],
    [{ TRUNKLINE_IMPORT_MAX_BYTES: "2097152" }, "The file is larger than 2 MB. Split it into smaller files"],
  ])("is refused beyond %j and adds no number", async (env, message) => {
    const bounded = await testServer(db, { config: readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent", ...env }) });
    const as = { key: await bounded.key(account, "owner") };
    const payload = gzipSync("+12065550181\n".repeat(200_000));
    const headers = { ...csv, "content-encoding": "gzip" };
    const { status, body } = await bounded.call("POST", "/v4/dnc/import", { as, payload, headers });
    expect([status, body.error[0]?.message]).toEqual([413, message]);
    expect(await ask(db, world, "select from dnc_import_chunk where account_id = $1")).toEqual([]);
  });

  it("is imported in the background with progress, cancellation and a file of rejected rows", async () => {
    const lines = Array.from({ length: 6_000 }, (_, n) =>
      n % 100 === 0 ? "unknown" : `+1305${String(2_000_000 + n)}`,
    );
    const sent = await call("POST", "/v4/dnc/import?type=sms", { payload: lines.join("\n"), headers: csv });
    const [taken] = sent.body.payload;
    const id = String(taken?.["id"]);
    expect(taken).toMatchObject({ status: "running", total: 6_000, done: 60, added: 0, rejectedCount: 60 });
    const file = await server.api.app.inject({
      url: `/v4/dnc/import/${id}/rejected`,
      headers: { authorization: `Bearer ${owner}` },
    });
    expect(file.body.trim().split("\r\n")).toHaveLength(61);
    const cancelled = await call("POST", `/v4/dnc/import/${id}/cancel`);
    expect(cancelled.body.payload[0]).toMatchObject({ status: "cancelled", added: 0 });
    await importDncJob.run(db);
    expect(await importOf(id)).toMatchObject({ status: "cancelled", added: 0 });
    expect((await call("GET", "/v4/dnc/?phone=1305")).body.payload).toEqual([]);
    const again = await load("/v4/dnc/import?type=sms", lines.join("\n"));
    expect(again).toMatchObject({ status: "done", total: 6_000, done: 6_000, added: 5_940 });
    expect(
      (await call("POST", `/v4/dnc/import/${String((again as { id?: string }).id)}/cancel`)).body.payload[0],
    ).toMatchObject({ status: "done" });
  });

  it("is continued by another worker after a crash with each entry once", async () => {
    const sent = await call("POST", "/v4/dnc/import?type=sms", { payload: "2125550160\n2125550161\n", headers: csv });
    const id = String(sent.body.payload[0]?.["id"]);
    await db.global((q) => q.run("update dnc_import_queue set worker = $1, seen_at = now()", [account]));
    await importDncJob.run(db);
    expect(await importOf(id)).toMatchObject({ status: "running", added: 0 });
    await db.global((q) => q.run("update dnc_import_queue set seen_at = now() - interval '2 minutes'"));
    await importDncJob.run(db);
    expect(await importOf(id)).toMatchObject({ status: "done", added: 2 });
  });

  it("of another account is not held up by one of many rows", async () => {
    const other = await makeWorld(db);
    const send = (key: string, payload: string) =>
      server.call("POST", "/v4/dnc/import?type=sms", { as: { key }, payload, headers: csv });
    const rows = (first: number, count: number) => Array.from({ length: count }, (_, n) => `+1${first + n}`).join("\n");
    const large = await send(owner, rows(2_068_000_000, 45_000));
    const next = await send(owner, rows(2_069_000_000, 2));
    const small = await send(await server.key(other.account, "owner"), rows(2_069_000_000, 1));
    const waiting = async () =>
      (await db.global((q) => q.rows<{ id: string }>("select import_id id from dnc_import_queue"))).map(({ id }) => id);
    const idOf = ({ body }: typeof large) => String(body.payload[0]?.["id"]);
    const left: string[][] = [];
    while (await importDncJob.run(db)) left.push(await waiting());
    const [a, b, c] = [idOf(large), idOf(next), idOf(small)];
    expect(left.map((ids) => ids.sort())).toEqual([[a, b, c].sort(), [a, b].sort(), [b], []]);
    expect(await importOf(a)).toMatchObject({ status: "done", added: 45_000 });
  });

  it("supports manual entries, prefix search and export", async () => {
    const phones = ["(646) 555-0101", "646-555-0102"];
    const added = await call("POST", "/v4/dnc/", { body: { phones, type: "sms", reason: "asked" } });
    expect(added.body.payload.map(({ phone }) => phone)).toEqual(["+16465550101", "+16465550102"]);
    const wrong = await call("POST", "/v4/dnc/", { body: { phones: ["6465550103", "x"], type: "sms" } });
    expect([wrong.status, wrong.body.error[0]?.where]).toEqual([400, "body.phones[1]"]);
    expect((await call("POST", "/v4/dnc/", { body: { type: "sms" } })).body.error[0]?.message).toBe(
      "Phone is required",
    );
    expect((await call("GET", "/v4/dnc/?phone=646555")).body.payload).toHaveLength(2);
    expect((await call("GET", "/v4/dnc/?phone=212&type=call")).body.payload).toHaveLength(3);
    const file = await server.api.app.inject({
      url: "/v4/dnc/export?phone=646",
      headers: { authorization: `Bearer ${owner}` },
    });
    expect(file.body.split("\r\n").slice(0, 2)).toEqual([
      "phone,type,stoppedBy,source,reason,since",
      expect.stringMatching(/^"?\+16465550101"?,sms,account,api,asked,20/),
    ]);
  });

  it("lists every change of a number with its source, newest first", async () => {
    await call("DELETE", "/v4/dnc/", { body: { phone: "6465550101", type: "sms" } });
    expect((await numberOf("6465550101")).history.map(({ action, source }) => [action, source])).toEqual([
      ["in", "api"],
      ["out", "api"],
    ]);
  });
});

describe("the federal list (spec 2 §2.1, §3.3 dncCheck; readings, Statements and Schedules)", () => {
  it("requires the DNC feature or a registered subscription account number", async () => {
    await flag(false);
    expect(await load("/v4/dnc/federal/", "212,5550101\n")).toMatchObject({
      status: 409,
      message:
        "The Federal list requires the DNC feature (feature_dnclist_enabled) or a registered subscription account number",
    });
    const settings = { dncSubscription: "10123456-78901" };
    expect((await call("PUT", "/v4/account/", { body: { settings } })).status).toBe(200);
    expect(await load("/v4/dnc/federal/", "212,5550101\n")).toMatchObject({ status: "done", areaCodes: ["212"] });
    expect((await call("PUT", "/v4/account/", { body: { settings: { dncSubscription: "mine" } } })).status).toBe(400);
  });

  it("is replaced per area code only by a complete file", async () => {
    await load("/v4/dnc/federal/", "212,5550101\r\n212,5550101\r\n917,5550000\r\n9999\r\n");
    expect((await call("GET", "/v4/dnc/federal/")).body.payload).toMatchObject([
      { areaCode: "212", numbers: 1, ageDays: 0, tooOld: false },
      { areaCode: "917", numbers: 1 },
    ]);
    const answers = async () =>
      Promise.all(
        ["2125550101", "2125550102", "9175550000", "3055550100"].map(async (one) => (await numberOf(one)).federal),
      );
    expect(await answers()).toEqual(["listed", "not_listed", "listed", "no_list"]);
    expect(await load("/v4/dnc/federal/", "no numbers\n")).toMatchObject({
      status: 400,
      message: "The file contains no numbers in the registry's format, such as 212,5550100",
    });
    await load("/v4/dnc/federal/", "2125550102\n");
    expect(await answers()).toEqual(["not_listed", "listed", "listed", "no_list"]);
    expect(
      (await ask<{ n: number }>(db, world, "select count(*)::int n from federal_dnc where account_id = $1"))[0]?.n,
    ).toBe(2);
    await call("DELETE", "/v4/dnc/federal/917/");
    expect(await answers()).toEqual(["not_listed", "listed", "no_list", "no_list"]);
  });

  it("uses the previous data until a file is complete, also after a crash or cancellation", async () => {
    const federal = async () => (await numberOf("2125550103")).federal;
    const sent = await call("POST", "/v4/dnc/federal/?fileName=212.txt", {
      payload: "212,5550103\n2125550102\nunknown\n646,5550100\n",
      headers: csv,
    });
    const [taken] = sent.body.payload;
    const id = String(taken?.["id"]);
    expect(taken).toMatchObject({ status: "running", total: 4, done: 1, added: 0, areaCodes: ["212", "646"] });
    const again = await load("/v4/dnc/federal/", "917,5550000\n646,5550101\n");
    expect(again).toMatchObject({
      status: 409,
      message: "Area code 646 is already being loaded from 212.txt. Wait until it finishes, or cancel it",
    });
    expect((await call("GET", "/v4/dnc/import/?kind=federal&limit=1")).body.payload[0]).toMatchObject({
      status: "failed",
      problem: again.message,
    });
    expect(await federal()).toBe("not_listed");
    // A worker claims it, processes one chunk, and dies.
    await db.global((q) => q.run("update federal_dnc_queue set worker = $1, seen_at = now()", [account]));
    await db.tx([account], async (q) => {
      await q.run("delete from federal_dnc_chunk where account_id = $1 and area_code = '646'", [account]);
      const bits = Buffer.alloc(1_250_000);
      bits[2_000_000 / 8] = 1;
      await saveFederalBits(q, account, id, "646", bits);
    });
    await importFederalJob.run(db);
    expect([await federal(), (await importOf(id))["status"]]).toEqual(["not_listed", "running"]);
    await db.global((q) => q.run("update federal_dnc_queue set seen_at = now() - interval '2 minutes'"));
    await importFederalJob.run(db);
    expect(await importOf(id)).toMatchObject({
      status: "done",
      rejectedCount: 1,
      total: 4,
      done: 4,
      rejected: [{ line: 3, reason: "is not an area code and seven digits" }],
    });
    expect([await federal(), (await numberOf("6462000000")).federal]).toEqual(["listed", "listed"]);
    const file = await server.api.app.inject({
      url: `/v4/dnc/import/${id}/rejected`,
      headers: { authorization: `Bearer ${owner}` },
    });
    expect(file.body.trim().split("\r\n")).toHaveLength(2);

    const other = await call("POST", "/v4/dnc/federal/", { payload: "2125550102\n", headers: csv });
    const cancelled = await call("POST", `/v4/dnc/import/${String(other.body.payload[0]?.["id"])}/cancel`);
    expect(cancelled.body.payload[0]).toMatchObject({ status: "cancelled", added: 0 });
    await importFederalJob.run(db);
    expect(await federal()).toBe("listed");
    const left = "select from federal_dnc_chunk where account_id = $1";
    expect([await ask(db, world, left), await db.global((q) => q.rows("select from federal_dnc_queue"))]).toEqual([
      [],
      [],
    ]);
    await call("DELETE", "/v4/dnc/federal/646/");
  });

  it("refuses a file that exceeds its limits and keeps the previous data", async () => {
    const limits = { fileBytes: 1e9, rows: 3 };
    const lines = Readable.from([Buffer.from("718,5550100\n".repeat(3)), Buffer.from("718,5550100\n".repeat(2))]);
    const file = { fileName: "718.txt", createdBy: "user:x", source: lines, limits };
    await expect(receiveFederal(db, account, file)).rejects.toMatchObject({
      message: "The file has more than 3 rows. Split it into smaller files",
      isTooLarge: true,
    });
    expect(await ask(db, world, "select from federal_dnc_chunk where account_id = $1")).toEqual([]);
    expect((await numberOf("7185550100")).federal).toBe("no_list");
  });

  it("removes the remains of an incomplete upload and reports it", async () => {
    const id = await db.tx([account], async (q) => {
      const made = await insertDncImport(q, account, { kind: "federal", fileName: "cut.txt", createdBy: "user:x" });
      await insertFederalChunk(q, account, made, 0, [{ areaCode: "917", numbers: [1, 2] }]);
      await q.run("update dnc_import set touched = now() - interval '1 hour' where import_id = $1", [made]);
      return made;
    });
    await purgeJob.run(db);
    expect(await ask(db, world, "select from federal_dnc_chunk where account_id = $1")).toEqual([]);
    expect(await importOf(id)).toMatchObject({ status: "failed", problem: "The upload was not completed" });
    expect((await numberOf("2125550102")).federal).toBe("listed");
  });

  it("does not clear any number when it is older than 31 days", async () => {
    await ask(
      db,
      world,
      "update federal_dnc_area set loaded = now() - interval '32 days' where account_id = $1 returning 1",
    );
    expect((await call("GET", "/v4/dnc/federal/")).body.payload).toMatchObject([{ ageDays: 32, tooOld: true }]);
    expect((await numberOf("2125550101")).federal).toBe("too_old");
    expect((await numberOf("2125550102")).federal).toBe("listed");
  });
});

describe("no text is sent to a listed number", () => {
  it("from an imported file or from the federal list in a DNC Check (I6)", async () => {
    const phones = handsets(40);
    const contacts = await makeContacts(db, world, phones);
    const listed = phones.filter((_, index) => index % 4 === 0);
    const federal = phones.filter((_, index) => index % 4 === 1);
    await load("/v4/dnc/import?type=sms", listed.join("\n"));
    await load("/v4/dnc/federal/", federal.map((phone) => `${phone.slice(2, 5)},${phone.slice(5)}`).join("\n"));
    const { template } = world;
    const campaign = await makeCampaign(db, world, [
      { id: 1, type: "start", children: [2] },
      { id: 2, type: "dncCheck", children: [4, 3], dncList: "federal", subtype: "sms", matchPath: 4, noMatchPath: 3 },
      { id: 3, type: "smsSend", children: [5], smsTemplateId: template, smsTemplateName: "T", useAiRewording: false },
      { id: 4, type: "control", children: [] },
      { id: 5, type: "control", children: [] },
    ]);
    const worker = quickWorker(db);
    try {
      const batch = await runBatch(db, world, campaign, contacts);
      await until("it is done", async () => (await statusOf(db, world, batch)) === "done");
    } finally {
      await worker.stop();
    }
    const sent = await ask<{ to: string; state: string; reason: string | null }>(
      db,
      world,
      `select to_number "to", state, reason from message where account_id = $1 and direction = 'out'`,
    );
    const accepted = sent.filter(({ state }) => state === "accepted").map(({ to }) => to);
    expect(accepted.filter((phone) => listed.includes(phone) || federal.includes(phone))).toEqual([]);
    expect(accepted).toHaveLength(20);
    expect(sent.filter(({ state }) => state === "blocked")).toHaveLength(10);
    const because = "select distinct because from step where account_id = $1 and node = 2 order by because";
    expect(await ask(db, world, because)).toEqual([
      { because: "not on the federal list" },
      { because: "on the federal list" },
    ]);
  });
});
