import { describe, expect, it } from "vitest";
import { ask, until } from "../../../test/engineWorld.ts";
import { everyRow } from "../../../test/everyRow.ts";
import { ownTelnyx, type TelnyxWorld } from "../../../test/ownTelnyx.ts";
import { type CallsPlace, callsOf, itAnswersCalls, itPlacesCalls } from "../../../test/providerCalls.ts";
import { routeCalls } from "../../../test/routeCalls.ts";
import type { TelnyxCall } from "../../../test/telnyxCalls.ts";
import { deskPhone, phoneOf, untilQueued, waitsForUser } from "../../../test/waitingCaller.ts";

const { place, makeTelnyxWorld } = await ownTelnyx();
const { db, startOne, server } = place;
const { calls, eventsOf, isSound } = callsOf(db, () => place.provider);

const phone = "+13035550188";
const matthew = "AWS.Polly.Matthew";
const forged = { signature: Buffer.alloc(64).toString("base64") };
const answeredAs = (detected: string, greeting?: string) => (call: TelnyxCall) => call.answer(detected, greeting);
const ring = (world: TelnyxWorld, from: string, to: string) => place.provider.ring(world.callsUrl, from, to);

const cases: CallsPlace<TelnyxWorld, TelnyxCall, { status: number; code: string; headers?: Record<string, string> }> = {
  db,
  startOne,
  makeWorld: makeTelnyxWorld,
  provider: () => place.provider,
  callTo: (to) => place.provider.callTo(to),
  ring,
  decide(does) {
    place.provider.doesCall = does;
  },
  throttled: { status: 429, code: "10011", headers: { "x-ratelimit-reset": "1" } },
  refusals: [
    [{ status: 422, code: "10016" }, "carrier_invalid_number"],
    [{ status: 403, code: "10010" }, "carrier_account"],
  ],
  changeSecret() {
    const { apiKey } = place.provider;
    place.provider.apiKey = "KEYanother";
    return () => {
      place.provider.apiKey = apiKey;
    };
  },
  voice: matthew,
  detections: { atTheEnd: "premium", atTheStart: "premium" },
  detectionOf: ({ asked }) => asked.answering_machine_detection,
  answer: answeredAs("human_residence"),
  answerByMachine: answeredAs("machine"),
  answers: [
    [answeredAs("machine", "beep_detected"), "machine"],
    [answeredAs("machine", "no_beep_detected"), "machine"],
    [answeredAs("fax_detected"), "fax"],
    [answeredAs("not_sure"), "unknown"],
  ],
  ends: [
    ["user_busy", "busy", "call_busy"],
    ["timeout", "no_answer", "call_no_answer"],
    ["unspecified", "failed", "call_failed"],
    ["originator_cancel", "cancelled", "call_cancelled"],
  ],
  end: (call, cause) => call.hangUp(cause),
  hangUp: (call) => call.hangUp(),
  async untilKeys(call) {
    await until("keys are waited for", async () => call.at?.command.startsWith("gather") === true);
    const { maximum_digits: most, maximum_tries: tries = 1 } = call.at?.body ?? {};
    expect(tries).toBe(1);
    return Number(most);
  },
  untilSpeech: (call) => call.until("transcription_start"),
  untilRecording: (call) => call.until("record_start"),
  // the script's own time ends it
  staySilent: async () => {},
  recordNothing: (call) => call.record(0, "silence"),
  async answerInDisorder(call) {
    // the detection overtakes the answer
    call.is = "up";
    await call.tell("call.machine.premium.detection.ended", { result: "human_residence" });
    await call.tell("call.answered");
  },
  async repeat(call) {
    await call.initiated();
    await call.tell("call.answered");
    await call.tell("call.speak.ended", { status: "completed" });
    await call.tell("call.hangup", { hangup_cause: "user_busy" });
  },
  async repeatRing(call, world) {
    await place.provider.post(world.callsUrl, {
      event_type: "call.initiated",
      payload: { call_control_id: call.ref, direction: "incoming", from: phone, to: world.number },
    });
  },
  async forge(call) {
    const payload = { call_control_id: call.ref, client_state: call.clientState, hangup_cause: "user_busy" };
    return (await place.provider.post(call.webhookUrl, { event_type: "call.hangup", payload }, forged)).status;
  },
  async forgeRing(world) {
    const payload = { call_control_id: "v3:1", direction: "incoming", from: phone, to: world.number };
    return (await place.provider.post(world.callsUrl, { event_type: "call.initiated", payload }, forged)).status;
  },
  rejects: [
    ["<Response><Reject reason='busy'/></Response>", "reject USER_BUSY"],
    ["<Response><Reject/></Response>", "reject CALL_REJECTED"],
  ],
};

/** Someone calls the number, whose route answers. */
async function inbound(to: Parameters<typeof routeCalls>[2]) {
  const world = await makeTelnyxWorld();
  await routeCalls(db, world, to);
  startOne();
  return { world, call: await ring(world, phone, world.number) };
}

describe("a call of a workflow through Telnyx", () => {
  // twilioCalls.test.ts places all of them in every suite
  itPlacesCalls(cases, everyRow);
});

describe("a call to a number of Telnyx", () => {
  itAnswersCalls(cases);

  it("leaves a voicemail whose first address has ended, which a list has again", async () => {
    const { world, call } = await inbound({ destType: "voicemail", dest: "greeting" });
    place.provider.doesFile = (name) => (name.startsWith("new-") ? "accept" : { status: 403 });
    await call.until("record_start");
    await call.record(5, "#");
    await until("the voicemail is there", async () => {
      const found = await ask(db, world, "select 1 from voicemail where account_id = $1");
      return found.length === 1;
    });
    await isSound(world);
  });

  it("takes a key at once while the first of several prompts is heard", async () => {
    place.provider.holdsPrompts = true;
    const { world, call } = await inbound({
      callXml:
        "<Response><Gather numDigits='1'><Play>https://a.example/hi.mp3</Play><Say>Press a key</Say></Gather><Say>Bye</Say></Response>",
    });
    await call.until("playback_start");
    await call.key("7");
    await call.hears("Bye");
    expect(await calls(world)).toMatchObject([{ keys: "7" }]);
    expect(call.log).toEqual(["play https://a.example/hi.mp3", "stop", `say (${matthew}) Bye`]);
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
    const call = await ring(world, phone, world.number);
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
    const other = await ring(world, "+13035550189", world.number);
    await other.hears(`join room-${world.account}-sales`);
    await call.hears("mute");
    for (const one of [call, other]) await one.hangUp();
    await until("both are over", async () => (await calls(world)).every(({ line }) => line === "completed"));
    await isSound(world);
  });
});

describe("a caller who waits for a user, over Telnyx", () => {
  async function pick() {
    const { world, call } = await inbound({ callXml: waitsForUser });
    const user = phoneOf(server, await server.user(world.account, "owner"));
    await untilQueued(db, world, call);
    await user.ringAt(deskPhone);
    await user.pick();
    return { world, call, act: user.act, desk: await place.provider.callTo(deskPhone) };
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
