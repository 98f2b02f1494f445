import type { NumberTrend } from "@trunkline/contract/numbers/number.ts";
import { describe, expect, it } from "vitest";
import { idAt } from "../../../test/chances.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import { foldReportsJob } from "../../jobs/reports/foldReports.ts";
import { countMessages } from "../../store/reports/countChanges.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const other = await server.account("Other");
const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
const take = (phone: string, label?: string) => call("POST", "/v4/number/", { body: { phone, label } });
const said = async (answer: Promise<{ status: number; body: { error: { message: string }[] } }>) => {
  const { status, body } = await answer;
  return [status, body.error[0]?.message];
};
const missingId = "0198c0de-0000-7000-8000-0000000000ff";

describe("numbers of the simulated carrier", () => {
  it("are offered in a fixed order by area code or well-known place without assigned ones", async () => {
    const offered = async (query: string) => (await call("GET", `/v4/number/available?${query}`)).body.payload;
    expect(await offered("areaCode=206&count=2")).toEqual([
      { phone: "+12065550100", place: "Seattle, WA" },
      { phone: "+12065550101", place: "Seattle, WA" },
    ]);
    expect(await offered("count=3")).toEqual([
      { phone: "+16465550100", place: "New York, NY" },
      { phone: "+12135550100", place: "Los Angeles, CA" },
      { phone: "+17735550100", place: "Chicago, IL" },
    ]);
    await server.call("POST", "/v4/number/", { as: { key: other.key }, body: { phone: "+12065550100" } });
    expect(await offered("areaCode=206&count=1")).toEqual([{ phone: "+12065550101", place: "Seattle, WA" }]);
    expect(await said(call("GET", "/v4/number/available?areaCode=999"))).toEqual([400, "Area code 999 is not in use"]);
    expect(await said(call("GET", "/v4/number/available?areaCode=12"))).toEqual([
      400,
      "Area code must be three digits",
    ]);
  });

  it("are assigned in any notation with a label", async () => {
    const made = await take("(206) 555-0110", "Front desk");
    expect(made.body.payload[0]).toMatchObject({
      phone: "+12065550110",
      carrier: "simulated",
      label: "Front desk",
      numberSets: [],
      reputation: { status: "unknown", since: null, delivered: 0, failed: 0 },
      place: "Seattle, WA",
    });
    const changed = await call("PUT", "/v4/number/+12065550110/", { body: { label: "" } });
    expect(changed.body.payload[0]?.["label"]).toBeNull();
    expect((await call("GET", "/v4/number/")).body.payload.map((row) => row["phone"])).toEqual(["+12065550110"]);
  });

  it.each<[string, number, string]>([
    ["12065550100", 409, "+12065550100 is no longer available. Choose another number"],
    ["2065550110", 409, "+12065550110 is already yours"],
    ["2062345678", 400, "The carrier does not offer +12062345678. See GET /v4/number/available"],
    ["12", 400, 'Phone "12": no such phone number'],
    ["", 400, "Phone is required"],
  ])("getting %s: %i %s", async (phone, status, message) => {
    expect(await said(take(phone))).toEqual([status, message]);
  });

  it("are assigned once when two accounts request the same one", async () => {
    const both = await Promise.all(
      [key, other.key].map((each) =>
        server.call("POST", "/v4/number/", { as: { key: each }, body: { phone: "2065550120" } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("are not found if unassigned or of another account", async () => {
    for (const phone of ["+12065550100", "12065550199", "nonsense"]) {
      expect(await said(call("DELETE", `/v4/number/${phone}/`))).toEqual([404, "Number not found"]);
      expect(await said(call("PUT", `/v4/number/${phone}/`, { body: { label: "x" } }))).toEqual([
        404,
        "Number not found",
      ]);
    }
  });
});

describe("what numbers sent", () => {
  const dayMs = 86_400_000;

  it("is listed by day of the last 14, with how much was delivered", async () => {
    const one = await server.account("Trend");
    const send = (phone: string, daysAgo: number, direction: string, receipts: (string | null)[]) =>
      db.tx([one.account], (q) =>
        q.run(
          `with r as (insert into message (account_id, message_id, direction, from_number, to_number, state, receipt)
             select $1, m.id, $3, $2, '+13035550199', case $3 when 'in' then 'received' else 'accepted' end, m.receipt
             from jsonb_to_recordset($4::jsonb) m (id uuid, receipt text) returning *)
           ${countMessages("r", null)}`,
          [
            one.account,
            phone,
            direction,
            JSON.stringify(receipts.map((receipt) => ({ id: idAt(Date.now() - daysAgo * dayMs), receipt }))),
          ],
        ),
      );
    await send("+12065550111", 15, "out", ["delivered"]);
    await send("+12065550111", 3, "out", ["delivered", "delivered", "undelivered", null]);
    await send("+12065550112", 1, "out", ["read"]);
    await send("+12065550113", 1, "in", [null]);
    const read = async () => {
      const { body } = await server.call("GET", "/v4/number/trend", { as: { key: one.key } });
      return (body.payload as unknown as NumberTrend[]).map(({ phone, days }) => ({
        phone,
        days: days.flatMap(({ sent, delivered }, at) => (sent === 0 ? [] : [[days.length - 1 - at, sent, delivered]])),
        count: days.length,
      }));
    };
    const expected = [
      { phone: "+12065550111", days: [[3, 4, 2]], count: 14 },
      { phone: "+12065550112", days: [[1, 1, 1]], count: 14 },
    ];
    expect(await read()).toEqual(expected);
    while ((await foldReportsJob.run(db)) === true);
    expect(await read()).toEqual(expected);
  });
});

describe("number sets", () => {
  const create = (body: object) => call("POST", "/v4/numberset/", { body });
  const setOf = async (name: string, phoneNumbers: string[]) =>
    String((await create({ name, phoneNumbers })).body.payload[0]?.["numberSetId"]);
  const useBy = async (numberSetId: string, name: string) =>
    db.tx([account], (q) =>
      q.run(
        "insert into campaign (account_id, campaign_id, name, number_set_id) values ($1, trunkline_uuid7(), $2, $3)",
        [account, name, numberSetId],
      ),
    );

  it("contain numbers of the account, which can be in several sets", async () => {
    await take("2065550130");
    await take("2065550131");
    const first = await create({ name: "West", phoneNumbers: ["(206) 555-0131", "+12065550130", "2065550130"] });
    expect(first.body.payload[0]).toMatchObject({
      name: "West",
      phoneNumbers: ["+12065550130", "+12065550131"],
      campaignRegistry: null,
      usedBy: [],
    });
    await setOf("East", ["+12065550130"]);
    const { body } = await call("GET", "/v4/number/");
    const number = body.payload.find((row) => row["phone"] === "+12065550130");
    expect(number?.["numberSets"]).toMatchObject([{ name: "East" }, { name: "West" }]);
  });

  it("are replaced as a whole, ignoring read-only keys", async () => {
    const id = await setOf("Change", ["+12065550130"]);
    const found = (await call("GET", `/v4/numberset/${id}/`)).body.payload[0];
    const changed = await call("PUT", `/v4/numberset/${id}/`, {
      body: { ...found, name: "CHANGE", phoneNumbers: ["+12065550131"] },
    });
    expect(changed.body.payload[0]).toMatchObject({ name: "CHANGE", phoneNumbers: ["+12065550131"] });
    const audit = await db.tx([account], (q) =>
      q.rows("select action, data from audit where target = $1 order by audit_id", [id]),
    );
    expect(audit).toEqual([
      { action: "numberSet.create", data: { name: "Change", numbers: 1 } },
      {
        action: "numberSet.update",
        data: {
          named: "CHANGE",
          from: { name: "Change", phoneNumbers: ["+12065550130"] },
          to: { name: "CHANGE", phoneNumbers: ["+12065550131"] },
        },
      },
    ]);
  });

  it.each<[object, number, string]>([
    [{ name: " " }, 400, "Name is required"],
    [{ name: "x".repeat(73) }, 400, "Name must have at most 72 characters"],
    [{ name: "wEST" }, 409, 'A number set named "wEST" already exists'],
    [{ name: "A", phoneNumbers: ["+12065550100"] }, 400, "+12065550100 is not one of your numbers"],
    [{ name: "A", phoneNumbers: ["x"] }, 400, 'Phone "x": not a phone number'],
    [{ name: "A", phoneNumbers: "x" }, 400, "phoneNumbers must be a list"],
    [{ name: "A", colour: "red" }, 400, 'Unknown key "colour"'],
  ])("%j: %i %s", async (body, status, message) => {
    const before = (await call("GET", "/v4/numberset/")).body.payload.length;
    expect(await said(create(body))).toEqual([status, message]);
    expect((await call("GET", "/v4/numberset/")).body.payload).toHaveLength(before);
  });

  it("cannot be deleted, or lose numbers, while a workflow sends from them", async () => {
    const id = await setOf("Busy", ["+12065550130"]);
    await useBy(id, "Reminder");
    await useBy(id, "Nurture");
    expect(await said(call("DELETE", `/v4/numberset/${id}/`))).toEqual([
      409,
      'The number set "Busy" is in use by "Nurture", "Reminder". Choose another set there first',
    ]);
    expect(await said(call("DELETE", "/v4/number/+12065550130/"))).toEqual([
      409,
      '+12065550130 is in the number set "Busy", which the workflow "Nurture" and 1 more send from. Remove it from the set first',
    ]);
    expect((await call("GET", `/v4/numberset/${id}/`)).body.payload[0]?.["usedBy"]).toMatchObject([
      { campaignName: "Nurture" },
      { campaignName: "Reminder" },
    ]);
  });

  it("are deleted if unused, and a released number leaves its sets and is available again", async () => {
    const id = await setOf("Gone", ["+12065550131"]);
    expect((await call("DELETE", "/v4/number/12065550131/")).body.payload).toEqual([{ id: "+12065550131" }]);
    expect((await call("GET", `/v4/numberset/${id}/`)).body.payload[0]?.["phoneNumbers"]).toEqual([]);
    expect((await call("DELETE", `/v4/numberset/${id}/`)).body.payload).toEqual([{ id }]);
    expect(await said(call("GET", `/v4/numberset/${id}/`))).toEqual([404, "Number set not found"]);
    const again = await server.call("POST", "/v4/number/", { as: { key: other.key }, body: { phone: "2065550131" } });
    expect(again.status).toBe(200);
  });

  it("are not found if missing or of another account", async () => {
    for (const [method, body] of [["GET"], ["PUT", { name: "X" }], ["DELETE"]] as [string, object?][])
      expect(await said(call(method, `/v4/numberset/${missingId}/`, { body }))).toEqual([404, "Number set not found"]);
  });
});
