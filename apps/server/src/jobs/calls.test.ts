import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { openEgress } from "../egress/egress.ts";
import { moveCall } from "../inbound/moveCall.ts";
import { sumBatchCost } from "../store/batchList.ts";
import type { Database } from "../store/database.ts";
import { listBroken } from "../store/invariants.ts";
import { listHandsets } from "../store/simulator.ts";
import { type LegRow, listHandsetCalls } from "../store/simulatorCall.ts";
import type { Worker } from "../worker.ts";

let db: Database;
let worker: Worker;
const world = { publicUrl: "https://trunkline.example", pace: 0.02 };
beforeAll(async () => {
  db = await freshDatabase({ connections: 14 });
  worker = quickWorker(db, {
    publicUrl: world.publicUrl,
    egress: openEgress({ allow: ["127.0.0.0/8"] }),
    unknownAfterMs: 300,
    simulator: { timeoutMs: 100, callPace: world.pace },
  });
});
afterAll(() => worker.stop());

const callNode = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  answerAction: "textToSpeech",
  textToSpeechVoice: "en-us-standard-male-1",
  textToSpeechText: "Hello ${firstName}",
  audioUrl: "",
  audioTimeout: 3,
  useAiRewording: false,
  dtmfActions: [],
  statusCallbackUrl: "",
  fallbackUrl: "",
  record: false,
  recordCallbackUrl: "",
  ifMachine: "continue",
  ifMachineCallbackUrl: "",
  ...more,
});
const flow = (own: Record<string, unknown>): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "call", children: [3], ...own },
  { id: 3, type: "control", children: [] },
];

/** Calls one phone and answers how it went when the run is over. */
async function callOnce(one: EngineWorld, phone: string, own = callNode()) {
  const contacts = await makeContacts(db, one, [phone]);
  const batch = await runBatch(db, one, await makeCampaign(db, one, flow(own)), contacts);
  return { batch, over: () => until("the run is done", async () => (await statusOf(db, one, batch)) === "done") };
}
const vars = async (one: EngineWorld): Promise<Record<string, string>> =>
  (await ask<{ vars: Record<string, string> }>(db, one, "select vars from journey where account_id = $1"))[0]?.vars ??
  {};
const calls = (one: EngineWorld) =>
  ask<{
    state: string;
    line: string | null;
    reason: string | null;
    keys: string;
    answered_by: string | null;
    cost: number;
  }>(
    db,
    one,
    "select state, line, reason, keys, answered_by, cost_micros cost from call where account_id = $1 order by call_id",
  );
const onHandset = (one: EngineWorld, phone: string): Promise<LegRow[]> =>
  db.tx([one.account], (q) => listHandsetCalls(q, one.account, phone));
const said = (leg: LegRow | undefined): string[] => (leg?.log ?? []).map((note) => `${note.kind} ${note.text}`);

/** Waits until a phone's newest call is in a state, and answers it. */
async function legIn(one: EngineWorld, phone: string, now: LegRow["line"]["now"]["is"]): Promise<LegRow> {
  let leg: LegRow | undefined;
  await until(`${phone} is ${now}`, async () => {
    leg = (await onHandset(one, phone)).at(-1);
    return leg?.line.now.is === now;
  });
  return leg as LegRow;
}
const act = (one: EngineWorld, leg: LegRow, input: Parameters<typeof moveCall>[2] extends never ? never : object) =>
  db.tx([one.account], (q) => moveCall(q, leg, () => [{ legId: leg.legId, input: input as never }], world));
const broken = (one: EngineWorld) => db.tx([one.account], (q) => listBroken(q, one.account));

describe("a call node (spec 2 §3.3)", () => {
  it("rings the handset, speaks when somebody answers, and the journey goes on when the call has ended", async () => {
    const one = await makeWorld(db);
    const { batch, over } = await callOnce(one, "+13035567001");
    const leg = await legIn(one, "+13035567001", "ringing");
    expect(leg.number).toBe(one.number);
    await act(one, leg, { input: "answer", by: "human" });
    await over();
    expect(said((await onHandset(one, "+13035567001"))[0])).toEqual([
      "note Answered",
      "said Hello Ann",
      "note The call was ended",
    ]);
    expect(await vars(one)).toMatchObject({
      "node2.status": "completed",
      "node2.answeredBy": "human",
      "node2.digits": "",
    });
    expect(await calls(one)).toMatchObject([{ state: "accepted", line: "completed", cost: 14_000 }]);
    expect(await db.tx([one.account], (q) => sumBatchCost(q, one.account, batch))).toEqual({
      texts: 0,
      segments: 0,
      costMicros: 14_000,
    });
    expect(await broken(one)).toEqual([]);
  });

  it.each([
    ["0061", "busy", "call_busy", "the line was busy"],
    ["0062", "no-answer", "call_no_answer", "nobody answered"],
    ["0067", "busy", "call_busy", "the line was busy"],
  ])("a number that ends in %s is told as %s, and the journey goes on", async (suffix, status, reason, words) => {
    const one = await makeWorld(db);
    const { over } = await callOnce(one, `+1303556${suffix}`);
    await over();
    expect(await vars(one)).toMatchObject({ "node2.status": status, "node2.answeredBy": "" });
    const steps = await ask(
      db,
      one,
      "select because, data->>'reason' reason from step where account_id = $1 and node = 2 and outcome = 0",
    );
    expect(steps).toEqual([{ because: words, reason }]);
    expect(await broken(one)).toEqual([]);
  });

  it("a machine hears the message after its beep; with hang up it hears nothing", async () => {
    const one = await makeWorld(db);
    await (await callOnce(one, "+13035560063")).over();
    expect(said((await onHandset(one, "+13035560063"))[0])).toContain("said Hello Ann");
    const other = await makeWorld(db);
    await (await callOnce(other, "+13035560064", callNode({ ifMachine: "hangup" }))).over();
    expect(said((await onHandset(other, "+13035560064"))[0])).toEqual([
      "note The machine's greeting ends without a beep",
      "note The call was ended",
    ]);
    expect(await vars(other)).toMatchObject({ "node2.answeredBy": "machine" });
  });

  it("is refused, lost or in doubt as a text is, and never placed twice", async () => {
    const refused = await makeWorld(db);
    await (await callOnce(refused, "+13035560066")).over();
    expect(await calls(refused)).toMatchObject([{ state: "rejected", reason: "carrier_invalid_number" }]);
    const lost = await makeWorld(db);
    await (await callOnce(lost, "+13035560098")).over();
    expect(await calls(lost)).toMatchObject([{ state: "unknown", line: null }]);
    const found = await makeWorld(db);
    await (await callOnce(found, "+13035560099")).over();
    expect(await onHandset(found, "+13035560099")).toHaveLength(1);
    expect(await calls(found)).toMatchObject([{ line: "completed" }]);
    for (const one of [refused, lost, found]) expect(await broken(one)).toEqual([]);
  });

  it("is not placed to a contact on the call list, nor when the list changes while it is queued", async () => {
    const one = await makeWorld(db);
    await ask(
      db,
      one,
      "insert into dnc (account_id, phone, type, source) values ($1, '+13035567005', 'call', 'page') returning 1",
    );
    await (await callOnce(one, "+13035567005")).over();
    expect(await calls(one)).toMatchObject([{ state: "blocked", reason: "dnc" }]);
    expect(await onHandset(one, "+13035567005")).toEqual([]);
  });
});

describe("keys (spec 2 §3.3, decisions)", () => {
  const keys = (...rows: [number, string, string][]) =>
    callNode({
      dtmfActions: rows.map(([number, action, actionContext]) => ({
        number,
        action,
        actionContext,
        useAiRewording: false,
      })),
    });

  it("say, transfer to a second handset, and what the journey learns", async () => {
    const one = await makeWorld(db);
    const { over } = await callOnce(
      one,
      "+13035567010",
      keys([1, "say", "You pressed one, ${firstName}"], [2, "transferCaller", "+13035567011"]),
    );
    await act(one, await legIn(one, "+13035567010", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567010", "listening"), { input: "keys", keys: "1" });
    const speaking = await legIn(one, "+13035567010", "listening");
    expect(said(speaking)).toContain("said You pressed one, Ann");
    await act(one, speaking, { input: "keys", keys: "2" });
    const second = await legIn(one, "+13035567011", "ringing");
    expect(second.number).toBe("+13035567010");
    await act(one, second, { input: "answer", by: "human" });
    const first = await legIn(one, "+13035567010", "connected");
    const other = await legIn(one, "+13035567011", "connected");
    expect([first, other].map(({ line: { now } }) => (now.is === "connected" ? now.with : ""))).toEqual([
      "+13035567011",
      "+13035567010",
    ]);
    const listed = await db.tx([one.account], (q) => listHandsets(q, one.account, { limit: 10 }));
    expect(listed.find(({ handset }) => handset === "+13035567011")?.last).toBe("On a call with +13035567010");
    await act(one, other, { input: "hangUp" });
    await over();
    expect(await vars(one)).toMatchObject({ "node2.digits": "12", "node2.status": "completed" });
    expect(await broken(one)).toEqual([]);
  });

  it("do not contact ends the call and stops calls; texts too where one refusal is for everything", async () => {
    const one = await makeWorld(db, { stopCoversCalls: true });
    const { over } = await callOnce(one, "+13035567020", keys([9, "dnc", ""]));
    await act(one, await legIn(one, "+13035567020", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567020", "listening"), { input: "keys", keys: "9" });
    await over();
    expect(await ask(db, one, "select type, source from dnc where account_id = $1 order by type")).toEqual([
      { type: "call", source: "key" },
      { type: "rcs", source: "key" },
      { type: "sms", source: "key" },
    ]);
  });

  it("a voicemail is kept as a recording, a silent one where no microphone is", async () => {
    const one = await makeWorld(db);
    const { over } = await callOnce(one, "+13035567030", keys([10, "voicemailSay", "Leave a message"]));
    await act(one, await legIn(one, "+13035567030", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567030", "listening"), { input: "keys", keys: "*" });
    await legIn(one, "+13035567030", "recording");
    await over();
    expect(await vars(one)).toMatchObject({ "node2.digits": "*" });
    expect((await vars(one))["node2.recordingUrl"]).toMatch(/^https:\/\/trunkline\.example\/assets\/.*\.wav$/);
    const [asset] = await ask<{ type: string; bytes: number }>(
      db,
      one,
      "select a.type, c.bytes from asset a join asset_content c using (account_id, sha256) where a.account_id = $1",
    );
    expect(asset).toMatchObject({ type: "recording" });
    expect(await ask(db, one, "select recording_id is not null kept from call where account_id = $1")).toEqual([
      { kept: true },
    ]);
  });

  it("a workflow is started while the call goes on", async () => {
    const one = await makeWorld(db);
    const other = await makeCampaign(db, one, [
      { id: 1, type: "start", children: [2] },
      { id: 2, type: "control", children: [] },
    ]);
    const { over } = await callOnce(one, "+13035567040", keys([3, "workflow", other.campaignId]));
    await act(one, await legIn(one, "+13035567040", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567040", "listening"), { input: "keys", keys: "3" });
    await over();
    await until(
      "the other workflow has run",
      async () =>
        (
          await ask(db, one, "select 1 from journey where account_id = $1 and campaign_id = $2 and status = 3", [
            other.campaignId,
          ])
        ).length === 1,
    );
  });
});

describe("a call script (spec 2 §3.3 callXml)", () => {
  /** A web server on loopback that serves scripts and hears callbacks. */
  async function scripts(pages: Record<string, string>) {
    const heard: { path: string; params: Record<string, string> }[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (part) => {
        body += part;
      });
      request.on("end", () => {
        const path = request.url ?? "";
        heard.push({ path, params: Object.fromEntries(new URLSearchParams(body)) });
        response.writeHead(path in pages ? 200 : 404).end(pages[path] ?? "");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return { at: (path: string) => `http://127.0.0.1:${port}${path}`, heard, close: () => server.close() };
  }
  const own = (url: string, more: Record<string, unknown> = {}) => ({
    url,
    statusCallbackUrl: "",
    fallbackUrl: "",
    record: false,
    recordCallbackUrl: "",
    ifMachine: "continue",
    ifMachineCallbackUrl: "",
    ifMachineCallbackUrlMethod: "POST",
    ...more,
  });

  it("is asked for when somebody answers, gathers digits, asks for the next one and tells how the call ended", async () => {
    const one = await makeWorld(db);
    const web = await scripts({
      "/first.xml": '<Response><Gather action="second.xml" numDigits="1"><Say>Press</Say></Gather></Response>',
      "/second.xml": "<Response><Say>Thank you</Say></Response>",
      "/status": "ok",
    });
    const { over } = await callOnce(
      one,
      "+13035560068",
      own(web.at("/first.xml"), { statusCallbackUrl: web.at("/status"), record: true }),
    );
    await over();
    await until("the status was told", async () => web.heard.length === 3);
    expect(web.heard.map(({ path, params }) => [path, params["digits"], params["callStatus"]])).toEqual([
      ["/first.xml", undefined, "in-progress"],
      ["/second.xml", "1", "in-progress"],
      ["/status", undefined, "completed"],
    ]);
    expect(web.heard[0]?.params).toMatchObject({ accountSid: one.account, from: one.number, to: "+13035560068" });
    expect(said((await onHandset(one, "+13035560068"))[0])).toContain("said Thank you");
    expect((await vars(one))["node2.recordingUrl"]).toMatch(/\.wav$/);
    web.close();
    expect(await broken(one)).toEqual([]);
  });

  it("hears what is said, as text, and sends a text through the queue of texts (telecom-domain §9)", async () => {
    const one = await makeWorld(db);
    const web = await scripts({
      "/ask.xml": '<Response><GetSpeech action="said.xml" timeout="900"><Say>Who?</Say></GetSpeech></Response>',
      "/said.xml": "<Response><Sms>Your code is 7</Sms><Say>It is on its way</Say></Response>",
    });
    const { over } = await callOnce(one, "+13035567050", own(web.at("/ask.xml")));
    await act(one, await legIn(one, "+13035567050", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567050", "hearing"), { input: "said", text: "It is Ann" });
    await over();
    expect(web.heard.map(({ path, params }) => [path, params["speechResult"]])).toEqual([
      ["/ask.xml", undefined],
      ["/said.xml", "It is Ann"],
    ]);
    const text = async () =>
      (
        await ask<{ body: string; state: string; to_number: string; from_number: string }>(
          db,
          one,
          "select body, state, to_number, from_number from message where account_id = $1",
        )
      )[0];
    await until("the text was sent", async () => (await text())?.state === "accepted");
    expect(await text()).toMatchObject({ body: "Your code is 7", to_number: "+13035567050", from_number: one.number });
    expect(said((await onHandset(one, "+13035567050"))[0])).toEqual([
      "note Answered",
      "said Who?",
      "note You said: It is Ann",
      "said It is on its way",
      "note The call was ended",
    ]);
    expect(
      (
        await ask<{ type: string }>(
          db,
          one,
          "select type from call_event where account_id = $1 and type in ('speech', 'fetchScript', 'sms', 'document') order by event_id",
        )
      ).map(({ type }) => type),
    ).toEqual(["fetchScript", "document", "speech", "fetchScript", "document", "sms"]);
    // what is over keeps nothing of its script
    expect(await ask(db, one, "select session->'plan' plan from call where account_id = $1")).toEqual([
      { plan: { human: [], machine: null } },
    ]);
    web.close();
    expect(await broken(one)).toEqual([]);
  });

  it("plays its last recording, enters a conference, and says what cannot be had (telecom-domain §9)", async () => {
    const one = await makeWorld(db);
    const web = await scripts({
      "/script.xml": `<Response><Record fileFormat="mp3"/><PlayLastRecording/>
        <Record background="false" fileFormat="mp3" timeout="600"/><PlayLastRecording/>
        <Dial timeLimit="9000"><Conference muted="true" startConferenceOnEnter="false" endConferenceOnExit="true"
          waitUrl="hold.mp3">sales</Conference></Dial></Response>`,
    });
    const { over } = await callOnce(one, "+13035567060", own(web.at("/script.xml")));
    await act(one, await legIn(one, "+13035567060", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567060", "recording"), { input: "silent" });
    const inside = await legIn(one, "+13035567060", "connected");
    expect(inside.line.now).toMatchObject({ with: "sales", room: { begun: false, music: web.at("/hold.mp3") } });
    await act(one, inside, { input: "hangUp" });
    await over();
    const [recording] = await ask<{ data: { recordingUrl: string } }>(
      db,
      one,
      "select data from call_event where account_id = $1 and type = 'recorded'",
    );
    expect(said((await onHandset(one, "+13035567060"))[0])).toEqual([
      "note Answered",
      "note This call is recorded",
      `recorded ${recording?.data.recordingUrl}`,
      `replayed ${recording?.data.recordingUrl}`,
      "beep Beep",
      "note Waits for the conference sales",
      "note Muted: nobody in the conference hears this phone",
      `played ${web.at("/hold.mp3")}`,
      "note You hung up",
    ]);
    const events = await ask<{ type: string; data: Record<string, unknown> | null }>(
      db,
      one,
      "select type, data from call_event where account_id = $1 order by event_id",
    );
    const rules = { muted: true, beep: true, waits: true, ends: true, alone: true };
    expect(
      events
        .filter(({ type }) => ["nothingRecorded", "recorded", "enteredRoom", "callRecorded"].includes(type))
        .map(({ type, data }) => [type, type === "enteredRoom" ? data : (data?.["asked"] ?? null)]),
    ).toEqual([
      ["nothingRecorded", null],
      ["recorded", "mp3"],
      ["enteredRoom", { room: "sales", ...rules }],
      ["callRecorded", "mp3"],
    ]);
    web.close();
    expect(await broken(one)).toEqual([]);
  });

  it("that is broken is replaced by its fallback; without one the step names the line", async () => {
    const web = await scripts({
      "/bad.xml": "<Response>\n<Sing/></Response>",
      "/good.xml": "<Response><Say>Sorry</Say></Response>",
    });
    const one = await makeWorld(db);
    await (await callOnce(one, "+13035560060", own(web.at("/bad.xml"), { fallbackUrl: web.at("/good.xml") }))).over();
    expect(said((await onHandset(one, "+13035560060"))[0])).toContain("said Sorry");
    const other = await makeWorld(db);
    await (await callOnce(other, "+13035560060", own(web.at("/bad.xml")))).over();
    const steps = await ask<{ because: string }>(
      db,
      other,
      "select because from step where account_id = $1 and node = 2 and outcome = 0",
    );
    expect(steps[0]?.because).toContain("Line 2: <Sing> is not an element of a call script");
    web.close();
  });
});
