import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { errorOf, ownAccount } from "../../../test/ownAccount.ts";
import { testServer } from "../../../test/server.ts";
import { readConfig } from "../../config/config.ts";
import { importContactsJob } from "../../jobs/contacts/importContacts.ts";

const { db, server, account, key, call } = await ownAccount();
const missingId = "0198c0de-0000-7000-8000-0000000000ff";

describe("POST /v4/contact/import", () => {
  const send = (payload: string | Buffer, query = "") =>
    call("POST", `/v4/contact/import${query}`, { payload: payload as string, headers: { "content-type": "text/csv" } });

  it("returns its id at once and runs in the worker", async () => {
    const mapping = JSON.stringify({ Handy: "phone", Shoe: "shoe_size", Junk: "-" });
    const made = await send(
      "Handy,Shoe,Junk,City\n2065550150,42,x,Rome\nbad,1,2,3\n",
      `?fileName=a.csv&mapping=${encodeURIComponent(mapping)}`,
    );
    expect(made.status).toBe(200);
    expect(made.body.payload[0]).toMatchObject({
      status: "running",
      fileName: "a.csv",
      total: 0,
      bytesDone: 0,
      columns: [
        { header: "Handy", field: "phone", added: false },
        { header: "Shoe", field: "shoe_size", added: true },
        { header: "Junk", field: null, added: false },
        { header: "City", field: "city", added: false },
      ],
    });
    while (await importContactsJob.run(db));
    const id = made.body.payload[0]?.["id"];
    const found = (await call("GET", `/v4/contact/import/${id}/`)).body.payload[0];
    expect(found).toMatchObject({
      status: "done",
      total: 2,
      imported: 1,
      rejectedCount: 1,
      rejected: [{ line: 3, reason: 'Phone "bad": not a phone number', text: "bad,1,2,3" }],
    });
    expect(found?.["bytesDone"]).toBe(found?.["bytes"]);
    const file = await server.api.app.inject({
      url: `/v4/contact/import/${id}/rejected`,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(file.body).toBe('line,reason,text\r\n3,"Phone ""bad"": not a phone number","bad,1,2,3"\r\n');
    expect((await call("GET", "/v4/contact/import/")).body.payload[0]).toMatchObject({ id, rejected: [] });
  });

  describe("fills an audience and names the source of consent (decision 0105)", () => {
    const finished = async (csv: string, query: string) => {
      const made = await send(csv, query);
      expect([made.status, made.body.error]).toEqual([200, []]);
      while (await importContactsJob.run(db));
      return (await call("GET", `/v4/contact/import/${made.body.payload[0]?.["id"]}/`)).body.payload[0];
    };
    const audienceNamed = async (name: string) =>
      (await call("GET", "/v4/audience/")).body.payload.find((one) => one["name"] === name);
    const contactOf = async (search: string) =>
      (await call("GET", `/v4/contact/?search=${search}`)).body.payload[0] ?? {};
    const source = encodeURIComponent("Web form, March 2026");

    it("adds new and known contacts to a new audience, made of a tag", async () => {
      await finished("phone,email\n2065550191,\n", "");
      const found = await finished(
        "phone,email\n2065550191,\n2065550192,\n,mail.only@example.com\n",
        `?audience=Spring+fair&consentSource=${source}&duplicates=skip`,
      );
      const audience = await audienceNamed("Spring fair");
      expect(found).toMatchObject({
        audience: { audienceId: audience?.["audienceId"], name: "Spring fair" },
        consentSource: "Web form, March 2026",
      });
      expect(audience?.["statements"]).toMatchObject([
        { variable: "tags", operation: "CONTAINS", value: "[Spring fair]" },
      ]);
      for (const search of ["2065550191", "2065550192", "mail.only@example.com"]) {
        const contact = await contactOf(search);
        expect(contact).toMatchObject({ tags: ["[Spring fair]"], consentSource: "Web form, March 2026" });
        expect(await call("GET", `/v4/contact/${contact["contactId"]}/audience/`)).toMatchObject({
          body: { payload: [{ name: "Spring fair" }] },
        });
      }
      const file = await server.api.app.inject({
        url: "/v4/contact/export?search=2065550192",
        headers: { authorization: `Bearer ${key}` },
      });
      expect(file.body).toMatch(/,consentSource,consentAt.*\r\n.*,"Web form, March 2026",\d{4}-/);
    });

    it("keeps the source of consent when a later file names none, and when the contact is changed", async () => {
      await finished("phone,city\n2065550192,Oslo\n", "?audience=spring%20FAIR");
      const contact = await contactOf("2065550192");
      expect(contact).toMatchObject({ city: "Oslo", tags: ["[Spring fair]"], consentSource: "Web form, March 2026" });
      const body = { ...contact, city: "Rome", consentSource: "Invented" };
      const { payload } = (await call("PUT", `/v4/contact/${contact["contactId"]}/`, { body })).body;
      expect(payload[0]).toMatchObject({ city: "Rome", consentSource: "Web form, March 2026" });
    });

    it("uses the tag of an audience that asks for one alone, and refuses others", async () => {
      const statement = { variable: "tags", operation: "CONTAINS", value: "vip" };
      const make = (name: string, statements: object[]) =>
        call("POST", "/v4/audience/", { body: { name, statements } });
      await make("Best customers", [statement]);
      await make("By city", [{ variable: "city", operation: "EQUALS", value: "Rome" }]);
      await finished("phone\n2065550193\n", "?audience=best%20customers");
      expect(await contactOf("2065550193")).toMatchObject({ tags: ["vip"], consentSource: null });
      expect(errorOf(await send("phone\n2065550194\n", "?audience=By+city"))).toMatchObject({ code: "not_by_tag" });
      expect((await send("phone\n2065550194\n", "?audience=A,B")).status).toBe(400);
      expect((await send("phone\n2065550194\n", "?audience=A&tag=b")).status).toBe(400);
      expect((await send("broken", "?audience=Never")).status).toBe(400);
      expect(await audienceNamed("Never")).toBeUndefined();
    });
  });

  it("rejects only a row with the wrong number of columns and reports its line", async () => {
    const made = await send("phone,firstName,city\n2065550151,Ann\n2065550152,Bob,Rome\n2065550153,Cy,Oslo,x,y\n");
    while (await importContactsJob.run(db));
    const found = (await call("GET", `/v4/contact/import/${made.body.payload[0]?.["id"]}/`)).body.payload[0];
    expect(found).toMatchObject({ status: "done", total: 3, imported: 1, rejectedCount: 2 });
    const rejected = found?.["rejected"] as { line: number; reason: string }[];
    expect(rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      expect.stringMatching(/^2: .*2.*3/),
      expect.stringMatching(/^4: .*5.*3/),
    ]);
  });

  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("phone\n2125550100\n", "utf16le")]);
  it.each<[string, string | Buffer, string, number, string, string?]>([
    ["an empty file", "", "", 400, "The file is empty"],
    ["a header alone", "phone,name\n", "", 400, "The file has a header row and no contacts below it"],
    [
      "no phone or e-mail column",
      "name,town\nAnn,Rome\n",
      "",
      400,
      'No column contains a phone number or an e-mail address. The columns are: "name", "town"',
      "line 1",
    ],
    ["UTF-16", utf16, "", 400, 'The file is encoded as UTF-16. Save it as "CSV UTF-8"', "byte 1 of the file"],
    [
      "Latin-1",
      Buffer.from("phone,name\n2125550100,Zo\xeb\n", "latin1"),
      "",
      400,
      'The file is not UTF-8 text (line 2, byte 25 of the file). Save it as "CSV UTF-8"',
      "line 2, byte 25 of the file",
    ],
    [
      "an invalid mapping",
      "phone\n1\n",
      "?mapping=x",
      400,
      'mapping must be a JSON object of header to field, such as {"Cell": "phone"}',
      "query.mapping",
    ],
    [
      "a mapping of numbers",
      "phone\n1\n",
      "?mapping=%7B%22phone%22:1%7D",
      400,
      'mapping must be a JSON object of header to field, such as {"Cell": "phone"}',
      "query.mapping",
    ],
    [
      "a mapping of another file",
      "phone\n1\n",
      "?mapping=%7B%22cell%22:%22phone%22%7D",
      400,
      'The mapping has the column "cell", which is not in the file',
      "query.mapping",
    ],
    [
      "an unknown value of duplicates",
      "phone\n1\n",
      "?duplicates=merge",
      400,
      "duplicates must be one of update, skip",
      "query.duplicates",
    ],
  ])("%s is refused and changes nothing", async (_name, payload, query, http, message, where) => {
    const before = await db.tx([account], (q) =>
      q.rows("select count(*) n, (select count(*) from contact_import_chunk) c from contact_import"),
    );
    const answer = await send(payload, query);
    expect(errorOf(answer)).toMatchObject({ http, message, ...(where ? { where } : {}) });
    const after = await db.tx([account], (q) =>
      q.rows("select count(*) n, (select count(*) from contact_import_chunk) c from contact_import"),
    );
    expect(after).toEqual(before);
  });

  it("a body that is not CSV is refused", async () => {
    const answer = await call("POST", "/v4/contact/import", { body: { phone: "1" } });
    expect(errorOf(answer)).toMatchObject({ http: 415, message: "The body must be text/csv" });
  });

  it("a line of 100 MB is refused during the upload without using its memory", async () => {
    await server.api.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = server.api.app.server.address() as { port: number };
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent === 0) controller.enqueue(Buffer.from("phone,name\n2125550100,"));
        sent += 1;
        if (sent > 100) controller.close();
        else controller.enqueue(megabyte);
      },
    });
    const before = process.memoryUsage().rss;
    const answer = await fetch(`http://127.0.0.1:${port}/v4/contact/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "text/csv" },
      body,
      duplex: "half",
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      status: false,
      error: [{ message: "Line 2 is longer than 1 MB. Check that this is a CSV file", where: "line 2" }],
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
  });

  it("imports a file of several megabytes", async () => {
    const rows = Array.from({ length: 60_000 }, (_, n) => `${2_072_000_000 + n},Name ${n},${"x".repeat(40)}\n`).join(
      "",
    );
    const made = await send(`phone,firstName,note\n${rows}`);
    expect(made.body.payload[0]).toMatchObject({ status: "running", bytes: 21 + rows.length });
    await db.global((q) => q.run("delete from contact_import_queue"));
  });

  it("an unknown import is not found", async () => {
    expect((await call("GET", `/v4/contact/import/${missingId}/`)).status).toBe(404);
    expect((await call("GET", `/v4/contact/import/${missingId}/rejected`)).status).toBe(404);
  });

  it("keeps the imported rows when it is cancelled", async () => {
    const made = await send("phone\n2065550171\n");
    const url = `/v4/contact/import/${made.body.payload[0]?.["id"]}`;
    const cancelled = await call("POST", `${url}/cancel`);
    expect(cancelled.body.payload[0]).toMatchObject({ status: "cancelled", imported: 0 });
    while (await importContactsJob.run(db));
    expect((await call("GET", `${url}/`)).body.payload[0]).toMatchObject({ status: "cancelled", imported: 0 });
    expect((await call("POST", `${url}/cancel`)).body.payload[0]).toMatchObject({ status: "cancelled" });
  });

  it.each([
    [{ TRUNKLINE_IMPORT_MAX_ROWS: "2000" }, "The file has more than 2,000 rows. Split it into smaller files"],
    [{ TRUNKLINE_IMPORT_MAX_BYTES: "2097152" }, "The file is larger than 2 MB. Split it into smaller files"],
  ])("refuses a compressed file above %j", async (env, message) => {
    const bounded = await testServer(db, { config: readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent", ...env }) });
    const as = { key: await bounded.key(account, "owner") };
    const payload = gzipSync(`phone\n${"+12065550181\n".repeat(200_000)}`);
    const headers = { "content-type": "text/csv", "content-encoding": "gzip" };
    const { status, body } = await bounded.call("POST", "/v4/contact/import", { as, payload, headers });
    expect([status, body.error[0]?.message]).toEqual([413, message]);
  });
});
