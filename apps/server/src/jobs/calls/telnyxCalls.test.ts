import { describe, expect, it } from "vitest";
import { ask, makeCampaign, makeContacts, runBatch, statusOf, until } from "../../../test/engineWorld.ts";
import { callFlow, callNode, callXmlNode } from "../../../test/ownCalls.ts";
import { ownTelnyx, type TelnyxWorld } from "../../../test/ownTelnyx.ts";
import { routeCalls } from "../../../test/routeCalls.ts";
import { scripts } from "../../../test/scripts.ts";
import { testLimitMs } from "../../../test/waitLimit.ts";
import { listBroken } from "../../store/invariants.ts";

const { place, makeTelnyxWorld } = await ownTelnyx();
const { db, startOne, server } = place;

const phone = "+13035550188";
const desk = "+13035550166";
const matthew = "AWS.Polly.Matthew";

/** Calls one contact. */
async function run(world: TelnyxWorld, node: Record<string, unknown> = callNode()) {
  const contacts = await makeContacts(db, world, [phone]);
  const batch = await runBatch(db, world, await makeCampaign(db, world, callFlow(node)), contacts);
  startOne();
  return {
    call: () => place.provider.callTo(phone),
    over: () => until("the run is done", async () => (await statusOf(db, world, batch)) === "done"),
  };
}
const calls = (world: TelnyxWorld) =>
  ask<{ state: string; line: string | null; reason: string | null; answered_by: string | null; keys: string }>(
    db,
    world,
    "select state, line, reason, answered_by, keys from call where account_id = $1 order by call_id",
  );
const eventsOf = async (world: TelnyxWorld) =>
  (await ask<{ type: string }>(db, world, "select type from call_event where account_id = $1 order by event_id")).map(
    ({ type }) => type,
  );
const isSound = async (world: TelnyxWorld) => {
  expect(place.provider.mistakes).toEqual([]);
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
};
const ring = (world: TelnyxWorld, from = phone, to = world.number) => place.provider.ring(world.callsUrl, from, to);
/** Someone calls the number, whose route answers. */
async function inbound(to: Parameters<typeof routeCalls>[2]) {
  const world = await makeTelnyxWorld();
  await routeCalls(db, world, to);
  startOne();
  return { world, call: await ring(world) };
}

describe("a call of a workflow through Telnyx", () => {
  it("speaks when it is answered, takes a key, and the journey continues", async () => {
    const world = await makeTelnyxWorld();
    const dtmfActions = [{ number: 5, action: "say", actionContext: "Five it is", useAiRewording: false }];
    const { call, over } = await run(world, callNode({ dtmfActions }));
    const line = await call();
    expect(line.asked).toMatchObject({ to: phone, from: world.number, answering_machine_detection: "premium" });
    await line.answer("human_residence");
    await line.until("gather_using_speak");
    await line.press("5");
    await line.hears("Five it is");
    expect(line.log.slice(0, 2)).toEqual([`say (${matthew}) Hello Ann`, `say (${matthew}) Five it is`]);
    if (line.is !== "over") await line.hangUp();
    await over();
    expect(await calls(world)).toMatchObject([
      { state: "accepted", line: "completed", answered_by: "human", keys: "5" },
    ]);
    await isSound(world);
  });

  it.each([
    ["user_busy", "busy", "call_busy"],
    ["timeout", "no_answer", "call_no_answer"],
    ["unspecified", "failed", "call_failed"],
    ["originator_cancel", "cancelled", "call_cancelled"],
  ])("that ends with %s is reported so", async (cause, line, reason) => {
    const world = await makeTelnyxWorld();
    const { call, over } = await run(world);
    await (await call()).hangUp(cause);
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
    ["machine", "beep_detected", "machine"],
    ["machine", "no_beep_detected", "machine"],
    ["fax_detected", undefined, "fax"],
    ["not_sure", undefined, "unknown"],
  ])("answered by %s, %s, leaves its message", async (detected, greeting, answeredBy) => {
    const world = await makeTelnyxWorld();
    const { call, over } = await run(world);
    const line = await call();
    await line.answer(detected, greeting);
    await over();
    expect(line.log).toEqual([`say (${matthew}) Hello Ann`]);
    expect(await calls(world)).toMatchObject([{ answered_by: answeredBy }]);
    await isSound(world);
  });

  it("hangs up on a machine as soon as it is detected, where the node says so", async () => {
    const world = await makeTelnyxWorld();
    const { call, over } = await run(world, callNode({ ifMachine: "hangup" }));
    const line = await call();
    await line.answer("machine");
    await over();
    expect(line.log).toEqual([]);
    expect(await calls(world)).toMatchObject([{ answered_by: "machine", line: "completed" }]);
  });

  it("asks the next script with the keys, hears speech and silence, and the fallback for a script that is gone", async () => {
    const world = await makeTelnyxWorld();
    const web = await scripts({
      "/first.xml": '<Response><Gather action="ask.xml" numDigits="2"><Play>press.mp3</Play></Gather></Response>',
      "/press.mp3": "a sound",
      "/ask.xml": '<Response><GetSpeech action="said.xml" timeout="30"><Say>Who?</Say></GetSpeech></Response>',
      "/said.xml": '<Response><GetSpeech action="gone.xml" timeout="1" playBeep="true"/></Response>',
      "/fallback.xml": "<Response><Say>Please call us back</Say></Response>",
    });
    const node = callXmlNode(web.at("/first.xml"), { fallbackUrl: web.at("/fallback.xml") });
    const { call, over } = await run(world, node);
    const line = await call();
    await line.answer("human_business");
    expect(await line.until("gather_using_audio")).toMatchObject({ maximum_digits: 2, maximum_tries: 1 });
    await line.press("42");
    await line.until("transcription_start");
    await line.say("It is Ann");
    await over();
    const asked = web.heard.filter(({ path }) => path.endsWith(".xml"));
    expect(asked.map(({ path, params }) => [path, params["digits"], params["speechResult"]])).toEqual([
      ["/first.xml", undefined, undefined],
      ["/ask.xml", "42", undefined],
      ["/said.xml", undefined, "It is Ann"],
      ["/gone.xml", undefined, ""],
      ["/fallback.xml", undefined, undefined],
    ]);
    expect(line.log.at(-1)).toContain("Please call us back");
    web.close();
    await isSound(world);
  });

  it("is recorded where the node says so, once, and the recording is deleted at the provider where the connection says so", async () => {
    const world = await makeTelnyxWorld({ deletesRecordings: true });
    const { call, over } = await run(world, callNode({ record: true }));
    await (await call()).answer("human_residence");
    await over();
    await until("it is stored", async () => (await eventsOf(world)).includes("callRecorded"));
    expect(
      await ask(
        db,
        world,
        "select a.content_type type from call c join asset a using (account_id, call_id) where c.account_id = $1",
      ),
    ).toEqual([{ type: "audio/wav" }]);
    await until("it is deleted", async () => place.provider.deleted.length === 1);
    await isSound(world);
  });

  it("that the provider takes without an answer is in doubt until its first event, and never placed twice", async () => {
    const world = await makeTelnyxWorld();
    place.provider.doesCall = () => "acceptAndFail";
    const { call, over } = await run(world);
    const line = await call();
    await until("it is in doubt", async () => (await calls(world))[0]?.state === "in_doubt");
    await line.answer("human_residence");
    await over();
    expect(await calls(world)).toMatchObject([{ state: "accepted", line: "completed", reason: null }]);
    expect(place.provider.calls).toHaveLength(1);
    await isSound(world);
  });

  it("that no event names is unknown in the end, and never placed again", async () => {
    const world = await makeTelnyxWorld();
    place.provider.doesCall = () => "acceptAndDrop";
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
    expect(place.provider.calls).toHaveLength(1);
  });

  it("may be reported early, late, twice and in any order", async () => {
    const world = await makeTelnyxWorld();
    place.provider.doesCall = () => "statusFirst";
    const { call, over } = await run(world);
    const line = await call();
    // the detection overtakes the answer
    line.is = "up";
    await line.tell("call.machine.premium.detection.ended", { result: "human_residence" });
    await line.tell("call.answered");
    await over();
    const before = await eventsOf(world);
    await line.initiated();
    await line.tell("call.answered");
    await line.tell("call.speak.ended", { status: "completed" });
    await line.tell("call.hangup", { hangup_cause: "user_busy" });
    expect(await eventsOf(world)).toEqual(before);
    expect(await calls(world)).toMatchObject([{ line: "completed", answered_by: "human" }]);
    await isSound(world);
  });

  it.each([
    ["10016", 422, "carrier_invalid_number"],
    ["10010", 403, "carrier_account"],
  ])("refused with %s is named on the call", async (code, status, reason) => {
    const world = await makeTelnyxWorld();
    place.provider.doesCall = () => ({ status, code });
    await (await run(world)).over();
    expect(await calls(world)).toMatchObject([{ state: "rejected", reason }]);
  });

  it("waits while the provider throttles, and is placed once", async () => {
    const world = await makeTelnyxWorld();
    let tries = 0;
    place.provider.doesCall = () => (++tries < 3 ? { status: 429, code: "10011" } : "accept");
    const { call, over } = await run(world);
    await (await call()).answer("human_residence");
    await over();
    expect(place.provider.calls).toHaveLength(1);
    expect(tries).toBe(3);
  });
});

describe("a call to a number of Telnyx", () => {
  it("is answered by the number's route, once however often it is reported", async () => {
    const { world, call } = await inbound({
      callXml: "<Response><Gather numDigits='1'><Say>Welcome</Say></Gather></Response>",
    });
    await call.until("gather_using_speak");
    await place.provider.post(world.callsUrl, {
      event_type: "call.initiated",
      payload: { call_control_id: call.ref, direction: "incoming", from: phone, to: world.number },
    });
    expect(call.log).toEqual([`say (${matthew}) Welcome`]);
    expect(await calls(world)).toMatchObject([{ line: "in_progress" }]);
    await call.hangUp();
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it("takes a key at once while the first of several prompts is heard", async () => {
    const { world, call } = await inbound({
      callXml:
        "<Response><Gather numDigits='1'><Play>https://a.example/hi.mp3</Play><Say>Press a key</Say></Gather><Say>Bye</Say></Response>",
    });
    call.holdsPrompts = true;
    await call.until("playback_start");
    await call.key("7");
    await call.hears("Bye");
    expect(await calls(world)).toMatchObject([{ keys: "7" }]);
    expect(call.log).toEqual(["play https://a.example/hi.mp3", "stop", `say (${matthew}) Bye`]);
    await isSound(world);
  });

  it.each(["#", "hangup"])("leaves a voicemail that ends by %s, which is stored", async (by) => {
    const { world, call } = await inbound({ destType: "voicemail", dest: "greeting" });
    await call.until("record_start");
    await call.record(5, by);
    await until("the voicemail is there", async () => (await voicemails(world)).length === 1);
    expect(await voicemails(world)).toMatchObject([{ seconds: 5 }]);
    if (by === "hangup") expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it("records, plays the recording, and continues after silence", async () => {
    const { world, call } = await inbound({
      callXml:
        "<Response><Record background='false' fileFormat='mp3'/><PlayLastRecording/><Record background='false'/><Say>Bye</Say></Response>",
    });
    await call.until("record_start");
    await call.record(3, "silence");
    await call.hears(".mp3");
    await call.until("record_start");
    await call.record(0, "silence");
    await call.hears("Bye");
    await isSound(world);
  });

  it("rings other phones one after the other, is connected with the one that answers, and continues", async () => {
    const { world, call } = await inbound({
      callXml:
        "<Response><Dial timeout='20' sequential='true'><Number>+13035550111</Number><Number>+13035550112</Number></Dial><Say>Good bye</Say></Response>",
    });
    await (await place.provider.callTo("+13035550111")).hangUp("timeout");
    const second = await place.provider.callTo("+13035550112");
    await second.answer();
    await call.hears("bridge +13035550112");
    await second.hangUp();
    await call.hears("Good bye");
    expect(await ask(db, world, "select answered_by_name name from call where account_id = $1")).toEqual([
      { name: "+13035550112" },
    ]);
    await isSound(world);
  });

  it("hears the tone of a ringing phone, and continues when no phone can be rung", async () => {
    const world = await makeTelnyxWorld();
    await routeCalls(db, world, {
      callXml: "<Response><Dial><Number>+13035550111</Number></Dial><Say>No one is here</Say></Response>",
    });
    place.provider.doesCall = () => ({ status: 422, code: "10016" });
    startOne();
    const call = await ring(world);
    await call.hears("No one is here");
    const tone = call.log[0]?.replace("play ", "") ?? "";
    const answer = await server.api.app.inject(new URL(tone).pathname);
    expect(answer.headers["content-type"]).toBe("audio/wav");
    await isSound(world);
  });

  it("enters a conference with its music, which a second caller enters too", async () => {
    const { world, call } = await inbound({
      callXml:
        "<Response><Dial><Conference muted='true' waitUrl='https://a.example/hold.mp3'>sales</Conference></Dial></Response>",
    });
    await call.hears(`conference room-${world.account}-sales (https://a.example/hold.mp3)`);
    await until("it is reported", async () => (await eventsOf(world)).includes("enteredRoom"));
    const other = await ring(world, "+13035550189");
    await other.hears(`join room-${world.account}-sales`);
    await call.hears("mute");
    for (const one of [call, other]) await one.hangUp();
    await until("both are over", async () => (await calls(world)).every(({ line }) => line === "completed"));
    await isSound(world);
  });

  it.each([
    ["<Response><Reject reason='busy'/></Response>", "reject USER_BUSY"],
    ["<Response><Reject/></Response>", "reject CALL_REJECTED"],
  ])("is rejected by %s", async (callXml, words) => {
    const { world, call } = await inbound({ callXml });
    await until("it is over", async () => call.is === "over");
    expect(call.log).toEqual([words]);
    await isSound(world);
  });

  it("to a number of no connection is rejected", async () => {
    const world = await makeTelnyxWorld();
    const call = await ring(world, phone, "+13035550999");
    await until("it is over", async () => call.is === "over");
    expect(call.log).toEqual(["reject CALL_REJECTED"]);
    expect(await calls(world)).toEqual([]);
  });

  it("with a wrong signature is refused", async () => {
    const world = await makeTelnyxWorld();
    const payload = { call_control_id: "v3:1", direction: "incoming", from: phone, to: world.number };
    const forged = { signature: Buffer.alloc(64).toString("base64") };
    const answer = await place.provider.post(world.callsUrl, { event_type: "call.initiated", payload }, forged);
    expect(answer.status).toBe(403);
    expect(await calls(world)).toEqual([]);
  });
});

describe("a caller who waits for a user, over Telnyx", () => {
  const waits =
    "<Response><Enqueue waitUrl='https://a.example/hold.mp3'>support</Enqueue><Say>Good bye</Say></Response>";

  async function pick() {
    const { world, call } = await inbound({ callXml: waits });
    const user = await server.user(world.account, "owner");
    const by = (method: string, url: string, body?: object) =>
      server.call(method, url, { as: { cookie: user.cookie }, body });
    const phoneOf = async () =>
      (await by("GET", "/v4/agent/phone/")).body.payload[0] as unknown as {
        calls: { offerId: string; state: string }[];
        waiting: { callId: string }[];
      };
    await call.hears("conference queue-");
    await until("the caller is in the conference", async () =>
      (
        await ask<{ is: string | null }>(
          db,
          world,
          "select line->'waits'->>'conference' is from provider_call where account_id = $1",
        )
      ).some(({ is }) => is !== null),
    );
    await by("PUT", "/v4/agent/phone/own", { ringsAt: desk });
    await by("POST", "/v4/agent/phone/pick", { callId: (await phoneOf()).waiting[0]?.callId });
    const act = async (action: string) =>
      by("POST", `/v4/agent/phone/${(await phoneOf()).calls[0]?.offerId}/`, { action });
    return { world, call, act, desk: await place.provider.callTo(desk) };
  }

  it("is connected by a key, put on hold and back, and continues when the user hangs up", async () => {
    const { world, call, act, desk: ringing } = await pick();
    expect(ringing.from).toBe(world.number);
    await ringing.answer();
    await ringing.until("gather_using_speak");
    await ringing.press("1");
    await ringing.hears("join queue-");
    await act("hold");
    await call.hears("hold queue-");
    await act("resume");
    await call.hears("unhold queue-");
    expect(await ask(db, world, "select answered_by_name name from call where account_id = $1")).toEqual([
      { name: "Test User" },
    ]);
    await ringing.hangUp();
    await call.hears("Good bye");
    await isSound(world);
  });

  it("continues when no key is pressed on the user's phone", async () => {
    const { world, call, desk: ringing } = await pick();
    await ringing.answer();
    await ringing.until("gather_using_speak");
    await ringing.press("");
    await call.hears("Good bye");
    expect(ringing.is).toBe("over");
    await isSound(world);
  });
});

const voicemails = (world: TelnyxWorld) =>
  ask<{ seconds: number }>(db, world, "select seconds from voicemail where account_id = $1");
