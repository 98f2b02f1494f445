import { contact } from "@trunkline/contract/contacts/contact.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { errorOf, ownAccount } from "../../../test/ownAccount.ts";
import { importFile } from "../../jobs/contacts/importContacts.ts";

const { db, server, call } = await ownAccount();

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

  it.each<Record<string, string>>([
    {},
    { search: "ann" },
    { sort: "lastName" },
    { statements: JSON.stringify([{ variable: "state", operation: "EQUALS", value: "NY" }]) },
  ])("%j lists contacts in the same form as single contacts (readings, Answers)", async (query) => {
    const { payload } = await list(query);
    expect(payload.length).toBeGreaterThan(0);
    for (const row of payload) expect(Object.keys(row).sort()).toEqual(Object.keys(contact.shape).sort());
  });

  it("all statements must match and search narrows them", async () => {
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

  it("an unknown variable is refused by name in every contact selection", async () => {
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
          '"${extdata.scroe}" is neither a contact field nor a custom field of this account. The account\'s custom fields are score.',
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
  ])("sorts by %s %s across pages with empty values last", async (sort, order, expected) => {
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

  it("returns the total on the first page", async () => {
    expect((await list({ limit: "2" })).total).toBe(6);
    expect((await list({ limit: "2", search: "ann" })).total).toBe(2);
  });

  it("refuses a changed cursor or one of another list or account", async () => {
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
      'Operation "REGEX" cannot be used to select contacts',
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
  it("leaves the cell of a missing custom field empty for any field name", async () => {
    const odd = await server.account("Odd names");
    const csv = "phone,constructor,toString\n2125550100,mine,\n3105550100,,theirs\n";
    await importFile(
      db,
      odd.account,
      (async function* () {
        yield csv;
      })(),
    );
    const { body } = await server.api.app.inject({
      url: "/v4/contact/export",
      headers: { authorization: `Bearer ${odd.key}` },
    });
    const [head, ...rows] = body.trim().split("\r\n");
    const ends = rows.map((row) => row.split(",").slice(-2).join());
    expect([head?.split(",").slice(-2).join(), ends.sort()]).toEqual(["constructor,tostring", [",theirs", "mine,"]]);
  });

  it("writes the selection as CSV that can be imported unchanged", async () => {
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
      "contactId,phone,email,firstName,lastName,address,city,state,postalCode,country,timezone,tags,dnc,created,archived,consentSource,consentAt,tier,formula",
    );
    expect(text).toMatch(/,"\+12125550100",ann@example.com,Ann,"Lee, ""A""",,,,,,,"vip;new",,[^,]+,,,,gold,'=1\+1\r\n/);
    expect(text).toMatch(/,"\+13105550100",,Bob,,,,,,,,,call,[^,]+,,,,silver,\r\n/);
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

  it("refuses an invalid id", async () => {
    expect(errorOf(await call("GET", "/v4/contact/export?contactIds=1"))).toMatchObject({
      http: 400,
      message: '"1" is not a contact id',
    });
  });
});
