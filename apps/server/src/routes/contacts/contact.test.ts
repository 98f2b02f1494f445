import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { errorOf, ownAccount } from "../../../test/ownAccount.ts";

const { db, account, call } = await ownAccount();
const missingId = "0198c0de-0000-7000-8000-0000000000ff";

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

describe("POST /v4/contact/", () => {
  it("stores the normalized fields with time zones", async () => {
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

  it("accepts a contact without a phone", async () => {
    expect(await create({ email: "only@example.com" })).toMatchObject({ phone: null, zonesFrom: "unknown" });
  });

  it("applies the do-not-contact list", async () => {
    await call("POST", "/v4/dnc/", { body: { phone: "2065550190", type: "all" } });
    expect(await create({ phone: "2065550190" })).toMatchObject({ dnc: ["call", "sms", "rcs"] });
  });

  it.each<[string, object, number, string, string]>([
    ["neither phone nor e-mail", { firstName: "A" }, 400, "A contact needs a phone or an e-mail address", "body.phone"],
    ["an invalid phone", { phone: "12" }, 400, 'Phone "12": no such phone number', "body.phone"],
    ["words", { phone: "call me" }, 400, 'Phone "call me": not a phone number', "body.phone"],
    ["an invalid e-mail", { email: "ann@" }, 400, '"ann@" is not an e-mail address', "body.email"],
    [
      "an unknown time zone",
      { email: "a@b.cd", timezone: 7777 },
      400,
      "This time zone does not exist. GET /v4/timezone/ lists all time zones.",
      "body.timezone",
    ],
    [
      "a long name",
      { email: "a@b.cd", firstName: "x".repeat(101) },
      400,
      "firstName must have at most 100 characters",
      "body.firstName",
    ],
    [
      "a tag that files would split",
      { email: "a@b.cd", tags: ["vip", "a,b"] },
      400,
      "A tag cannot contain a comma, semicolon or bar",
      "body.tags[1]",
    ],
    ["an unknown key", { email: "a@b.cd", nick: "A" }, 400, 'Unknown key "nick"', "body.nick"],
    [
      "an invalid custom field name",
      { email: "a@b.cd", extdata: { "a b": "1" } },
      400,
      '"a b" is not a valid custom field name. Start with a letter and use at most 40 letters, digits and underscores',
      "body.extdata.a b",
    ],
    [
      "U+0000",
      { email: "a@b.cd", firstName: "a\0b" },
      400,
      "A text contains a character that cannot be stored (U+0000 or half a surrogate pair)",
      "",
    ],
  ])("%s is refused and changes nothing", async (_name, body, http, message, where) => {
    const before = await rowCount();
    const answer = await call("POST", "/v4/contact/", { body });
    expect(errorOf(answer)).toMatchObject({ http, message, ...(where ? { where } : {}) });
    expect(await rowCount()).toBe(before);
  });

  it("a phone of another contact answers 409 with that contact", async () => {
    const owner = await create({ phone: "2065550101", firstName: "Olga", lastName: "Owens" });
    const answer = await call("POST", "/v4/contact/", { body: { phone: "+1 206 555 0101" } });
    expect(errorOf(answer)).toEqual({
      http: 409,
      code: "duplicate_phone",
      message: `+12065550101 already belongs to Olga Owens (contact ${owner["contactId"]})`,
      where: "body.phone",
    });
  });

  it("of two concurrent requests, one is refused with 409", async () => {
    const both = await Promise.all([1, 2].map(() => call("POST", "/v4/contact/", { body: { phone: "2065550102" } })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("PUT, DELETE and unarchive", () => {
  it("change only the given fields and audit them", async () => {
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
    // Sending the whole contact changes nothing.
    const again = await call("PUT", url, { body: body.payload[0] });
    expect(again.body.payload[0]).toEqual(body.payload[0]);
    expect(await auditOf(made["contactId"])).toHaveLength(2);
  });

  it("a new phone uses its own do-not-contact state", async () => {
    const made = await create({ phone: "2065550111" });
    await call("POST", "/v4/dnc/", { body: { phone: "2065550112", type: "sms" } });
    const { body } = await call("PUT", `/v4/contact/${made["contactId"]}/`, { body: { phone: "2065550112" } });
    expect(body.payload[0]).toMatchObject({ phone: "+12065550112", dnc: ["sms"] });
  });

  it("archiving hides a contact from lists, keeps its phone, and can be undone", async () => {
    const made = await create({ phone: "2065550113", firstName: "Archie" });
    const id = made["contactId"];
    expect((await call("DELETE", `/v4/contact/${id}/`)).body.payload).toEqual([{ id }]);
    const list = async (archived: string) =>
      (await call("GET", `/v4/contact/?search=Archie&archived=${archived}`)).body.payload.map(
        (row) => row["contactId"],
      );
    expect([await list("no"), await list("only"), await list("all")]).toEqual([[], [id], [id]]);
    const taken = await call("POST", "/v4/contact/", { body: { phone: "2065550113" } });
    expect(taken.body.error[0]?.message).toContain(", archived)");
    const back = await call("POST", `/v4/contact/${id}/unarchive`);
    expect(back.body.payload[0]?.["archived"]).toBeNull();
    expect((await auditOf(id)).map((row) => (row as { action: string }).action)).toEqual([
      "contact.create",
      "contact.archive",
      "contact.unarchive",
    ]);
  });

  it.each<[string, string, object | undefined, number, string]>([
    ["PUT", `/v4/contact/${missingId}/`, { firstName: "A" }, 404, "Contact not found"],
    ["GET", `/v4/contact/${missingId}/`, undefined, 404, "Contact not found"],
    ["DELETE", `/v4/contact/${missingId}/`, undefined, 404, "Contact not found"],
    ["POST", `/v4/contact/${missingId}/unarchive`, undefined, 404, "Contact not found"],
    ["GET", `/v4/contact/${missingId}/history/`, undefined, 404, "Contact not found"],
    ["GET", "/v4/contact/nonsense/", undefined, 400, "contactId must be an id of 8-4-4-4-12 hexadecimal digits"],
  ])("%s %s %j: %i %s", async (method, url, body, http, message) => {
    expect(errorOf(await call(method, url, { body }))).toMatchObject({ http, message });
  });
});

describe("GET /v4/contact/:contactId/history/", () => {
  it("lists texts, calls, e-mails, consent and changes newest first, in pages", async () => {
    const made = await create({ phone: "2065550170" });
    const id = made["contactId"];
    // the text is sent a millisecond before now, and after the contact was made
    await pause(5);
    await db.tx([account], (q) =>
      q.run(
        `insert into message (account_id, message_id, contact_id, direction, from_number, to_number, body, state, receipt)
         values ($1, trunkline_first_id(now() - interval '1 ms'), $2, 'out', '+12025550100', '+12065550170', 'Hello', 'accepted', 'delivered'),
                ($1, trunkline_first_id(now()), $2, 'in', '+12065550170', '+12025550100', 'yes', 'received', null)`,
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
      ["email", "E-mail: Your order", "SendGrid · refused · the e-mail provider has no such template"],
      ["call", "Call placed", "completed · 42 s"],
      ["text", "Text received", "yes"],
      ["text", "Text sent", "Hello · delivered"],
      ["change", "Contact created", null],
    ]);
    // The history links to the outbox entry.
    const linked = await call("GET", `/v4/simulator/email/?emailId=${emailId}`);
    expect(linked.body.payload.map(({ subject, status }) => [subject, status])).toEqual([["Your order", "rejected"]]);
  });
});
