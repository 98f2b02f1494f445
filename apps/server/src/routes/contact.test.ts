import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { type Answered, type Sent, testServer } from "../../test/server.ts";
import { importContactsJob, importFile } from "../jobs/importContacts.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
const nobody = "0198c0de-0000-7000-8000-0000000000ff";

const create = async (body: object): Promise<Record<string, unknown>> => {
  const answer = await call("POST", "/v4/contact/", { body });
  expect(answer.body.error).toEqual([]);
  return answer.body.payload[0] ?? {};
};
const rowCount = async (): Promise<number> => {
  const row = await db.tx([account], (q) => q.one<{ n: number }>("select count(*)::int n from contact"));
  return row?.n ?? -1;
};
const auditOf = (target: unknown) =>
  db.tx([account], (q) => q.rows("select action, data from audit where target = $1 order by audit_id", [target]));
const errorOf = ({ status, body }: Answered) => ({ http: status, ...body.error[0] });

describe("POST /v4/contact/", () => {
  it("keeps what it is given, in its stored form, with zones", async () => {
    const made = await create({
      phone: "(206) 555-0100",
      email: "ann@example.com",
      firstName: " Ann ",
      state: "WA",
      tags: ["vip", "vip", "new"],
      extdata: { Tier: "gold", empty: "" },
    });
    expect(made).toMatchObject({
      phone: "+12065550100",
      firstName: "Ann",
      lastName: null,
      tags: ["vip", "new"],
      extdata: { tier: "gold" },
      dnc: [],
      archived: null,
      zones: ["America/Los_Angeles"],
      zonesFrom: "state",
    });
    expect(await auditOf(made["contactId"])).toEqual([{ action: "contact.create", data: null }]);
    const { body } = await call("GET", "/v4/account/");
    expect(body.payload[0]?.["customFields"]).toContain("tier");
  });

  it("takes a contact without a phone", async () => {
    expect(await create({ email: "only@example.com" })).toMatchObject({ phone: null, zonesFrom: "unknown" });
  });

  it("sees what the do-not-contact list says of the number", async () => {
    await call("POST", "/v4/dnc/", { body: { phone: "2065550190", type: "all" } });
    expect(await create({ phone: "2065550190" })).toMatchObject({ dnc: ["call", "sms", "rcs"] });
  });

  it.each<[string, object, number, string, string]>([
    ["neither phone nor e-mail", { firstName: "A" }, 400, "A contact needs a phone or an e-mail address", "body.phone"],
    ["a phone that is none", { phone: "12" }, 400, 'Phone "12": no such phone number', "body.phone"],
    ["words", { phone: "call me" }, 400, 'Phone "call me": not a phone number', "body.phone"],
    ["an e-mail that is none", { email: "ann@" }, 400, '"ann@" is not an e-mail address', "body.email"],
    [
      "a zone that is none",
      { email: "a@b.cd", timezone: 7777 },
      400,
      "The time zone does not exist. Choose one of GET /v4/timezone/.",
      "body.timezone",
    ],
    [
      "a long name",
      { email: "a@b.cd", firstName: "x".repeat(101) },
      400,
      "firstName must have at most 100 characters",
      "body.firstName",
    ],
    ["an unknown key", { email: "a@b.cd", nick: "A" }, 400, 'Unknown key "nick"', "body.nick"],
    [
      "a custom name that is none",
      { email: "a@b.cd", extdata: { "a b": "1" } },
      400,
      '"a b" is no name for a custom field: it begins with a letter and holds letters, digits and _, at most 40',
      "body.extdata.a b",
    ],
    [
      "U+0000",
      { email: "a@b.cd", firstName: "a\0b" },
      400,
      "A text holds a character that cannot be stored (U+0000, or half a surrogate pair)",
      "",
    ],
  ])("%s is refused and changes nothing", async (_name, body, http, message, where) => {
    const before = await rowCount();
    const answer = await call("POST", "/v4/contact/", { body });
    expect(errorOf(answer)).toMatchObject({ http, message, ...(where ? { where } : {}) });
    expect(await rowCount()).toBe(before);
  });

  it("a phone that is somebody's answers 409 and names who", async () => {
    const owner = await create({ phone: "2065550101", firstName: "Olga", lastName: "Owens" });
    const answer = await call("POST", "/v4/contact/", { body: { phone: "+1 206 555 0101" } });
    expect(errorOf(answer)).toEqual({
      http: 409,
      code: "duplicate_phone",
      message: `+12065550101 is the phone of Olga Owens already (contact ${owner["contactId"]})`,
      where: "body.phone",
    });
  });

  it("of two at once, one is told that the other was first", async () => {
    const both = await Promise.all([1, 2].map(() => call("POST", "/v4/contact/", { body: { phone: "2065550102" } })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("PUT, DELETE and unarchive", () => {
  it("change what they name, leave the rest, and say so in the audit", async () => {
    const made = await create({ phone: "2065550110", firstName: "Ann", extdata: { tier: "gold", note: "x" } });
    const url = `/v4/contact/${made["contactId"]}/`;
    const { body } = await call("PUT", url, {
      body: { lastName: "Lee", firstName: "", extdata: { note: "" }, postalCode: "85001" },
    });
    expect(body.payload[0]).toMatchObject({
      phone: "+12065550110",
      firstName: null,
      lastName: "Lee",
      extdata: { tier: "gold" },
      zones: ["America/Phoenix"],
      zonesFrom: "postal",
    });
    expect((await auditOf(made["contactId"])).at(-1)).toEqual({
      action: "contact.update",
      data: { fields: "firstName, lastName, postalCode, extdata" },
    });
    // a whole contact, as a page holds it, is the same contact again
    const again = await call("PUT", url, { body: body.payload[0] });
    expect(again.body.payload[0]).toEqual(body.payload[0]);
    expect(await auditOf(made["contactId"])).toHaveLength(2);
  });

  it("a new phone brings its own do-not-contact state", async () => {
    const made = await create({ phone: "2065550111" });
    await call("POST", "/v4/dnc/", { body: { phone: "2065550112", type: "sms" } });
    const { body } = await call("PUT", `/v4/contact/${made["contactId"]}/`, { body: { phone: "2065550112" } });
    expect(body.payload[0]).toMatchObject({ phone: "+12065550112", dnc: ["sms"] });
  });

  it("archive hides from lists, keeps the phone, and is undone", async () => {
    const made = await create({ phone: "2065550113", firstName: "Archie" });
    const id = made["contactId"];
    expect((await call("DELETE", `/v4/contact/${id}/`)).body.payload).toEqual([{ id }]);
    const list = async (archived: string) =>
      (await call("GET", `/v4/contact/?search=Archie&archived=${archived}`)).body.payload.map(
        (row) => row["contactId"],
      );
    expect([await list("no"), await list("only"), await list("all")]).toEqual([[], [id], [id]]);
    const taken = await call("POST", "/v4/contact/", { body: { phone: "2065550113" } });
    expect(taken.body.error[0]?.message).toContain(", who is archived)");
    const back = await call("POST", `/v4/contact/${id}/unarchive`);
    expect(back.body.payload[0]?.["archived"]).toBeNull();
    expect((await auditOf(id)).map((row) => (row as { action: string }).action)).toEqual([
      "contact.create",
      "contact.archive",
      "contact.unarchive",
    ]);
  });

  it.each<[string, string, object | undefined, number, string]>([
    ["PUT", `/v4/contact/${nobody}/`, { firstName: "A" }, 404, "Contact not found"],
    ["GET", `/v4/contact/${nobody}/`, undefined, 404, "Contact not found"],
    ["DELETE", `/v4/contact/${nobody}/`, undefined, 404, "Contact not found"],
    ["POST", `/v4/contact/${nobody}/unarchive`, undefined, 404, "Contact not found"],
    ["GET", `/v4/contact/${nobody}/history/`, undefined, 404, "Contact not found"],
    ["GET", "/v4/contact/nonsense/", undefined, 400, "contactId must be an id of 8-4-4-4-12 hexadecimal digits"],
  ])("%s %s %j: %i %s", async (method, url, body, http, message) => {
    expect(errorOf(await call(method, url, { body }))).toMatchObject({ http, message });
  });
});

describe("GET /v4/contact/", () => {
  let listed: { account: string; key: string };
  const list = async (query: Record<string, string>) => {
    const answer = await server.call("GET", `/v4/contact/?${new URLSearchParams(query)}`, { as: { key: listed.key } });
    expect(answer.body.error).toEqual([]);
    return answer.body;
  };
  const names = async (query: Record<string, string>) =>
    (await list(query)).payload.map((row) => row["firstName"] ?? row["email"] ?? row["phone"]);

  beforeAll(async () => {
    listed = await server.account("Lists");
    const csv = [
      "phone,email,firstName,lastName,state,score,city",
      "2125550100,zoe@example.com,Zoë,Adler,NY,7,Rome",
      "2125550101,ann@example.com,Ann,smith,NY,10,rome",
      "3105550102,,ann marie,Smithers,CA,9,",
      "3105550103,bob@example.com,Bob,100%_sure,CA,,Paris",
      ",eve@example.com,Eve,,TX,12,",
      "+442079460958,ida@example.com,,Young,,,",
    ].join("\n");
    await importFile(
      db,
      listed.account,
      (async function* () {
        yield csv;
      })(),
    );
  });

  it.each<[string, string[]]>([
    ["ann", ["Ann", "ann marie"]],
    ["ANN S", ["Ann", "ann marie"]],
    ["smith ann", ["Ann", "ann marie"]],
    ["zoë smith", []],
    ["smith", ["Ann", "ann marie"]],
    ["smith, ann", ["Ann", "ann marie"]],
    ["Smithers", ["ann marie"]],
    ["zoë", ["Zoë"]],
    ["bob@", ["Bob"]],
    ["100%", ["Bob"]],
    ["100_", []],
    ["(212) 555", ["Ann", "Zoë"]],
    ["+1 310", ["Bob", "ann marie"]],
    ["1310555", ["Bob", "ann marie"]],
    ["+44", ["ida@example.com"]],
    ["442079", ["ida@example.com"]],
    ["nn", []],
    ["' or true --", []],
  ])("search %j finds %j", async (search, expected) => {
    expect((await names({ search })).sort()).toEqual(expected.sort());
  });

  it("statements all hold, and search narrows them", async () => {
    const statements = JSON.stringify([
      { variable: "score", operation: "GT_THAN", value: 8 },
      { variable: "city", operation: "EQUALS", value: "ROME", negated: true },
    ]);
    expect((await names({ statements })).sort()).toEqual(["Eve", "ann marie"]);
    expect(await names({ statements, search: "eve" })).toEqual(["Eve"]);
    const count = await server.call("POST", "/v4/contact/count", {
      as: { key: listed.key },
      body: { statements: JSON.parse(statements) },
    });
    expect(count.body.payload).toEqual([{ count: 2 }]);
  });

  it("a variable that no contact has is refused by its name, wherever contacts are picked", async () => {
    const statements = [
      { variable: "city", operation: "EQUALS", value: "Rome" },
      { variable: "${extdata.scroe}", operation: "EXISTS", value: "" },
    ];
    const text = encodeURIComponent(JSON.stringify(statements));
    const as = { key: listed.key };
    const answers = [
      await server.call("POST", "/v4/contact/count", { as, body: { statements } }),
      await server.call("GET", `/v4/contact/?statements=${text}`, { as }),
      await server.call("GET", `/v4/contact/export?statements=${text}`, { as }),
    ];
    expect(answers.map((answer) => errorOf(answer))).toMatchObject(
      ["body", "query", "query"].map((place) => ({
        http: 400,
        code: "unknown_variable",
        message:
          '"${extdata.scroe}" is neither a field of contacts nor a custom field of this account. The account\'s are score.',
        where: `${place}.statements[1].variable`,
      })),
    );
    const written = await db.tx([listed.account], (q) =>
      q.run("update contact set extdata = extdata || '{\"scroe\": \"1\"}' where first_name = 'Eve'"),
    );
    const again = await server.call("POST", "/v4/contact/count", { as, body: { statements: statements.slice(1) } });
    expect([written, again.body.payload]).toEqual([1, [{ count: 1 }]]);
  });

  it.each<[string, string, string[]]>([
    ["lastName", "asc", ["Bob", "Zoë", "Ann", "ann marie", "ida@example.com", "Eve"]],
    ["lastName", "desc", ["ida@example.com", "ann marie", "Ann", "Zoë", "Bob", "Eve"]],
    ["firstName", "asc", ["Ann", "ann marie", "Bob", "Eve", "Zoë", "ida@example.com"]],
    ["email", "desc", ["Zoë", "ida@example.com", "Eve", "Bob", "Ann", "ann marie"]],
    ["phone", "asc", ["Zoë", "Ann", "ann marie", "Bob", "ida@example.com", "Eve"]],
    ["phone", "desc", ["ida@example.com", "Bob", "ann marie", "Ann", "Zoë", "Eve"]],
  ])("sorted by %s %s, in whatever pages, who has none last", async (sort, order, expected) => {
    for (const limit of ["1", "2", "4", "100"]) {
      const seen: unknown[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ sort, order, limit, ...(cursor ? { cursor } : {}) });
        seen.push(...page.payload.map((row) => row["firstName"] ?? row["email"]));
        cursor = page.next;
      } while (cursor);
      expect(seen).toEqual(expected);
    }
  });

  it("tells the total on the first page", async () => {
    expect((await list({ limit: "2" })).total).toBe(6);
    expect((await list({ limit: "2", search: "ann" })).total).toBe(2);
  });

  it("a cursor that was changed, or is another list's or account's, is refused", async () => {
    const { next } = await list({ limit: "1", sort: "email" });
    const tries: Record<string, string>[] = [
      { sort: "email", cursor: `${next!.slice(0, -2)}AA` },
      { sort: "phone", cursor: next! },
      { sort: "email", order: "asc", cursor: next! },
      { cursor: "x" },
      { cursor: "" },
    ];
    for (const query of tries) {
      const answer = await server.call("GET", `/v4/contact/?${new URLSearchParams(query)}`, {
        as: { key: listed.key },
      });
      expect(errorOf(answer)).toMatchObject({
        http: 400,
        message: "cursor must be the `next` of an earlier page of this list",
        where: "query.cursor",
      });
    }
    const stolen = await call("GET", `/v4/contact/?sort=email&cursor=${next}`);
    expect(stolen.status).toBe(400);
  });

  it.each<[string, string]>([
    ["statements=x", "statements must be a JSON list of {variable, operation, value, negated}"],
    [
      `statements=${encodeURIComponent('[{"variable":"a","operation":"REGEX","value":"b"}]')}`,
      'Operation "REGEX" is not offered for picking contacts',
    ],
    [`statements=${encodeURIComponent('[{"variable":"a","operation":"EQUALS"}]')}`, "Value is required"],
    ["sort=shoeSize", "sort must be one of created, lastName, firstName, email, phone"],
    ["limit=0", "limit must be at least 1"],
    ["limit=501", "limit must be at most 500"],
    ["shoeSize=1", 'Unknown key "shoeSize"'],
  ])("%s is refused", async (query, message) => {
    expect(errorOf(await call("GET", `/v4/contact/?${query}`))).toMatchObject({ http: 400, message });
  });
});

describe("GET /v4/contact/export", () => {
  it("writes the selection as CSV that imports to the same", async () => {
    const first = await server.account("Export");
    const as = { key: first.key };
    const csv =
      'phone,email,firstName,lastName,tags,tier,formula\n2125550100,ann@example.com,Ann,"Lee, ""A""",vip;new,gold,"=1+1"\n,eve@example.com,Eve,,,,\n3105550100,,Bob,,,silver,\n';
    await importFile(
      db,
      first.account,
      (async function* () {
        yield csv;
      })(),
    );
    await server.call("POST", "/v4/dnc/", { as, body: { phone: "3105550100", type: "call" } });
    const fetchText = async (query: string) => {
      const answer = await server.api.app.inject({
        url: `/v4/contact/export?${query}`,
        headers: { authorization: `Bearer ${first.key}` },
      });
      return { text: answer.body, type: answer.headers["content-type"], name: answer.headers["content-disposition"] };
    };
    const { text, type, name } = await fetchText("");
    expect([type, name]).toEqual(["text/csv; charset=utf-8", 'attachment; filename="contacts.csv"']);
    const lines = text.split("\r\n");
    expect(lines[0]).toBe(
      "contactId,phone,email,firstName,lastName,address,city,state,postalCode,country,timezone,tags,dnc,created,archived,tier,formula",
    );
    expect(text).toMatch(/,"\+12125550100",ann@example.com,Ann,"Lee, ""A""",,,,,,,"vip;new",,[^,]+,,gold,'=1\+1\r\n/);
    expect(text).toMatch(/,"\+13105550100",,Bob,,,,,,,,,call,[^,]+,,silver,\r\n/);
    expect(lines).toHaveLength(5);
    expect((await fetchText("search=ann&bom=true")).text.split("\r\n")).toHaveLength(3);
    expect((await fetchText("bom=true")).text.charCodeAt(0)).toBe(0xfeff);
    const ids = lines.slice(1, 3).map((line) => line.slice(0, 36));
    expect((await fetchText(`contactIds=${ids.join(",")}`)).text.split("\r\n")).toHaveLength(4);

    const second = await server.account("Import");
    await importFile(
      db,
      second.account,
      (async function* () {
        yield text;
      })(),
    );
    const both = await Promise.all(
      [first, second].map(async ({ key: each }) => {
        const { body } = await server.call("GET", "/v4/contact/?sort=firstName&order=asc", { as: { key: each } });
        return body.payload.map(({ contactId: _id, created: _created, dnc: _dnc, ...rest }) => rest);
      }),
    );
    expect(both[1]).toEqual(both[0]);
  });

  it("an id that is none is refused", async () => {
    expect(errorOf(await call("GET", "/v4/contact/export?contactIds=1"))).toMatchObject({
      http: 400,
      message: '"1" is not the id of a contact',
    });
  });
});

describe("POST /v4/contact/import", () => {
  const send = (payload: string | Buffer, query = "") =>
    call("POST", `/v4/contact/import${query}`, { payload: payload as string, headers: { "content-type": "text/csv" } });

  it("answers its id at once, and the worker does the rest", async () => {
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

  it("a row with the wrong number of columns is rejected with its line, and the rest is taken", async () => {
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
      "no column to know people by",
      "name,town\nAnn,Rome\n",
      "",
      400,
      'No column holds a phone or an e-mail address. The columns are: "name", "town"',
      "line 1",
    ],
    ["UTF-16", utf16, "", 400, 'The file is encoded as UTF-16: save it as "CSV UTF-8"', "byte 1 of the file"],
    [
      "Latin-1",
      Buffer.from("phone,name\n2125550100,Zo\xeb\n", "latin1"),
      "",
      400,
      'The file is not UTF-8 text (line 2, byte 25 of the file): save it as "CSV UTF-8"',
      "line 2, byte 25 of the file",
    ],
    [
      "a mapping that is none",
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
      'The mapping names a column "cell" that the file does not have',
      "query.mapping",
    ],
    [
      "duplicates in a third way",
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

  it("a line of 100 MB is refused over HTTP while it comes, and memory does not grow by it", async () => {
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
      error: [{ message: "Line 2 is longer than 1 MB: is this a CSV file?", where: "line 2" }],
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
  });

  it("a file of several megabytes comes through", async () => {
    const rows = Array.from({ length: 60_000 }, (_, n) => `${2_072_000_000 + n},Name ${n},${"x".repeat(40)}\n`).join(
      "",
    );
    const made = await send(`phone,firstName,note\n${rows}`);
    expect(made.body.payload[0]).toMatchObject({ status: "running", bytes: 21 + rows.length });
    await db.global((q) => q.run("delete from contact_import_queue"));
  });

  it("an import of nobody is not found", async () => {
    expect((await call("GET", `/v4/contact/import/${nobody}/`)).status).toBe(404);
    expect((await call("GET", `/v4/contact/import/${nobody}/rejected`)).status).toBe(404);
  });
});

describe("GET /v4/contact/:contactId/history/", () => {
  it("tells texts, calls, e-mails, consent and changes newest first, in pages", async () => {
    const made = await create({ phone: "2065550170" });
    const id = made["contactId"];
    await db.tx([account], (q) =>
      q.run(
        `insert into message (account_id, message_id, contact_id, direction, from_number, to_number, body, state, receipt)
         values ($1, trunkline_uuid7(), $2, 'out', '+12025550100', '+12065550170', 'Hello', 'accepted', 'delivered'),
                ($1, trunkline_uuid7(), $2, 'in', '+12065550170', '+12025550100', 'yes', 'received', null)`,
        [account, id],
      ),
    );
    await db.tx([account], async (q) => {
      await q.run(
        `insert into call (account_id, call_id, contact_id, direction, from_number, to_number, state, line, duration_seconds, plan)
         values ($1, trunkline_uuid7(), $2, 'out', '+12025550100', '+12065550170', 'accepted', 'completed', 42, '{}')`,
        [account, id],
      );
      await q.run(
        `insert into email (account_id, email_id, contact_id, provider, simulated, from_email, from_name, to_email, to_name,
           cc, bcc, subject, template_id, replacements, state, reason)
         values ($1, trunkline_uuid7(), $2, 'sendgrid', false, 'a@example.com', '', 'b@example.com', '',
           '[]', '[]', 'Your order', 't', '{}', 'rejected', 'email_template')`,
        [account, id],
      );
    });
    await call("PUT", `/v4/contact/${id}/`, { body: { firstName: "Hal" } });
    await call("POST", "/v4/dnc/", { body: { phone: "2065550170", type: "sms", reason: "asked by phone" } });
    await call("DELETE", "/v4/dnc/", { body: { phone: "2065550170", type: "sms" } });
    const seen: unknown[] = [];
    let emailId: unknown;
    let cursor: string | null | undefined;
    do {
      const { body } = await call("GET", `/v4/contact/${id}/history/?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...body.payload.map(({ kind, title, detail }) => [kind, title, detail]));
      emailId ??= body.payload.find(({ kind }) => kind === "email")?.["emailId"];
      cursor = body.next;
    } while (cursor);
    expect(seen).toEqual([
      ["consent", "Texts allowed again", "through the API"],
      ["consent", "Texts stopped", "through the API · asked by phone"],
      ["change", "Contact changed", "firstName"],
      ["email", "E-mail: Your order", "SendGrid · refused · the e-mail provider does not know the template"],
      ["call", "Call placed", "completed · 42 s"],
      ["text", "Text received", "yes"],
      ["text", "Text sent", "Hello · delivered"],
      ["change", "Contact made", null],
    ]);
    // the history's link leads to the outbox's entry
    const linked = await call("GET", `/v4/simulator/email/?emailId=${emailId}`);
    expect(linked.body.payload.map(({ subject, status }) => [subject, status])).toEqual([["Your order", "rejected"]]);
  });
});
