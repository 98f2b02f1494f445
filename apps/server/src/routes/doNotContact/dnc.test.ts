import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import { addDnc, liftDnc } from "../../store/doNotContact/dnc.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
const consentOf = (phone: string) =>
  db.tx([account], (q) =>
    q.rows("select type, action, source, reason from consent where phone = $1 order by consent_id", [phone]),
  );

describe("the do-not-contact list (readings, DNC types)", () => {
  it("blocks a number, marks its contact, and keeps the history", async () => {
    const made = await call("POST", "/v4/contact/", { body: { phone: "2125550100" } });
    const id = made.body.payload[0]?.["contactId"];
    const added = await call("POST", "/v4/dnc/", { body: { phone: "(212) 555-0100", type: "all", reason: "angry" } });
    expect(added.body.payload.map(({ phone, type, source, reason }) => [phone, type, source, reason])).toEqual(
      ["call", "rcs", "sms"].map((type) => ["+12125550100", type, "api", "angry"]),
    );
    const dncOf = async () => (await call("GET", `/v4/contact/${id}/`)).body.payload[0]?.["dnc"];
    expect(await dncOf()).toEqual(["call", "sms", "rcs"]);
    await call("POST", "/v4/dnc/", { body: { phone: "2125550100", type: "sms" } });
    expect(await consentOf("+12125550100")).toHaveLength(3);
    const removed = await call("DELETE", "/v4/dnc/", { body: { phone: "2125550100", type: "call" } });
    expect(removed.body.payload).toEqual([{ id: "+12125550100" }]);
    expect(await dncOf()).toEqual(["sms", "rcs"]);
    expect((await consentOf("+12125550100")).at(-1)).toEqual({
      type: "call",
      action: "in",
      source: "api",
      reason: null,
    });
    const audit = await db.tx([account], (q) =>
      q.rows("select action from audit where target = '+12125550100' order by audit_id"),
    );
    expect(audit).toEqual([{ action: "dnc.add" }, { action: "dnc.add" }, { action: "dnc.remove" }]);
  });

  it("stores the contact's opt-out and the account's block separately (readings, STOP)", async () => {
    const stop = { accountId: account, phone: "+12125550107", types: ["sms"] as const, source: "reply" as const };
    await call("POST", "/v4/dnc/", { body: { phone: "2125550107", type: "sms", reason: "court order" } });
    await db.tx([account], (q) => addDnc(q, [stop]));
    const entries = async () =>
      (await call("GET", "/v4/dnc/?phone=2125550107")).body.payload.map(({ party, source, reason }) => [
        party,
        source,
        reason,
      ]);
    expect(await entries()).toEqual([
      ["account", "api", "court order"],
      ["contact", "reply", null],
    ]);
    expect((await call("DELETE", "/v4/dnc/", { body: { phone: "2125550107", type: "sms" } })).status).toBe(200);
    expect(await entries()).toEqual([["contact", "reply", null]]);
    expect((await call("DELETE", "/v4/dnc/", { body: { phone: "2125550107", type: "sms" } })).status).toBe(409);
    expect(await db.tx([account], (q) => liftDnc(q, [stop]))).toBe(1);
    expect(await entries()).toEqual([]);
  });

  it("sets the contact's bits correctly when both blocks are removed at the same time", async () => {
    const made = await call("POST", "/v4/contact/", { body: { phone: "2125550117" } });
    const id = made.body.payload[0]?.["contactId"];
    const of = (source: "reply" | "page") => [
      { accountId: account, phone: "+12125550117", types: ["sms"] as const, source },
    ];
    for (let round = 0; round < 10; round++) {
      await db.tx([account], async (q) => (await addDnc(q, of("reply"))) + (await addDnc(q, of("page"))));
      await Promise.all([
        db.tx([account], (q) => liftDnc(q, of("reply"))),
        db.tx([account], (q) => liftDnc(q, of("page"))),
      ]);
      expect((await call("GET", `/v4/contact/${id}/`)).body.payload[0]?.["dnc"]).toEqual([]);
    }
  });

  it("only the contact can undo its own opt-out (readings, STOP)", async () => {
    const change = {
      accountId: account,
      phone: "+12125550101",
      types: ["sms", "rcs"] as const,
      source: "reply" as const,
    };
    await db.tx([account], (q) => addDnc(q, [change]));
    const refused = await call("DELETE", "/v4/dnc/", { body: { phone: "2125550101", type: "all" } });
    expect(refused.status).toBe(409);
    expect(refused.body.error[0]).toEqual({
      code: "stopped_by_contact",
      message: "+12125550101 opted out. Only a START text from the contact can undo this",
      where: "body.phone",
    });
    expect(await db.tx([account], (q) => liftDnc(q, [change]))).toBe(2);
    expect((await call("GET", "/v4/dnc/?phone=2125550101")).body.payload).toEqual([]);
  });

  it("the contact's START does not undo the account's block (readings, STOP)", async () => {
    await call("POST", "/v4/dnc/", { body: { phone: "2125550109", type: "sms", reason: "court order" } });
    const start = { accountId: account, phone: "+12125550109", types: ["sms"] as const, source: "reply" as const };
    expect(await db.tx([account], (q) => liftDnc(q, [start]))).toBe(0);
    expect((await call("GET", "/v4/dnc/?phone=2125550109")).body.payload).toHaveLength(1);
    await call("DELETE", "/v4/dnc/", { body: { phone: "2125550109", type: "sms" } });
    expect((await call("GET", "/v4/dnc/?phone=2125550109")).body.payload).toEqual([]);
  });

  it("changes many numbers of several accounts in one statement", async () => {
    const other = await server.account("Other");
    const changes = [account, other.account].flatMap((accountId) =>
      [2, 3, 3].map((n) => ({ accountId, phone: `+1212555010${n}`, types: ["sms"] as const, source: "node" as const })),
    );
    expect(await db.tx([account, other.account], (q) => addDnc(q, changes))).toBe(4);
    expect((await server.call("GET", "/v4/dnc/", { as: { key: other.key } })).body.payload).toHaveLength(2);
  });

  it("is listed in pages by number and type", async () => {
    const seen: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await call("GET", `/v4/dnc/?limit=1&type=sms${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...body.payload.map((row) => row["phone"]));
      cursor = body.next;
    } while (cursor);
    expect(seen).toEqual(["+12125550100", "+12125550102", "+12125550103"]);
    expect((await call("GET", "/v4/dnc/?cursor=abc")).status).toBe(400);
  });

  it.each<[string, object, string]>([
    ["POST", { phone: "12", type: "sms" }, 'Phone "12": no such phone number'],
    ["POST", { phone: "", type: "sms" }, "Phone is required"],
    ["POST", { phone: "2125550100", type: "fax" }, "type must be one of all, call, sms, rcs"],
    ["DELETE", { phone: "x", type: "sms" }, 'Phone "x": not a phone number'],
  ])("%s %j: %s", async (method, body, message) => {
    const answer = await call(method, "/v4/dnc/", { body });
    expect([answer.status, answer.body.error[0]?.message]).toEqual([400, message]);
  });
});
