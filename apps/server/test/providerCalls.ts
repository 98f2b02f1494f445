import { expect, it } from "vitest";
import type { Worker } from "../src/program/worker.ts";
import type { WorkerParts } from "../src/program/workerParts.ts";
import type { Database } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  runBatch,
  statusOf,
  until,
} from "./engineWorld.ts";
import { callFlow, callNode, callXmlNode } from "./ownCalls.ts";
import { itOutlivesFaults } from "./providerFaults.ts";
import type { Doing, FileDoing, ProviderServer } from "./providerServer.ts";
import { routeCalls } from "./routeCalls.ts";
import { scripts } from "./scripts.ts";
import { testLimitMs } from "./waitLimit.ts";

/** A call at a stand-in, whichever provider it plays. */
interface ProviderCall {
  to: string;
  from: string;
  /** What is heard and done on it. */
  log: string[];
  hasEnded: boolean;
  press(keys: string): Promise<void>;
  /** Speaks while the script listens. */
  say(words: string): Promise<void>;
  /** Speaks into a recording, which a key or the end of the call ends. */
  record(seconds: number, by: string): Promise<void>;
  hears(words: string): Promise<void>;
}

/** How the cases treat the calls of one provider. */
export interface CallsPlace<World extends EngineWorld, Call extends ProviderCall, Refusal extends object> {
  /** `npm test` meets the table of faults here. */
  isInEverySuite?: boolean;
  db: Database;
  startOne(parts?: Partial<WorkerParts>): Worker;
  makeWorld(settings?: { deletesRecordings?: boolean }): Promise<World>;
  provider(): ProviderServer & {
    mistakes: string[];
    deleted: string[];
    calls: Call[];
    doesFile(name: string): FileDoing;
  };
  callTo(phone: string): Promise<Call>;
  /** A phone calls a number of the account. */
  ring(world: World, from: string, to: string): Promise<Call>;
  /** Decides how the stand-in treats the nth call. */
  decide(does: (phone: string, count: number) => Doing | Refusal): void;
  throttled: Refusal;
  /** Refusals of a call, and the reasons that they are. */
  refusals: readonly (readonly [refusal: Refusal, reason: string])[];
  /** Replaces the secret of the account at the provider; what it answers brings the old one back. */
  changeSecret(): () => void;
  /** The voice that the default text is spoken by. */
  voice: string;
  /** What detects machines, as it was asked for: to leave a message, and as soon as possible. */
  detections: { atTheEnd: string; atTheStart: string };
  detectionOf(call: Call): string | null | undefined;
  /** A person answers. */
  answer(call: Call): Promise<void>;
  /** A machine answers a call that is to end then. */
  answerByMachine(call: Call): Promise<void>;
  /** Who else can answer, as the provider and as the product call them. */
  answers: readonly (readonly [answer: (call: Call) => Promise<void>, answeredBy: string])[];
  /** How a call ends, as the provider and as the product call it. */
  ends: readonly (readonly [cause: string, line: string, reason: string])[];
  end(call: Call, cause: string): Promise<void>;
  hangUp(call: Call): Promise<void>;
  /** Waits until the call waits for its phone. Returns the most keys that it takes. */
  untilKeys(call: Call): Promise<number | undefined>;
  untilSpeech(call: Call): Promise<unknown>;
  untilRecording(call: Call): Promise<unknown>;
  /** Says nothing until the script no longer listens. */
  staySilent(call: Call): Promise<void>;
  /** Says nothing into a recording. */
  recordNothing(call: Call): Promise<void>;
  /** A person answers, in the order of events that is hardest. */
  answerInDisorder(call: Call): Promise<void>;
  /** Reports again, and reports wrong ends, after the call has ended. */
  repeat(call: Call): Promise<void>;
  /** Reports the first event of an inbound call again. */
  repeatRing(call: Call, world: World): Promise<void>;
  /** Reports that a call failed, with a wrong signature. Returns the HTTP status. */
  forge(call: Call): Promise<number>;
  /** The same of an inbound call that is none. */
  forgeRing(world: World): Promise<number>;
  rejects: readonly (readonly [callXml: string, words: string])[];
}

const phone = "+13035550188";
const hello = "Hello Ann";

/** What the cases look at. */
export function callsOf(db: Database, provider: () => { mistakes: string[] }) {
  const calls = (world: EngineWorld) =>
    ask<{
      phone: string;
      state: string;
      line: string | null;
      reason: string | null;
      answered_by: string | null;
      keys: string;
      attempt: number;
    }>(
      db,
      world,
      `select to_number phone, state, line, reason, answered_by, keys, attempt from call
       where account_id = $1 order by call_id`,
    );
  return {
    calls,
    /** A call may be over before the answer to its request is stored. */
    areAccepted: (world: EngineWorld) =>
      until("the provider has accepted them", async () =>
        (await calls(world)).every(({ state }) => state === "accepted"),
      ),
    eventsOf: async (world: EngineWorld) =>
      (
        await ask<{ type: string }>(db, world, "select type from call_event where account_id = $1 order by event_id")
      ).map(({ type }) => type),
    isSound: async (world: EngineWorld) => {
      expect(provider().mistakes).toEqual([]);
      expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
    },
  };
}

/** The cases of calls of workflows that every such provider must pass. */
export function itPlacesCalls<World extends EngineWorld, Call extends ProviderCall, Refusal extends object>(
  place: CallsPlace<World, Call, Refusal>,
  everyCase = true,
): void {
  const { db, startOne, makeWorld, provider } = place;
  const { calls, areAccepted, eventsOf, isSound } = callsOf(db, provider);

  /** Calls contacts. */
  async function run(world: World, node: Record<string, unknown> = callNode(), phones: readonly string[] = [phone]) {
    const contacts = await makeContacts(db, world, phones);
    const batch = await runBatch(db, world, await makeCampaign(db, world, callFlow(node)), contacts);
    // a new worker sees what is there at once
    startOne();
    return {
      call: () => place.callTo(phone),
      over: () => until("the run is done", async () => (await statusOf(db, world, batch)) === "done"),
    };
  }

  it("speaks when it is answered, takes a key, and the journey continues", async () => {
    const world = await makeWorld();
    const dtmfActions = [{ number: 5, action: "say", actionContext: "Five it is", useAiRewording: false }];
    const { call, over } = await run(world, callNode({ dtmfActions }));
    const line = await call();
    expect([line.to, line.from, place.detectionOf(line)]).toEqual([phone, world.number, place.detections.atTheEnd]);
    await place.answer(line);
    await place.untilKeys(line);
    await line.press("5");
    await line.hears("Five it is");
    expect(line.log.slice(0, 2)).toEqual([`say (${place.voice}) ${hello}`, `say (${place.voice}) Five it is`]);
    if (!line.hasEnded) await place.hangUp(line);
    await over();
    await areAccepted(world);
    expect(await calls(world)).toMatchObject([
      { state: "accepted", line: "completed", answered_by: "human", keys: "5" },
    ]);
    await isSound(world);
  });

  if (!everyCase) return;

  it("that is busy, not answered, failed or cancelled is reported so", async () => {
    const world = await makeWorld();
    const phones = handsets(place.ends.length);
    const { over } = await run(world, callNode(), phones);
    for (const [index, [cause]] of place.ends.entries())
      await place.end(await place.callTo(phones[index] ?? ""), cause);
    await over();
    const rows = new Map((await calls(world)).map((row) => [row.phone, [row.line, row.reason]]));
    expect(phones.map((one) => rows.get(one))).toEqual(place.ends.map(([, line]) => [line, null]));
    const failed = await ask<{ reason: string }>(
      db,
      world,
      "select data->>'reason' reason from step where account_id = $1 and node = 2 and outcome = 0",
    );
    expect(failed.map(({ reason }) => reason).sort()).toEqual(place.ends.map(([, , reason]) => reason).sort());
    await isSound(world);
  });

  it("answered by a machine, a fax or something unknown leaves its message", async () => {
    const world = await makeWorld();
    const phones = handsets(place.answers.length);
    const { over } = await run(world, callNode(), phones);
    const lines = await Promise.all(phones.map((one) => place.callTo(one)));
    for (const [index, [answer]] of place.answers.entries()) await answer(lines[index] as Call);
    await over();
    expect(lines.map(({ log }) => log)).toEqual(phones.map(() => [`say (${place.voice}) ${hello}`]));
    const rows = new Map((await calls(world)).map((row) => [row.phone, row.answered_by]));
    expect(phones.map((one) => rows.get(one))).toEqual(place.answers.map(([, answeredBy]) => answeredBy));
    await isSound(world);
  });

  it("hangs up on a machine as soon as it is detected, where the node says so", async () => {
    const world = await makeWorld();
    const { call, over } = await run(world, callNode({ ifMachine: "hangup" }));
    const line = await call();
    expect(place.detectionOf(line)).toBe(place.detections.atTheStart);
    await place.answerByMachine(line);
    await over();
    expect(line.log).toEqual([]);
    expect(await calls(world)).toMatchObject([{ answered_by: "machine", line: "completed" }]);
  });

  it("asks the next script with the keys, hears speech and silence, and the fallback for a script that is gone", async () => {
    const world = await makeWorld();
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
    await place.answer(line);
    expect(await place.untilKeys(line)).toBe(2);
    await line.press("42");
    await place.untilSpeech(line);
    await line.say("It is Ann");
    await place.staySilent(line);
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
    expect(await calls(world)).toMatchObject([{ keys: "42" }]);
    web.close();
    await isSound(world);
  });

  it("is recorded where the node says so, once, and the recording is deleted at the provider where the connection says so", async () => {
    const world = await makeWorld({ deletesRecordings: true });
    const { call, over } = await run(world, callNode({ record: true }));
    await place.answer(await call());
    await over();
    await until("it is stored", async () => (await eventsOf(world)).includes("callRecorded"));
    expect(
      await ask(
        db,
        world,
        "select a.content_type type from call c join asset a using (account_id, call_id) where c.account_id = $1",
      ),
    ).toEqual([{ type: "audio/wav" }]);
    await until("it is deleted", async () => provider().deleted.length === 1);
    await isSound(world);
  });

  itOutlivesFaults({
    ...place,
    makeWorld: () => makeWorld(),
    flow: () => callFlow(callNode()),
    taken: () => provider().calls,
    async report(call) {
      await place.answer(call);
      await until("the call is over", async () => call.hasEnded);
      await place.repeat(call);
    },
    stored: async (world) => (await calls(world)).map(({ line, ...row }) => ({ ...row, outcome: line })),
    outcome: "completed",
  });

  it("that no event names is unknown in the end, and never placed again", async () => {
    const world = await makeWorld();
    place.decide(() => "acceptAndDrop");
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
    expect(provider().calls).toHaveLength(1);
  });

  it("may be reported early, late, twice and in any order", async () => {
    const world = await makeWorld();
    place.decide(() => "statusFirst");
    const { call, over } = await run(world);
    const line = await call();
    await place.answerInDisorder(line);
    await over();
    const before = await eventsOf(world);
    await place.repeat(line);
    expect(await eventsOf(world)).toEqual(before);
    expect(await calls(world)).toMatchObject([{ line: "completed", answered_by: "human" }]);
    await isSound(world);
  });

  it("that is refused shows the reason", async () => {
    const world = await makeWorld();
    const phones = handsets(place.refusals.length);
    place.decide((one) => place.refusals[phones.indexOf(one)]?.[0] ?? "accept");
    await (await run(world, callNode(), phones)).over();
    const rows = new Map((await calls(world)).map((row) => [row.phone, [row.state, row.reason]]));
    expect(phones.map((one) => rows.get(one))).toEqual(place.refusals.map(([, reason]) => ["rejected", reason]));
  });

  it("waits while the secret is wrong, and is placed once it is right", async () => {
    const world = await makeWorld();
    const changeBack = place.changeSecret();
    const { call, over } = await run(world);
    await until("it was tried", async () => (await calls(world)).some(({ attempt }) => attempt > 0));
    changeBack();
    await place.answer(await call());
    await over();
    await areAccepted(world);
    expect(await calls(world)).toMatchObject([{ state: "accepted", reason: null }]);
  });
}

/** The cases of calls to numbers that every such provider must pass. */
export function itAnswersCalls<World extends EngineWorld, Call extends ProviderCall, Refusal extends object>(
  place: CallsPlace<World, Call, Refusal>,
): void {
  const { db, startOne, makeWorld, provider } = place;
  const { calls, eventsOf, isSound } = callsOf(db, provider);
  const voicemails = (world: World) =>
    ask<{ seconds: number }>(db, world, "select seconds from voicemail where account_id = $1");

  async function inbound(to: Parameters<typeof routeCalls>[2]) {
    const world = await makeWorld();
    await routeCalls(db, world, to);
    startOne();
    return { world, call: await place.ring(world, phone, world.number) };
  }

  it("is answered by the number's route, once however often it is reported", async () => {
    const { world, call } = await inbound({
      callXml: "<Response><Gather numDigits='1'><Say>Welcome</Say></Gather></Response>",
    });
    await place.untilKeys(call);
    await place.repeatRing(call, world);
    expect(call.log).toEqual([`say (${place.voice}) Welcome`]);
    expect(await calls(world)).toMatchObject([{ line: "in_progress" }]);
    await place.hangUp(call);
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it.each(["#", "hangup"])("leaves a voicemail that ends by %s, which is stored", async (by) => {
    const { world, call } = await inbound({ destType: "voicemail", dest: "greeting" });
    await place.untilRecording(call);
    await call.record(5, by);
    await until("the voicemail is there", async () => (await voicemails(world)).length === 1);
    expect(await voicemails(world)).toMatchObject([{ seconds: 5 }]);
    if (by === "hangup") expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  /** Tries the recording again at once, as if it had been tried so often. */
  const tryAgain = (world: World, attempt: number) =>
    ask(
      db,
      world,
      "update call_task set attempt = $2, not_before = now() where account_id = $1 and kind = 'recording' returning 1",
      [attempt],
    );
  const wasTried = async (world: World): Promise<boolean> =>
    (await ask(db, world, "select 1 from call_task where account_id = $1 and kind = 'recording' and attempt > 0"))
      .length > 0;

  it("leaves a voicemail that the provider cannot serve for two minutes, which is fetched later", async () => {
    const { world, call } = await inbound({ destType: "voicemail", dest: "greeting" });
    await place.untilRecording(call);
    provider().doesFile = () => ({ status: 503 });
    await call.record(5, "hangup");
    await until("it was tried", () => wasTried(world));
    await tryAgain(world, 6);
    await until("the call says so", async () => (await eventsOf(world)).includes("recordingLate"));
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    expect(await voicemails(world)).toEqual([]);
    provider().doesFile = () => "accept";
    await tryAgain(world, 12);
    await until("the voicemail is there", async () => (await voicemails(world)).length === 1);
    expect(await voicemails(world)).toMatchObject([{ seconds: 5 }]);
    expect((await eventsOf(world)).at(-1)).toBe("recordingFetched");
    await isSound(world);
  });

  it("says why a recording could not be fetched within a day", async () => {
    const { world, call } = await inbound({ callXml: "<Response><Record background='false'/></Response>" });
    await place.untilRecording(call);
    provider().doesFile = () => ({ status: 404 });
    await call.record(3, "hangup");
    await until("it was tried", () => wasTried(world));
    await tryAgain(world, 35);
    await until("it is given up", async () => (await eventsOf(world)).includes("recordingFailed"));
    expect(
      await ask(
        db,
        world,
        "select data->>'problem' problem from call_event where account_id = $1 and type = 'recordingFailed'",
      ),
    ).toEqual([{ problem: "the provider does not have the file (404)" }]);
    expect(await wasTried(world)).toBe(false);
    expect(await calls(world)).toMatchObject([{ line: "completed" }]);
    await isSound(world);
  });

  it("records, plays the recording, and continues after silence", async () => {
    const { world, call } = await inbound({
      callXml:
        "<Response><Record background='false' fileFormat='mp3'/><PlayLastRecording/><Record background='false'/><Say>Bye</Say></Response>",
    });
    await place.untilRecording(call);
    await call.record(3, "#");
    await call.hears(".mp3");
    await place.untilRecording(call);
    await place.recordNothing(call);
    await call.hears("Bye");
    await isSound(world);
  });

  it.each(place.rejects)("is rejected by %s", async (callXml, words) => {
    const { world, call } = await inbound({ callXml });
    await until("it is over", async () => call.hasEnded);
    expect(call.log).toEqual([words]);
    await isSound(world);
  });

  it("to a number of no connection is rejected", async () => {
    const world = await makeWorld();
    const call = await place.ring(world, phone, "+13035550999");
    await until("it is over", async () => call.hasEnded);
    expect(call.log).toEqual([place.rejects[1]?.[1]]);
    expect(await calls(world)).toEqual([]);
  });

  it("with a wrong signature is refused", async () => {
    const world = await makeWorld();
    expect(await place.forgeRing(world)).toBe(403);
    expect(await calls(world)).toEqual([]);
  });
}
