import { type DestType, isTerminal } from "@trunkline/workflow/inbound/route.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testServer } from "../../test/server.ts";
import { receiveMessage } from "./receiveMessage.ts";

const db = await freshDatabase();
const server = await testServer(db);
const caller = "+13035550111";

type Row = Record<string, unknown>;
interface Path {
  srcType: string;
  destType: string;
  dest: string;
  priority?: number;
  options?: object;
  and?: object[];
  applyTags?: string[];
  distributionType?: number;
  callbackUrl?: string;
}

/** An account with a number whose route has these paths, named d1, d2 … */
async function routed(...paths: Path[]) {
  const { account, key } = await server.account();
  const send = async (method: string, url: string, body?: object) => {
    const answer = await server.call(method, url, { as: { key }, ...(body ? { body } : {}) });
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body.payload as Row[];
  };
  const free = await send("GET", "/v4/number/available");
  const number = String(free[0]?.["phone"]);
  await send("POST", "/v4/number/", { phone: number });
  await send("POST", "/v4/route/tag/", { routeTag: "support" });
  await send("POST", "/v4/route/tag/support/numbers", { numbers: [number], numberSetIds: [] });
  let count = 0;
  for (const { and = [], options = {}, priority = 1, ...path } of paths) {
    count += 1;
    await send("POST", isTerminal(path.destType as DestType) ? "/v4/route/terminal/" : "/v4/route/", {
      name: `d${count}`,
      routeTag: "support",
      description: "",
      priority,
      ...path,
      options: { timezone: 0, priority, ...options },
      ruleDTO: { name: `r${count}`, and, or: [] },
    });
  }
  const text = async (words: string, from = caller, channel = "sms") => {
    await send("POST", "/v4/simulator/message", { from, to: number, text: words, channel });
    const [row] = await send("GET", `/v4/message/?direction=in&phone=${encodeURIComponent(from)}`);
    return row?.["route"] as Row | null;
  };
  const call = async (from = caller) => {
    const legs = await send("POST", "/v4/simulator/call", { from, to: number });
    const [found] = await send("GET", `/v4/call/${legs[0]?.["callId"]}/`);
    return { legs, route: found?.["route"] as Row | null, call: found };
  };
  const ask = (sql: string) => db.tx([account], (q) => q.rows<Row>(sql, [account]));
  return { account, send, number, text, call, ask };
}

const rule = (variable: string, operation: string, value: string, negated = false) => ({
  variable,
  operation,
  value,
  negated,
  type: variable.startsWith("contact.") ? "matchcontact" : "session",
});
const toInbox = (dest: string, ...and: object[]): Path => ({ srcType: "sms", destType: "inbox", dest, and });
const heard = (leg: Row = {}): string[] =>
  (leg["log"] as { kind: string; text: string }[]).filter(({ kind }) => kind === "said").map(({ text }) => text);

describe("texts that come in (readings, Replies; spec 1 §4.4)", () => {
  it("are routed to the first path that matches, and every rule's verdict is shown with the text and under Why not?", async () => {
    const { send, text, ask } = await routed(
      { ...toInbox("orders", rule("text", "CONTAINS", "order"), rule("from", "BEGINS_WITH", "+1303")), priority: 1 },
      { ...toInbox("rest"), priority: 2, applyTags: ["hello"] },
    );
    expect(await text("My ORDER please")).toMatchObject({
      routeTag: "support",
      destination: "d1",
      destType: "inbox",
      dest: "orders",
      outcome: "delivered",
      unread: 1,
      paths: [
        {
          holds: true,
          and: [
            { rule: "Text contains order", actual: "My ORDER please", holds: true },
            { rule: "From number begins with +1303", actual: caller, holds: true },
          ],
        },
      ],
    });
    expect(await ask("select inbox from conversation where account_id = $1")).toEqual([{ inbox: "orders" }]);
    const second = await text("Hello");
    expect(second).toMatchObject({ destination: "d2", paths: [{ holds: false }, { holds: true }] });
    expect(await ask("select tags from contact where account_id = $1")).toEqual([{ tags: ["hello"] }]);
    const why = await send("GET", `/v4/contact/decision?phone=${encodeURIComponent(caller)}`);
    expect(why.map(({ outcome, title }) => [outcome, title])).toEqual([
      ["routed", "Text routed to Inbox orders by support"],
      ["routed", "Text routed to Inbox rest by support"],
    ]);
    expect(JSON.stringify(why[1])).toContain("Text contains order: no (Hello)");
  });

  it("a rule on the contact reads its fields, and a text without a match says so", async () => {
    const { send, text } = await routed(toInbox("gold", rule("contact.extdata.firstName", "EQUALS", "Ann")));
    expect(await text("hi")).toMatchObject({
      destination: null,
      outcome: "unmatched",
      because: "No path's rules match",
      paths: [{ and: [{ actual: null, holds: false }] }],
    });
    await send("POST", "/v4/contact/", { phone: "+13035550112", firstName: "Ann" });
    expect(await text("hi", "+13035550112")).toMatchObject({ destination: "d1", outcome: "delivered" });
  });

  it("STOP applies and is not routed, and texts to a number without a route go to the inbox", async () => {
    const { send, text } = await routed(toInbox("all"));
    expect(await text("STOP")).toMatchObject({
      destination: null,
      outcome: "answered",
      because: "STOP was answered automatically",
    });
    await send("POST", "/v4/route/tag/support/numbers", { numbers: [], numberSetIds: [] });
    expect(await text("hello", "+13035550119")).toBeNull();
  });

  it("RCS has paths of its own", async () => {
    const { text } = await routed({ ...toInbox("rich"), srcType: "rcs" });
    expect(await text("hi", caller, "rcs")).toMatchObject({ destination: "d1" });
    expect(await text("hi", caller, "sms")).toMatchObject({
      outcome: "unmatched",
      because: "The inbound workflow has no path for this channel",
    });
  });

  it("SMS forward sends the text on with who sent it, and never in a circle", async () => {
    const to = "+12025550177";
    const { text, ask } = await routed({ srcType: "sms", destType: "sms", dest: to });
    expect(await text("Hello")).toMatchObject({ outcome: "delivered" });
    const out = "select to_number, body, contact_id from message where account_id = $1 and direction = 'out'";
    expect(await ask(out)).toEqual([{ to_number: to, body: `From ${caller}: Hello`, contact_id: null }]);
    expect(await text("Again", to)).toMatchObject({
      outcome: "refused",
      because: "The text came from the phone that it would go to",
    });
    expect(await ask(out)).toHaveLength(1);
  });

  it("workflow enrols the contact in the newest version and refuses a missing workflow", async () => {
    const { send, text, ask } = await routed({
      srcType: "sms",
      destType: "workflow",
      dest: "01980000-0000-7000-8000-0000000000c2",
    });
    expect(await text("hi")).toMatchObject({
      outcome: "refused",
      because: "The workflow does not exist, or was never saved",
    });
    const [set] = await send("POST", "/v4/numberset/", { name: "Desk", phoneNumbers: [] });
    const made = await send("POST", "/v4/campaign/", { campaignName: "Welcome", numberSet: set?.["numberSetId"] });
    const campaignId = String(made[0]?.["campaignId"]);
    const workflow = JSON.stringify({
      schemaVersion: 1,
      startNode: 1,
      nodes: [
        { id: 1, type: "start", x: 0, y: 0, children: [2] },
        { id: 2, type: "dnc", x: 0, y: 0, children: [3], dncType: "call" },
        { id: 3, type: "control", x: 0, y: 0, children: [] },
      ],
      sections: { main: 1 },
    });
    await send("POST", `/v4/campaign/${campaignId}/workflow/`, { workflow });
    await send("PUT", "/v4/route/terminal/", {
      name: "d1",
      routeTag: "support",
      srcType: "sms",
      destType: "workflow",
      dest: campaignId,
      priority: 1,
      options: { timezone: 0 },
      ruleDTO: { name: "r", and: [], or: [] },
    });
    expect(await text("hi again")).toMatchObject({ outcome: "delivered", dest: campaignId });
    expect(await ask("select campaign_id from journey where account_id = $1")).toEqual([{ campaign_id: campaignId }]);
    expect(await text("once more")).toMatchObject({ outcome: "refused" });
  });

  it("a text that is reported twice is routed once", async () => {
    const { number, ask } = await routed({ srcType: "sms", destType: "sms", dest: "+12025550178" });
    const one = {
      from: caller,
      to: number,
      text: "x",
      mediaUrl: null,
      carrier: "simulated",
      carrierRef: `r-${number}`,
    };
    await Promise.all([receiveMessage(db, one), receiveMessage(db, one)]);
    await receiveMessage(db, one);
    expect(await ask("select 1 from route_decision where account_id = $1")).toHaveLength(1);
    expect(await ask("select 1 from message where account_id = $1 and direction = 'out'")).toHaveLength(1);
  });
});

describe("calls that come in (spec 1 §3.6, §4.4)", () => {
  it("custom call follows its script and shows its decision", async () => {
    const callXml = "<Response><Say>We are closed.</Say><Hangup/></Response>";
    const { call } = await routed({ srcType: "call", destType: "call", dest: "call", options: { callXml } });
    const { legs, route } = await call();
    expect(heard(legs[0])).toEqual(["We are closed."]);
    expect(route).toMatchObject({
      destination: "d1",
      destType: "call",
      dest: "",
      outcome: "delivered",
      paths: [{ holds: true }],
    });
  });

  it("are listed with the inbound workflow that routed them, also when the routing history is gone", async () => {
    const { account, call, send } = await routed({ srcType: "call", destType: "voicemail", dest: "greeting" });
    const callId = String((await call()).call?.["callId"]);
    await db.tx([account], (q) => q.run("delete from route_decision where subject_id = $1", [callId]));
    expect((await send("GET", `/v4/call/${callId}/`))[0]).toMatchObject({ routeTag: "support", route: null });
  });

  it("voicemail plays the greeting and records a message unless it is silent", async () => {
    const options = {
      playUrl: "https://client-assets.example.com/a.wav",
      recordMaxLengthSec: 60,
      recordPlayBeep: true,
    };
    const { send, call } = await routed({ srcType: "call", destType: "voicemail", dest: "voicemail", options });
    const { legs } = await call();
    const [act] = await send("POST", `/v4/simulator/call/${legs[0]?.["callId"]}/`, { heard: true });
    expect(act).toMatchObject({ now: "recording", recordSeconds: 60 });
  });

  it("call forward rings the other phone, which sees who calls", async () => {
    const { call, send } = await routed({ srcType: "call", destType: "call-relay", dest: "+12025550123" });
    await call();
    const [rung] = await send("GET", `/v4/simulator/handset/${encodeURIComponent("+12025550123")}/call/`);
    expect(rung).toMatchObject({ number: caller, state: "ringing" });
  });

  it("a group rings all at once, or one after another", async () => {
    const phones = ["+12025550123", "+12025550126"];
    for (const [distributionType, ringing] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const { call, ask } = await routed({
        srcType: "call",
        destType: "groupcall",
        dest: phones.join(","),
        distributionType,
      });
      await call();
      const rung = await ask(
        "select 1 from simulator_call where account_id = $1 and direction = 'to_handset' and state = 'ringing'",
      );
      expect(rung).toHaveLength(ringing);
    }
  });

  it("an unknown caller who is routed to a workflow becomes a contact with the path's tags", async () => {
    const { call, ask } = await routed({
      srcType: "call",
      destType: "workflow",
      dest: "01980000-0000-7000-8000-0000000000c2",
      applyTags: ["called"],
    });
    const { route, legs } = await call();
    expect(route).toMatchObject({ outcome: "refused", because: "The workflow does not exist, or was never saved" });
    expect(heard(legs[0])).toEqual(["Thank you for calling. Goodbye."]);
    expect(await ask("select phone, tags from contact where account_id = $1")).toEqual([
      { phone: caller, tags: ["called"] },
    ]);
  });

  it("the caller hears that no path matches or no route exists", async () => {
    const { call, send } = await routed({ ...toInbox("x") });
    const first = await call();
    expect(first.route).toMatchObject({ outcome: "unmatched" });
    expect(heard(first.legs[0])).toEqual(["No one answers calls on this number yet. Goodbye."]);
    await send("POST", "/v4/route/tag/support/numbers", { numbers: [], numberSetIds: [] });
    expect((await call()).route).toBeNull();
  });
});
