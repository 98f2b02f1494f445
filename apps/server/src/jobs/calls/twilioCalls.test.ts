import { describe, expect, it } from "vitest";
import { ask, makeCampaign, makeContacts, oneText, runBatch, until } from "../../../test/engineWorld.ts";
import { callFlow, callNode, callXmlNode } from "../../../test/ownCalls.ts";
import { ownProvider, type ProviderWorld } from "../../../test/ownProvider.ts";
import { type CallsPlace, callsOf, itAnswersCalls, itPlacesCalls } from "../../../test/providerCalls.ts";
import { routeCalls } from "../../../test/routeCalls.ts";
import { scripts } from "../../../test/scripts.ts";
import type { TwilioCall } from "../../../test/twilioCalls.ts";
import { describeServices } from "../../carriers/describeServices.ts";

const own = await ownProvider();
const { db, startOne, makeProviderWorld } = own;
const { calls, areAccepted, eventsOf, isSound } = callsOf(db, () => own.provider);

const phone = "+13035550188";
const john = "Google.en-US-Standard-B";
const forged = "Zm9yZ2Vk";
const callsUrl = (world: ProviderWorld) =>
  `${own.publicUrl}/carriers/twilio/${world.account}/${world.connection}/calls`;
const answeredAs = (by: string) => (call: TwilioCall) => call.answer(by);

const place: CallsPlace<ProviderWorld, TwilioCall, { status: number; code: number; retryAfter?: string }> = {
  isInEverySuite: true,
  db,
  startOne,
  makeWorld: makeProviderWorld,
  provider: () => own.provider,
  callTo: (to) => own.provider.callTo(to),
  ring: own.call,
  decide(does) {
    own.provider.doesCall = does;
  },
  throttled: { status: 429, code: 20429, retryAfter: "1" },
  refusals: [
    [{ status: 400, code: 21211 }, "carrier_invalid_number"],
    [{ status: 400, code: 21215 }, "carrier_account"],
    [{ status: 403, code: 20003 }, "carrier_account"],
  ],
  changeSecret() {
    const { authToken } = own.provider;
    own.provider.authToken = "another token";
    return () => {
      own.provider.authToken = authToken;
    };
  },
  voice: john,
  detections: { atTheEnd: "DetectMessageEnd", atTheStart: "Enable" },
  detectionOf: ({ asked }) => asked.get("MachineDetection"),
  answer: answeredAs("human"),
  answerByMachine: answeredAs("machine_start"),
  answers: [
    [answeredAs("machine_end_beep"), "machine"],
    [answeredAs("machine_end_silence"), "machine"],
    [answeredAs("machine_end_other"), "machine"],
    [answeredAs("fax"), "fax"],
    [answeredAs("unknown"), "unknown"],
  ],
  ends: [
    ["busy", "busy", "call_busy"],
    ["no-answer", "no_answer", "call_no_answer"],
    ["failed", "failed", "call_failed"],
    ["canceled", "cancelled", "call_cancelled"],
  ],
  end: (call, status) => call.end(status, 0),
  hangUp: (call) => call.end("completed", 4),
  async untilKeys(call) {
    return Number((await call.until("Gather")).attributes.get("numDigits") ?? Number.NaN);
  },
  untilSpeech: (call) => call.until("Gather"),
  untilRecording: (call) => call.until("Record"),
  async staySilent(call) {
    await call.until("Gather");
    await call.press("");
  },
  recordNothing: (call) => call.recordNothing(),
  answerInDisorder: answeredAs("human"),
  async repeat(call) {
    const answer = await own.provider.post(call.asked.get("Url") ?? "", call.fields({ AnsweredBy: "human" }));
    expect(answer.body).toContain("<Hangup/>");
    for (const status of ["ringing", "in-progress", "completed", "busy"]) await call.tellStatus(3, status);
  },
  async repeatRing(call, world) {
    const answer = await own.provider.post(callsUrl(world), call.fields({ CallStatus: "ringing" }));
    expect(answer.body).toContain("Welcome");
  },
  async forge(call) {
    const failed = call.fields({ CallStatus: "failed" });
    return (await own.provider.post(call.asked.get("StatusCallback") ?? "", failed, forged)).status;
  },
  async forgeRing(world) {
    const fields = { CallSid: "CA1", From: phone, To: world.number };
    return (await own.provider.post(callsUrl(world), fields, forged)).status;
  },
  rejects: [
    ["<Response><Reject reason='busy'/></Response>", "reject busy"],
    ["<Response><Reject/></Response>", "reject rejected"],
  ],
};

const inbound = async (callXml: string) => {
  const world = await makeProviderWorld();
  await routeCalls(db, world, { callXml });
  startOne();
  return { world, call: await own.call(world, phone, world.number) };
};

describe("a call of a workflow through a provider with the Twilio API", () => {
  itPlacesCalls(place);

  it.each([
    ["a script that is longer than allowed", 20, "the document is longer than 65536 characters"],
    ["an answer that is larger than allowed", 300, "the answer is larger than 1024 kB"],
  ])("with %s gets the fallback, which hears the reason", async (_, texts, reason) => {
    const world = await makeProviderWorld();
    const web = await scripts({
      "/long.xml": `<Response>${`<Say>${"word ".repeat(800)}</Say>`.repeat(texts)}</Response>`,
      "/fallback.xml": "<Response><Say>Please call us back</Say></Response>",
    });
    const flow = callFlow(callXmlNode(web.at("/long.xml"), { fallbackUrl: web.at("/fallback.xml") }));
    await runBatch(db, world, await makeCampaign(db, world, flow), await makeContacts(db, world, [phone]));
    startOne();
    const line = await own.provider.callTo(phone);
    await line.answer("human");
    await line.hears("Please call us back");
    expect(web.heard.at(-1)?.params["errorReason"]).toContain(reason);
    web.close();
    await isSound(world);
  });
});

it("a call of a run waits for a provider that cannot be reached, however often it was tried, and says why", async () => {
  const world = await makeProviderWorld();
  await own.provider.goDown();
  await runBatch(
    db,
    world,
    await makeCampaign(db, world, callFlow(callNode())),
    await makeContacts(db, world, [phone]),
  );
  startOne();
  await until("it was tried", async () => (await calls(world)).some(({ attempt }) => attempt > 0));
  const hurry = (attempt: number) =>
    ask(
      db,
      world,
      "update call set attempt = $2, not_before = now() where account_id = $1 and state = 'queued' returning 1",
      [attempt],
    );
  await until("it is due", async () => (await hurry(20)).length === 1);
  await until("it was tried again", async () => (await calls(world)).some(({ attempt }) => attempt > 20));
  await until("it is queued", async () => (await calls(world))[0]?.state === "queued");
  expect(await calls(world)).toMatchObject([{ reason: "carrier_unavailable" }]);
  await own.provider.comeUp();
  await until("it is due", async () => (await hurry(21)).length === 1);
  await (await own.provider.callTo(phone)).answer("human");
  await until("it is over", async () => (await calls(world))[0]?.line === "completed");
  await areAccepted(world);
  expect(await calls(world)).toMatchObject([{ state: "accepted", reason: null }]);
  await isSound(world);
});

it("says on the connection that calls fail while texts work, until one is taken again", async () => {
  const world = await makeProviderWorld();
  const contacts = await makeContacts(db, world, [phone]);
  const runCalls = async () => runBatch(db, world, await makeCampaign(db, world, callFlow(callNode())), contacts);
  const services = async () => describeServices(await own.healthOf(world));
  own.provider.doesCall = () => ({ status: 400, code: 21215 });
  await runBatch(db, world, await makeCampaign(db, world, oneText(world.template)), contacts);
  await runCalls();
  startOne();
  await until("both were tried", async () => (await services()).every(({ state }) => state !== "untried"));
  expect(await services()).toMatchObject([
    { service: "texts", state: "works", reason: null },
    { service: "calls", state: "fails", reason: "the carrier refused the account (21215)" },
  ]);
  expect((await services())[1]?.failingSince).not.toBeNull();
  own.provider.doesCall = () => "accept";
  await runCalls();
  await (await own.provider.callTo(phone)).answer("human");
  await until("calls work", async () => (await services())[1]?.state === "works");
  await isSound(world);
});

describe("a call to a number of a provider", () => {
  itAnswersCalls(place);

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

  it.each(["anonymous", "+266696687", "sip:ann@example.com"])("from %s is answered", async (from) => {
    const world = await makeProviderWorld();
    await routeCalls(db, world, { callXml: "<Response><Say>Welcome</Say></Response>" });
    const call = await own.call(world, from, world.number);
    expect(call.log).toEqual([`say (${john}) Welcome`]);
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it("is not changed by another connection of the account", async () => {
    const { world, call } = await inbound("<Response><Gather numDigits='1'><Say>Welcome</Say></Gather></Response>");
    const other = await own.connectAlso(world);
    const action = (await call.until("Gather")).attributes.get("action") ?? "";
    const answer = await own.provider.post(action.replace(world.connection, other), call.fields({ Digits: "1" }));
    expect(answer.body).toContain("<Hangup/>");
    expect(await calls(world)).toMatchObject([{ line: "in_progress", keys: "" }]);
  });
});
