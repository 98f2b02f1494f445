import { describe, expect, it } from "vitest";
import { ask, makeCampaign, makeContacts, runBatch, statusOf, until } from "../../../test/engineWorld.ts";
import { callFlow, callNode, callXmlNode } from "../../../test/ownCalls.ts";
import { ownProvider, type ProviderWorld } from "../../../test/ownProvider.ts";
import { routeCalls } from "../../../test/routeCalls.ts";
import { scripts } from "../../../test/scripts.ts";
import { testLimitMs } from "../../../test/waitLimit.ts";
import { listBroken } from "../../store/invariants.ts";

const own = await ownProvider();
const { db, startOne, makeProviderWorld } = own;

const phone = "+13035550188";
const john = "Google.en-US-Standard-B";

/** Calls one contact. */
async function run(world: ProviderWorld, node: Record<string, unknown> = callNode()) {
  const contacts = await makeContacts(db, world, [phone]);
  const batch = await runBatch(db, world, await makeCampaign(db, world, callFlow(node)), contacts);
  // a new worker sees what is there at once
  startOne();
  return {
    call: () => own.provider.callTo(phone),
    over: () => until("the run is done", async () => (await statusOf(db, world, batch)) === "done"),
  };
}
const calls = (world: ProviderWorld) =>
  ask<{ state: string; line: string | null; reason: string | null; answered_by: string | null; keys: string }>(
    db,
    world,
    "select state, line, reason, answered_by, keys from call where account_id = $1 order by call_id",
  );
const eventsOf = async (world: ProviderWorld) =>
  (await ask<{ type: string }>(db, world, "select type from call_event where account_id = $1 order by event_id")).map(
    ({ type }) => type,
  );
const isSound = async (world: ProviderWorld) => {
  expect(own.provider.mistakes).toEqual([]);
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
};
const inbound = async (callXml: string, settings = {}) => {
  const world = await makeProviderWorld(settings);
  await routeCalls(db, world, { callXml });
  startOne();
  return { world, call: await own.call(world, phone, world.number) };
};

describe("a call of a workflow through a provider with the Twilio API", () => {
  it("speaks when it is answered, takes a key, and the journey continues", async () => {
    const world = await makeProviderWorld();
    const dtmfActions = [{ number: 5, action: "say", actionContext: "Five it is", useAiRewording: false }];
    const { call, over } = await run(world, callNode({ dtmfActions }));
    const line = await call();
    expect(Object.fromEntries(line.asked)).toMatchObject({
      To: phone,
      From: world.number,
      MachineDetection: "DetectMessageEnd",
    });
    await line.answer("human");
    await line.press("5");
    expect(line.log).toEqual([`say (${john}) Hello Ann`, `say (${john}) Five it is`]);
    if (!line.hasEnded) await line.press("");
    await over();
    expect(await calls(world)).toMatchObject([
      { state: "accepted", line: "completed", answered_by: "human", keys: "5" },
    ]);
    await isSound(world);
  });

  it.each([
    ["busy", "busy", "call_busy"],
    ["no-answer", "no_answer", "call_no_answer"],
    ["failed", "failed", "call_failed"],
    ["canceled", "cancelled", "call_cancelled"],
  ])("that ends %s is reported so", async (status, line, reason) => {
    const world = await makeProviderWorld();
    const { call, over } = await run(world);
    await (await call()).end(status, 0);
    await over();
    expect(await calls(world)).toMatchObject([{ line, reason: null }]);
    expect(
      await ask(
        db,
        world,
        "select data->>'reason' reason from step where account_id = $1 and node = 2 and outcome = 0",
      ),
    ).toEqual([{ reason }]);
    await isSound(world);
  });

  it.each([
    ["machine_end_beep", "machine", ["say"]],
    ["machine_end_silence", "machine", ["say"]],
    ["machine_end_other", "machine", ["say"]],
    ["fax", "fax", ["say"]],
    ["unknown", "unknown", ["say"]],
  ])("answered by %s leaves its message, as %s", async (by, answeredBy, heard) => {
    const world = await makeProviderWorld();
    const { call, over } = await run(world);
    const line = await call();
    await line.answer(by);
    await over();
    expect(line.log.map((words) => words.split(" ")[0])).toEqual(heard);
    expect(await calls(world)).toMatchObject([{ answered_by: answeredBy }]);
  });

  it("hangs up on a machine as soon as it is detected, where the node says so", async () => {
    const world = await makeProviderWorld();
    const { call, over } = await run(world, callNode({ ifMachine: "hangup" }));
    const line = await call();
    expect(line.asked.get("MachineDetection")).toBe("Enable");
    await line.answer("machine_start");
    await over();
    expect(line.log).toEqual([]);
    expect(await calls(world)).toMatchObject([{ answered_by: "machine", line: "completed" }]);
  });

  it("asks the next script with the keys, and the fallback for a script that is gone", async () => {
    const world = await makeProviderWorld();
    const web = await scripts({
      "/first.xml": '<Response><Gather action="gone.xml" numDigits="2"><Say>Press</Say></Gather></Response>',
      "/fallback.xml": "<Response><Say>Please call us back</Say></Response>",
    });
    const { call, over } = await run(
      world,
      callXmlNode(web.at("/first.xml"), { fallbackUrl: web.at("/fallback.xml") }),
    );
    const line = await call();
    await line.answer("human");
    expect((await line.until("Gather")).attributes.get("numDigits")).toBe("2");
    await line.press("42");
    await over();
    expect(web.heard.map(({ path, params }) => [path, params["digits"]])).toEqual([
      ["/first.xml", undefined],
      ["/gone.xml", "42"],
      ["/fallback.xml", undefined],
    ]);
    expect(line.log.at(-1)).toContain("Please call us back");
    expect(await calls(world)).toMatchObject([{ keys: "42" }]);
    web.close();
    await isSound(world);
  });

  it("hears speech, and silence", async () => {
    const world = await makeProviderWorld();
    const web = await scripts({
      "/ask.xml": '<Response><GetSpeech action="said.xml" timeout="5"><Say>Who?</Say></GetSpeech></Response>',
      "/said.xml": '<Response><GetSpeech action="quiet.xml" timeout="5" playBeep="true"/></Response>',
      "/quiet.xml": "<Response/>",
    });
    const { call, over } = await run(world, callXmlNode(web.at("/ask.xml")));
    const line = await call();
    await line.answer("human");
    await line.until("Gather");
    await line.say("It is Ann");
    await line.until("Gather");
    await line.press("");
    await over();
    expect(web.heard.map(({ params }) => params["speechResult"])).toEqual([undefined, "It is Ann", ""]);
    web.close();
    await isSound(world);
  });

  it("is recorded where the node says so, and the recording is deleted at the provider where the connection says so", async () => {
    const world = await makeProviderWorld({ deletesRecordings: true });
    const { call, over } = await run(world, callNode({ record: true }));
    await (await call()).answer("human");
    await over();
    await until("it is stored", async () => (await eventsOf(world)).includes("callRecorded"));
    expect(
      await ask(
        db,
        world,
        "select a.content_type type from call c join asset a using (account_id, call_id) where c.account_id = $1",
      ),
    ).toEqual([{ type: "audio/wav" }]);
    await until("it is deleted", async () => own.provider.deleted.length === 1);
    await isSound(world);
  });

  it("that the provider takes without an answer is in doubt until its first event, and never placed twice", async () => {
    const world = await makeProviderWorld();
    own.provider.doesCall = (_to, count) => (count === 1 ? "acceptAndFail" : "acceptAndDrop");
    const { call, over } = await run(world);
    const line = await call();
    await until("it is in doubt", async () => (await calls(world))[0]?.state === "in_doubt");
    await line.answer("human");
    await over();
    expect(await calls(world)).toMatchObject([{ state: "accepted", line: "completed", reason: null }]);
    expect(own.provider.calls).toHaveLength(1);
    await isSound(world);
  });

  it("that no event names is unknown in the end, and never placed again", async () => {
    const world = await makeProviderWorld();
    own.provider.doesCall = () => "acceptAndDrop";
    const { over } = await run(world);
    await until("it is in doubt", async () => (await calls(world))[0]?.state === "in_doubt");
    await ask(
      db,
      world,
      "update call set submitted = submitted - $2 * interval '1 ms', updated = updated - $2 * interval '1 ms' where account_id = $1 returning 1",
      [2 * testLimitMs],
    );
    await over();
    expect(await calls(world)).toMatchObject([{ state: "unknown" }]);
    expect(own.provider.calls).toHaveLength(1);
  });

  it("may be reported early, late, twice and in any order", async () => {
    const world = await makeProviderWorld();
    own.provider.doesCall = () => "statusFirst";
    const { call, over } = await run(world);
    const line = await call();
    const first = line.asked.get("Url") ?? "";
    await line.answer("human");
    await over();
    const before = await eventsOf(world);
    expect((await own.provider.post(first, line.fields({ AnsweredBy: "human" }))).body).toContain("<Hangup/>");
    for (const status of ["ringing", "in-progress", "completed", "busy"]) await line.tellStatus(3, status);
    expect(await eventsOf(world)).toEqual(before);
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it.each([
    [21211, 400, "carrier_invalid_number"],
    [21215, 400, "carrier_account"],
    [20003, 403, "carrier_account"],
  ])("refused with %i is named on the call", async (code, status, reason) => {
    const world = await makeProviderWorld();
    own.provider.doesCall = () => ({ status, code });
    await (await run(world)).over();
    expect(await calls(world)).toMatchObject([{ state: "rejected", reason }]);
  });

  it("waits while the token is wrong, and is placed once it is right", async () => {
    const world = await makeProviderWorld();
    const { authToken } = own.provider;
    own.provider.authToken = "another token";
    const { call, over } = await run(world);
    await until("it was tried", async () =>
      (await ask<{ tries: number }>(db, world, "select attempt tries from call where account_id = $1")).some(
        ({ tries }) => tries > 0,
      ),
    );
    own.provider.authToken = authToken;
    await (await call()).answer("human");
    await over();
    expect(await calls(world)).toMatchObject([{ state: "accepted", reason: null }]);
  });

  it("waits while the provider throttles, and is placed once", async () => {
    const world = await makeProviderWorld();
    let tries = 0;
    own.provider.doesCall = () => (++tries < 3 ? { status: 429, code: 20429 } : "accept");
    const { call, over } = await run(world);
    await (await call()).answer("human");
    await over();
    expect(own.provider.calls).toHaveLength(1);
    expect(tries).toBe(3);
  });
});

describe("a call to a number of a provider", () => {
  it("is answered by the number's route, once however often it is reported", async () => {
    const { world, call } = await inbound("<Response><Gather numDigits='1'><Say>Welcome</Say></Gather></Response>");
    expect(call.log).toEqual([`say (${john}) Welcome`]);
    const at = `${own.publicUrl}/carriers/twilio/${world.account}/${world.connection}/calls`;
    expect((await own.provider.post(at, call.fields({ CallStatus: "ringing" }))).body).toContain("Welcome");
    expect(await calls(world)).toMatchObject([{ line: "in_progress" }]);
    await call.end("completed", 4);
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it("leaves a voicemail, which is stored", async () => {
    const world = await makeProviderWorld();
    await routeCalls(db, world, { destType: "voicemail", dest: "greeting" });
    startOne();
    const call = await own.call(world, phone, world.number);
    await call.until("Record");
    await call.record(5, "#");
    await until("the voicemail is there", async () => (await voicemails(world)).length === 1);
    expect(await voicemails(world)).toMatchObject([{ seconds: 5 }]);
    await isSound(world);
  });

  it("leaves a voicemail by hanging up, also when the end is reported before the recording", async () => {
    const world = await makeProviderWorld();
    await routeCalls(db, world, { destType: "voicemail", dest: "greeting" });
    startOne();
    const call = await own.call(world, phone, world.number);
    await call.until("Record");
    await call.record(6, "hangup");
    await until("the voicemail is there", async () => (await voicemails(world)).length === 1);
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it("records, plays the recording, and continues after silence", async () => {
    const { world, call } = await inbound(
      "<Response><Record background='false' fileFormat='mp3'/><PlayLastRecording/><Record background='false'/><Say>Bye</Say></Response>",
    );
    await call.until("Record");
    await call.record(3, "1");
    await call.until("Record");
    expect(call.log.at(-2)).toMatch(/^play https:.*\.mp3$/);
    await call.recordNothing();
    expect(call.log.at(-1)).toContain("Bye");
    await isSound(world);
  });

  it("rings other phones, and names the one that answered", async () => {
    const { world, call } = await inbound(
      "<Response><Dial timeout='20'><Number>+13035550111</Number></Dial><Say>No one is here</Say></Response>",
    );
    await call.until("Dial");
    expect(call.log).toEqual(["dial number +13035550111"]);
    await call.dialAnswers();
    await call.dialEnds("completed", 12);
    expect(await ask(db, world, "select answered_by_name name from call where account_id = $1")).toEqual([
      { name: "+13035550111" },
    ]);
    expect(call.log.at(-1)).toContain("No one is here");
    await isSound(world);
  });

  it("enters a conference with its music", async () => {
    const { world, call } = await inbound(
      "<Response><Dial><Conference muted='true' waitUrl='https://a.example/hold.mp3'>sales</Conference></Dial></Response>",
    );
    const dial = await call.until("Dial");
    const [room] = dial.children.filter((child) => typeof child === "object");
    expect(call.conference?.name).toBe(`room-${world.account}-sales`);
    const music = room?.attributes.get("waitUrl") ?? "";
    expect((await own.provider.post(music, call.fields())).body).toContain(
      '<Play loop="0">https://a.example/hold.mp3</Play>',
    );
    await until("it is reported", async () => (await eventsOf(world)).includes("enteredRoom"));
    await call.end("completed", 20);
    await isSound(world);
  });

  it.each([
    ["<Response><Reject reason='busy'/></Response>", "reject busy"],
    ["<Response><Reject/></Response>", "reject rejected"],
  ])("is rejected by %s", async (callXml, words) => {
    const { world, call } = await inbound(callXml);
    expect(call.log).toEqual([words]);
    await isSound(world);
  });

  it.each(["anonymous", "+266696687", "sip:ann@example.com"])("from %s is answered", async (from) => {
    const world = await makeProviderWorld();
    await routeCalls(db, world, { callXml: "<Response><Say>Welcome</Say></Response>" });
    const call = await own.call(world, from, world.number);
    expect(call.log).toEqual([`say (${john}) Welcome`]);
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it("to a number of no connection is rejected", async () => {
    const world = await makeProviderWorld();
    const call = await own.call(world, phone, "+13035550999");
    expect(call.log).toEqual(["reject rejected"]);
    expect(await calls(world)).toEqual([]);
  });

  it("is not changed by another connection of the account", async () => {
    const { world, call } = await inbound("<Response><Gather numDigits='1'><Say>Welcome</Say></Gather></Response>");
    const other = await own.connectAlso(world);
    const action = (await call.until("Gather")).attributes.get("action") ?? "";
    const answer = await own.provider.post(action.replace(world.connection, other), call.fields({ Digits: "1" }));
    expect(answer.body).toContain("<Hangup/>");
    expect(await calls(world)).toMatchObject([{ line: "in_progress", keys: "" }]);
  });

  it("with a wrong signature is refused", async () => {
    const world = await makeProviderWorld();
    const at = `${own.publicUrl}/carriers/twilio/${world.account}/${world.connection}/calls`;
    const { status } = await own.provider.post(at, { CallSid: "CA1", From: phone, To: world.number }, "Zm9yZ2Vk");
    expect(status).toBe(403);
    expect(await calls(world)).toEqual([]);
  });
});

const voicemails = (world: ProviderWorld) =>
  ask<{ seconds: number }>(db, world, "select seconds from voicemail where account_id = $1");
