import type { Privilege } from "@trunkline/contract/identity/roles.ts";
import { beforeAll, describe, expect, it } from "vitest";
import wire from "../../../fixtures/disposition.json" with { type: "json" };
import { ask, handsets, makeCampaign, makeContacts, makeWorld, runBatch } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import { enrolBatch } from "../../jobs/runs/enrolBatch.ts";

const db = await freshDatabase({ connections: 8 });
const server = await testServer(db);
const world = await makeWorld(db);
const { account } = world;
const owner = await server.key(account, "owner");
const call = (method: string, url: string, body?: object, as: Sent["as"] = { key: owner }) =>
  server.call(method, url, { as, ...(body ? { body } : {}) });
const first = async (...of: Parameters<typeof call>) => {
  const { status, body } = await call(...of);
  return { status, ...body.payload[0], message: body.error[0]?.message, where: body.error[0]?.where };
};
const give = (contact: string, body: object, as?: Sent["as"]) =>
  first("POST", `/v4/contact/${contact}/disposition/`, body, as);
const [contact = "", capped = ""] = await makeContacts(db, world, handsets(2));
const wait = [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "control", children: [] },
];
const plain = { description: "The outcome" };
const busyByDefault = {
  key: "Busy",
  description: "The line was busy",
  direction: "outbound",
  tags: ["not-contacted"],
};

describe("dispositions (spec 2 §3.8, §5.5, §7.5)", () => {
  it("every account has the default ones, which cannot be deleted", async () => {
    const { payload } = (await call("GET", "/v4/disposition")).body;
    expect(payload.map(({ key }) => key)).toContain("No answer");
    expect(payload.every(({ deletable, selectable }) => deletable === false && selectable === true)).toBe(true);
    expect(await first("DELETE", "/v4/disposition", { key: "no answer" })).toMatchObject({
      status: 409,
      message: "This is a default system disposition. It cannot be deleted.",
    });
  });

  it("existing accounts get them once with the update", async () => {
    await db.owner(async (q) => {
      await q.run("select set_config('trunkline.accounts', $1, true)", [`{${account}}`]);
      await q.run("select trunkline_default_dispositions($1)", [account]);
    });
    const { payload } = (await call("GET", "/v4/disposition")).body;
    expect(payload.filter(({ key }) => key === "Busy")).toHaveLength(1);
  });

  it("only workflow, groups and selectable can be changed in a default one (§5.5)", async () => {
    const busy = (await call("GET", "/v4/disposition")).body.payload.find(({ key }) => key === "Busy")!;
    expect(await first("PUT", "/v4/disposition", { ...busy, selectable: false })).toMatchObject({ selectable: false });
    for (const change of [{ description: "x" }, { direction: "both" }, { tags: ["sale"] }])
      expect(await first("PUT", "/v4/disposition", { ...busy, ...change })).toMatchObject({
        status: 409,
        message: `"Busy" is a default system disposition: its ${Object.keys(change)[0]} cannot be changed`,
      });
  });

  it("the wire form is saved and read back unchanged", async () => {
    const { campaignId } = await makeCampaign(db, world, wait);
    await call("POST", "/v4/workgroup/", { name: "sales" });
    const body = { ...wire, triggeredCampaignId: campaignId };
    expect(await first("POST", "/v4/disposition/", body)).toMatchObject({ ...body, deletable: true });
    const { payload } = (await call("GET", "/v4/disposition")).body;
    expect(payload.find(({ key }) => key === wire.key)).toMatchObject(body);
    expect((await call("GET", "/v4/disposition/tags")).body.payload).toContain("callback");
  });

  it("keys ignore case and new ones have the defaults of §9", async () => {
    expect(await first("POST", "/v4/disposition/", { key: " Warm Lead ", ...plain })).toMatchObject({
      key: "Warm Lead",
      selectable: true,
      direction: "both",
      tags: [],
      triggeredCampaignId: null,
      workGroups: [],
    });
    expect(await first("POST", "/v4/disposition/", { key: "WARM LEAD", ...plain })).toMatchObject({ status: 409 });
    expect(await first("PUT", "/v4/disposition", { key: "warm lead", description: "Hot" })).toMatchObject({
      key: "Warm Lead",
      description: "Hot",
    });
    expect(await first("DELETE", "/v4/disposition", { key: " warm LEAD " })).toMatchObject({ status: 200 });
    expect(await first("DELETE", "/v4/disposition", { key: "warm lead" })).toMatchObject({ status: 404 });
  });

  it.each([
    [{ ...plain }, "Name is required", "body.key"],
    [{ key: " ", ...plain }, "Name is required", "body.key"],
    [{ key: "A" }, "Description is required", "body.description"],
    [{ key: "A", description: " " }, "Description is required", "body.description"],
    [{ key: "A", ...plain, workGroups: ["unknown"] }, 'The work group "unknown" does not exist', "body.workGroups[0]"],
    [
      { key: "A", ...plain, triggeredCampaignId: account },
      "This workflow does not exist. Choose another one",
      "body.triggeredCampaignId",
    ],
  ])("refuse %j", async (body, message, where) => {
    expect(await first("POST", "/v4/disposition/", body)).toMatchObject({ status: 400, message, where });
  });

  it.each([
    [[], 403, 403],
    [["inbox-use"], 403, 200],
    [["disposition-admin"], 200, 403],
  ] as [Privilege[], number, number][])(
    "a member with %j can create them: %i, and give them: %i (§6)",
    async (granted, make, giving) => {
      const as = { key: await server.key(account, "member", granted) };
      expect((await first("POST", "/v4/disposition/", { key: `By ${granted}`, ...plain }, as)).status).toBe(make);
      expect((await give(contact, { key: "Answered" }, as)).status).toBe(giving);
    },
  );
});

describe("giving a disposition (spec 2 §1: labels applied to contacts or calls, which may enroll a contact)", () => {
  it("is added to the contact's history, is sent to webhooks, and remains after the disposition is deleted", async () => {
    const { id: connection } = (await first("POST", "/v4/callback/authentication/", { name: "Hook" })) as {
      id?: string;
    };
    const hook = {
      name: "Hook",
      callbackServerConfigId: connection,
      url: "http://127.0.0.1:9/",
      eventType: "dispo_status",
    };
    await call("POST", "/v4/callback/configuration/", hook);
    await call("POST", "/v4/disposition/", { key: "Passing", ...plain });
    expect(await give(contact, { key: "passing", note: "Nice" })).toMatchObject({
      key: "Passing",
      source: "page",
      note: "Nice",
      by: "owner",
      reason: null,
    });
    await call("DELETE", "/v4/disposition", { key: "passing" });
    expect(await give(contact, { key: "passing" })).toMatchObject({
      status: 404,
      message: 'Disposition "passing" not found',
    });
    expect(await first("GET", `/v4/contact/${contact}/disposition/`)).toMatchObject({ key: "Passing" });
    expect(await first("GET", `/v4/contact/${contact}/history/`)).toMatchObject({
      kind: "disposition",
      title: "Disposition: Passing",
      detail: "by owner · Nice",
    });
    const sql =
      "select payload -> 'data' ->> 'disposition' d from effect where account_id = $1 and kind = 'deliverEvent'";
    expect(await ask(db, world, sql)).toEqual([{ d: "Passing" }]);
  });

  it("is refused if it is turned off, for the other direction, of another work group, or on an unanswered contact", async () => {
    const ann = await server.user(account, "member", ["inbox-use"]);
    await call("POST", "/v4/workgroup/", { name: "Closers" });
    await call("POST", "/v4/disposition/", { key: "Closed", ...plain, workGroups: ["Closers"] });
    const as = { cookie: ann.cookie };
    expect(await give(contact, { key: "Closed" }, as)).toMatchObject({
      status: 409,
      message: '"Closed" is only for the work groups Closers',
    });
    const group = (await call("GET", "/v4/workgroup/")).body.payload.find(({ name }) => name === "Closers")!;
    await call("PUT", `/v4/workgroup/${group["workGroupId"]}/`, { name: "Closers", members: [{ userId: ann.userId }] });
    expect(await give(contact, { key: "Closed" }, as)).toMatchObject({ status: 200, by: "Test User" });
    expect(await give(contact, { key: "Busy" })).toMatchObject({
      message: '"Busy" cannot be chosen because it is turned off for agents',
    });
    const made = await first("POST", "/v4/simulator/call", { from: handsets(1)[0], to: world.number });
    const { callId } = made as { callId?: string };
    expect(await give(contact, { key: "No answer", callId })).toMatchObject({
      status: 409,
      message: '"No answer" is only for outbound calls',
    });
    expect(await give(contact, { key: "Answered", callId })).toMatchObject({ source: "call", callId });
    expect(await give(capped, { key: "Answered", callId })).toMatchObject({ status: 404 });
    expect(await give(contact, { key: "Answered", holdId: account })).toMatchObject({ status: 404 });
    expect((await call("GET", `/v4/contact/${contact}/disposition/?callId=${callId}`)).body.payload).toHaveLength(1);
  });

  it("the tag dnc adds the number to the do-not-contact list as the account's own entry", async () => {
    await give(capped, { key: "Do not contact" });
    const { payload } = (await call("GET", `/v4/dnc/?phone=${encodeURIComponent(handsets(2)[1]!)}`)).body;
    expect(payload.map(({ type, party, source, reason }) => [type, party, source, reason])).toEqual(
      ["call", "rcs", "sms"].map((type) => [type, "account", "disposition", "Do not contact"]),
    );
  });

  it("enrolls in its workflow unless a frequency cap refuses with the reason (I9)", async () => {
    const others = await makeContacts(db, world, handsets(20, 10));
    const campaign = await makeCampaign(db, world, wait, { frequencyDays: 7 });
    const key = "Again";
    await call("POST", "/v4/disposition/", { key, ...plain, triggeredCampaignId: campaign.campaignId });
    const batches = await Promise.all([1, 2].map(() => runBatch(db, world, campaign, others)));
    const [given] = await Promise.all([
      Promise.all(others.map((one) => give(one, { key }))),
      ...batches.map(async (batch) => {
        while (await enrolBatch(db, account, batch, 700, 5));
      }),
    ]);
    const outcomes = new Set(given.map((one) => (one as { reason?: string | null }).reason ?? "entered"));
    for (const outcome of outcomes) expect(["entered", "frequency"]).toContain(outcome);
    expect(await give(others[0]!, { key })).toMatchObject({
      reason: "frequency",
      reasonText: "the contact was in this workflow too recently",
    });
    const count = (what: string) => ask(db, world, `select count(*)::int n from ${what}`);
    const of = `account_id = $1 and campaign_id = '${campaign.campaignId}'`;
    expect(await count(`journey where ${of}`)).toEqual([{ n: 20 }]);
    expect(await count(`journey where ${of} group by contact_id having count(*) > 1`)).toEqual([]);
    const sum = `select coalesce(sum(b.enrolled), 0)::int enrolled, coalesce(sum(b.filtered), 0)::int filtered
      from batch_count b join batch t using (account_id, batch_id) where b.account_id = $1 and t.campaign_id = '${campaign.campaignId}'`;
    // Two batches and the dispositions over twenty contacts each, and one more disposition.
    expect(await ask(db, world, sum)).toEqual([{ enrolled: 20, filtered: 41 }]);
  });

  it("reports that a deleted workflow was not started", async () => {
    const { campaignId } = await makeCampaign(db, world, wait);
    await call("POST", "/v4/disposition/", { key: "Gone", ...plain, triggeredCampaignId: campaignId });
    await call("DELETE", `/v4/campaign/${campaignId}/`);
    expect(await give(contact, { key: "Gone" })).toMatchObject({ status: 200, reason: "campaign_deleted" });
  });
});

describe("contacts by disposition (spec 2 §3.8, §3.10)", () => {
  // One with Sale and then Busy, and one without a disposition.
  let given = "";
  let other = "";
  beforeAll(async () => {
    [given = "", other = ""] = await makeContacts(db, world, handsets(2, 900));
    await call("PUT", "/v4/disposition", { ...busyByDefault, selectable: true });
    for (const key of ["Sale", "Busy"]) expect(await give(given, { key })).toMatchObject({ status: 200 });
  });

  it.for<[string, string, string, boolean, boolean]>([
    ["disposition", "EQUALS", "busy", true, false],
    ["disposition", "EQUALS", "Sale", false, false],
    ["disposition", "EQUALS_ONE_OF", "Sale\nBusy", true, false],
    ["disposition", "DN_EQUALS", "Busy", false, true],
    ["disposition", "BEGINS_WITH", "bu", true, false],
    ["disposition", "EXISTS", "", true, false],
    ["disposition", "DN_EXISTS", "", false, true],
    ["dispositions", "CONTAINS", "Sale", true, false],
    ["dispositions", "CONTAINS_ONE_OF", "Sale,Nothing", true, false],
    ["dispositions", "DN_CONTAINS", "sale", false, true],
    ["dispositions", "EQUALS", "Sale,Busy", true, false],
    ["dispositions", "ENDS_WITH", "Busy", true, false],
    ["dispositions", "GT_THAN", "Aaa", true, false],
    ["dispositions", "LT_THAN", "Aaa", false, false],
  ])("%s %s %j", async ([variable, operation, value, isGiven, isOther]) => {
    const text = encodeURIComponent(JSON.stringify([{ variable, operation, value }]));
    const found = (await call("GET", `/v4/contact/?limit=500&statements=${text}`)).body.payload;
    const ids = found.map(({ contactId }) => contactId);
    expect([ids.includes(given), ids.includes(other)]).toEqual([isGiven, isOther]);
    const counted = await first("POST", "/v4/contact/count", { statements: [{ variable, operation, value }] });
    expect((counted as { count?: number }).count).toBe(ids.length);
  });

  it("can be enrolled by a run", async () => {
    const { campaignId } = await makeCampaign(db, world, wait);
    const statements = [{ variable: "dispositions", operation: "EQUALS", value: "Sale,Busy" }];
    const made = await first("POST", `/v4/campaign/${campaignId}/batch/`, {
      displayName: "Given",
      statements,
      start: true,
    });
    await enrolBatch(db, account, (made as { batchId?: string }).batchId ?? "", 700, 500);
    expect(
      await ask(db, world, `select contact_id id from journey where account_id = $1 and campaign_id = '${campaignId}'`),
    ).toEqual([{ id: given }]);
  });
});

describe("references to a workflow are listed before it is deleted (spec 1 §2.1)", () => {
  it("lists dispositions, current and scheduled runs, and nodes and keys of other workflows", async () => {
    const { campaignId } = await makeCampaign(db, world, wait);
    const { campaignId: alone } = await makeCampaign(db, world, wait);
    await call("POST", "/v4/disposition/", { key: "Starts it", ...plain, triggeredCampaignId: campaignId });
    const run = { displayName: "To come", contactIds: [contact], start: true };
    await call("POST", `/v4/campaign/${campaignId}/batch/`, { ...run, displayName: "Under way" });
    await call("POST", `/v4/campaign/${campaignId}/batch/schedule`, {
      dayOfWeek: 127,
      timeOfDay: "09:30",
      timezoneId: -20,
      createBatchRequest: { displayName: "Daily", statements: [] },
    });
    const start = { type: "workflow", value: campaignId };
    const key = { number: 1, action: "workflow", actionContext: campaignId, useAiRewording: false };
    const leads = await makeCampaign(db, world, [
      { id: 1, type: "start", children: [2] },
      { id: 2, type: "call", answerAction: "textToSpeech", textToSpeechText: "Hi", dtmfActions: [key], children: [3] },
      { id: 3, type: "control", children: [] },
    ]);
    const menu = { menuId: "first", say: "Hello.", options: [{ dtmfKey: 1, say: "Press 1.", actions: [start] }] };
    await call("POST", "/v4/ivr", {
      ivrName: "reception",
      configurationOptions: { ttsVoice: "en-us-standard-male-1", say: "Again?", maxAttemptsSay: "Goodbye." },
      menus: [menu],
    });
    const { payload } = (await call("GET", `/v4/campaign/uses?campaignIds=${campaignId},${alone}`)).body;
    expect(payload.map(({ campaignId: of, kind, name, id }) => [of, kind, kind === "workflow" ? id : name])).toEqual([
      [campaignId, "disposition", "Starts it"],
      [campaignId, "ivr", "reception"],
      [campaignId, "recurring", "Daily"],
      [campaignId, "run", "Under way"],
      [campaignId, "workflow", leads.campaignId],
    ]);
    await call("DELETE", `/v4/campaign/${leads.campaignId}/`);
    const left = (await call("GET", "/v4/campaign/uses")).body.payload.filter(
      ({ campaignId: of }) => of === campaignId,
    );
    expect(left.map(({ kind }) => kind)).toEqual(["disposition", "ivr", "recurring", "run"]);
  });
});
