import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advanceCall } from "./advanceCall.ts";
import { keyMenu } from "./dtmf.ts";
import type { CallPlan, Instruction } from "./script.ts";
import { type CallSession, openCall } from "./session.ts";
import type { CallEffect, CallVerb, LineEvent } from "./verbs.ts";
import { liveListScript, workGroupScript } from "./waitScripts.ts";

const who = { callId: "c1", accountSid: "a1", direction: "out", own: "+12025550100", contact: "+12025550111" } as const;
const say = (text: string): Instruction => ({ do: "say", text });
const hangUp: Instruction = { do: "hangUp" };
const plan = (human: readonly Instruction[], more: Partial<CallPlan> = {}): CallPlan => ({
  human,
  machine: null,
  ...more,
});
const at = (url: string) => ({ url: `https://a.example/${url}`, method: "POST" as const });
const human: LineEvent = { type: "answered", by: "human" };

/** Plays events and returns the result of each. Every sound that is checked is found. */
function play(of: CallPlan, ...events: LineEvent[]) {
  let session: CallSession = openCall(who, of);
  const advance = (event: LineEvent): string[] => {
    const { session: next, verbs, effects } = advanceCall(session, event);
    session = next;
    const others = effects.filter((effect) => effect.do !== "checkSound");
    const said = [...verbs.map(describeVerb), ...others.map(describeEffect)];
    if (others.length === effects.length) return said;
    return [...said, ...advance({ type: "soundFound" })];
  };
  const said = events.map(advance);
  return { session, said };
}

/** A verb in few words. */
function describeVerb(verb: CallVerb): string {
  switch (verb.do) {
    case "say":
      return `say ${verb.text}`;
    case "play":
      return `play ${verb.url}`;
    case "dial":
      return `dial ${verb.targets.map((target) => ("number" in target ? target.number : "address" in target ? target.address : target.name)).join(",")} as ${verb.callerId}`;
    case "gather":
      return `gather ${verb.prompts.map((prompt) => describeVerb(prompt)).join("; ")}`.trim();
    default:
      return verb.do;
  }
}
const describeEffect = (effect: CallEffect): string =>
  "url" in effect ? `${effect.do} ${effect.url}` : effect.do === "note" ? effect.note : effect.do;

const digits = (pressed: string): LineEvent => ({ type: "digits", digits: pressed });

describe("a call script", () => {
  test.for<{ rule: string; plan: CallPlan; events: LineEvent[]; said: string[][] }>([
    {
      rule: "is played on the line and ends the call",
      plan: plan([say("Hi"), { do: "play", url: "u" }, { do: "pause", seconds: 1 }]),
      events: [human, { type: "finished" }],
      said: [["say Hi"], ["play u", "pause", "hangUp"]],
    },
    {
      rule: "asks with what was said, or silence, and continues without an address (telecom §9 GetSpeech)",
      plan: plan([
        { do: "listen", prompts: [], timeoutSeconds: 5, beep: false },
        { do: "listen", prompts: [], timeoutSeconds: 5, beep: false, action: at("said") },
        say("Bye"),
      ]),
      events: [human, { type: "speech", speech: "yes" }, { type: "speech", speech: "" }],
      said: [["listen"], ["listen"], ["fetchScript https://a.example/said"]],
    },
    {
      rule: "plays what it recorded last, and says so where it recorded nothing (telecom §9 PlayLastRecording)",
      plan: plan([
        { do: "playLastRecording" },
        { do: "record", maxSeconds: 9, silenceSeconds: 5, finishOnKey: "#", beep: false, format: "mp3" },
        { do: "playLastRecording" },
        { do: "record", maxSeconds: 9, silenceSeconds: 5, finishOnKey: "#", beep: false, format: "mp3" },
        { do: "playLastRecording" },
        { do: "record", maxSeconds: 9, silenceSeconds: 5, finishOnKey: "#", beep: false, format: "mp3" },
        { do: "playLastRecording" },
      ]),
      events: [
        human,
        { type: "recorded", seconds: 3, recordingUrl: "first" },
        { type: "recorded", seconds: 0 },
        { type: "recorded", seconds: 2, recordingUrl: "second" },
      ],
      said: [
        ["record", "nothingRecorded"],
        ["play first", "record"],
        ["play first", "record"],
        ["play second", "hangUp"],
      ],
    },
    {
      rule: "has nothing to play while the whole call is recorded, which is there after its end",
      plan: plan([{ do: "recordCall", format: "mp3" }, { do: "playLastRecording" }, say("Bye")]),
      events: [human],
      said: [["recordCall", "say Bye", "hangUp", "nothingRecorded"]],
    },
    {
      rule: "stays in a conference until it is left, and continues (telecom §9 Conference)",
      plan: plan([
        {
          do: "dial",
          targets: [{ to: "room", name: "sales", muted: true, beep: false, starts: false, ends: true }],
          ring: "all",
          callerId: "own",
          timeoutSeconds: 60,
          limitSeconds: 600,
        },
        say("Bye"),
      ]),
      events: [
        human,
        { type: "enteredRoom", room: "sales", muted: true, beep: false, waits: true, ends: true, alone: true },
        { type: "dialEnded", status: "completed", seconds: 9, answeredBy: "sales" },
      ],
      said: [["dial sales as +12025550100"], [], ["say Bye", "hangUp"]],
    },
    {
      rule: "sends a text once what was said before is heard (telecom §9 Sms)",
      plan: plan([say("Hi"), { do: "sms", text: "Hello" }, say("Bye")]),
      events: [human, { type: "finished" }],
      said: [["say Hi"], ["say Bye", "hangUp", "sms"]],
    },
    {
      rule: "unknown counts as human (readings, Voice)",
      plan: plan([say("Hi")]),
      events: [{ type: "answered", by: "unknown" }],
      said: [["say Hi", "hangUp"]],
    },
    {
      rule: "hangs up on a machine and notifies the callback",
      plan: plan([say("Hi")], { machineCallback: at("machine") }),
      events: [{ type: "answered", by: "machineBeep" }],
      said: [["hangUp", "callback https://a.example/machine"]],
    },
    {
      rule: "leaves its message on a machine that continues",
      plan: plan([], { machine: [say("Message"), hangUp] }),
      events: [{ type: "answered", by: "machineSilent" }],
      said: [["say Message", "hangUp"]],
    },
    {
      rule: "records the whole call and reports the recording and the end",
      plan: plan([say("Hi")], { record: "wav", recordCallback: at("record"), statusCallback: at("status") }),
      events: [human, { type: "callRecorded", seconds: 4, recordingUrl: "r" }, { type: "hungUp", seconds: 4 }],
      said: [
        ["recordCall", "say Hi", "hangUp"],
        ["callback https://a.example/record"],
        ["callback https://a.example/status"],
      ],
    },
    {
      rule: "asks an address with the digits, silence too, and does what it answers",
      plan: plan([
        {
          do: "gather",
          prompts: [],
          timeoutSeconds: 5,
          finishOnKey: "#",
          numDigits: 1,
          next: { by: "address", action: at("next"), onSilence: true },
        },
      ]),
      events: [human, digits(""), { type: "document", script: [say("Bye"), hangUp] }],
      said: [["gather"], ["fetchScript https://a.example/next"], ["say Bye", "hangUp"]],
    },
    {
      rule: "silence continues with the script where the address does not want it",
      plan: plan([
        {
          do: "gather",
          prompts: [],
          timeoutSeconds: 5,
          finishOnKey: "#",
          numDigits: 1,
          next: { by: "address", action: at("next"), onSilence: false },
        },
        say("No one is there"),
      ]),
      events: [human, digits("")],
      said: [["gather"], ["say No one is there", "hangUp"]],
    },
    {
      rule: "rings a group and continues when no one answers",
      plan: plan([
        {
          do: "dial",
          targets: [
            { to: "number", number: "+12025550123" },
            { to: "sip", address: "sip:desk@pbx.example.com" },
          ],
          ring: "all",
          callerId: "own",
          timeoutSeconds: 20,
          limitSeconds: 60,
          callback: at("dial"),
        },
        say("No one is free"),
      ]),
      events: [human, { type: "dialEnded", status: "noAnswer", seconds: 0 }],
      said: [
        ["dial +12025550123,sip:desk@pbx.example.com as +12025550100"],
        ["say No one is free", "hangUp", "callback https://a.example/dial"],
      ],
    },
    {
      rule: "waits in a queue, and continues when it is left",
      plan: plan([{ do: "enqueue", queue: "sales" }, say("Bye")]),
      events: [human, { type: "leftQueue", result: "leave", seconds: 9 }],
      said: [["enqueue"], ["say Bye", "hangUp"]],
    },
    {
      rule: "waits for a live list: callers that no one answered continue, others do not (telecom §8)",
      plan: plan([...liveListScript("desk", { sayText: "One moment" }), say("No one is free")]),
      events: [human, { type: "leftQueue", result: "leave", seconds: 9 }],
      said: [
        ["say One moment", "enqueue"],
        ["say No one is free", "hangUp"],
      ],
    },
    {
      rule: "promises a call back to a caller who asks for it while waiting, and ends",
      plan: plan([...workGroupScript("sales"), say("No one is free")]),
      events: [human, { type: "askedCallback", words: "We will call you back" }],
      said: [["enqueue"], ["say We will call you back", "hangUp"]],
    },
    {
      rule: "is handed on out of a work group, and ends after the talk that comes of it",
      plan: plan([...workGroupScript("sales"), say("No one is free")]),
      events: [
        human,
        { type: "transferred", script: liveListScript("desk") },
        { type: "leftQueue", result: "bridged", seconds: 9 },
      ],
      said: [["enqueue"], ["enqueue"], ["hangUp"]],
    },
    {
      rule: "says what comes before a redirect first",
      plan: plan([say("One moment"), { do: "redirect", action: at("next") }]),
      events: [human, { type: "finished" }],
      said: [["say One moment"], ["fetchScript https://a.example/next"]],
    },
    {
      rule: "takes its fallback once, then ends",
      plan: plan([{ do: "redirect", action: at("next") }], { fallback: at("fallback") }),
      events: [human, { type: "broken", reason: "no" }, { type: "broken", reason: "no" }],
      said: [["fetchScript https://a.example/next"], ["fetchScript https://a.example/fallback"], ["hangUp"]],
    },
    {
      rule: "rejects a call that came in",
      plan: plan([{ do: "reject", reason: "busy" }, say("never")]),
      events: [human],
      said: [["reject"]],
    },
    {
      rule: "reports how an unanswered call ended",
      plan: plan([say("Hi")], { statusCallback: at("status") }),
      events: [{ type: "notAnswered", status: "busy" }, human],
      said: [["callback https://a.example/status"], []],
    },
  ])("$rule", ({ plan: of, events, said }) => {
    expect(play(of, ...events).said).toEqual(said);
  });

  test("a circle of instructions is stopped (telecom §9)", () => {
    const { session, said } = play(
      plan([{ do: "goTo", label: "again" }], { labels: { again: [{ do: "goTo", label: "again" }] } }),
      human,
    );
    expect(said).toEqual([["hangUp"]]);
    expect(session.because).toBe("more than 500 instructions in one call");
  });
});

test("a sound that is missing is skipped and named when there is no fallback", () => {
  const gone = { do: "play" as const, url: "gone.wav" };
  const gather = { do: "gather", prompts: [gone, { do: "say", text: "Press" }], timeoutSeconds: 3 } as const;
  const script: Instruction[] = [gone, { ...gather, finishOnKey: "", numDigits: 1, next: { by: "none" } }];
  const asked = advanceCall(openCall(who, plan(script)), human);
  expect(asked.effects.map(describeEffect)).toEqual(["checkSound gone.wav"]);
  const { session, verbs } = advanceCall(asked.session, { type: "broken", reason: "it answered 404" });
  expect(verbs.map(describeVerb)).toEqual(["gather say Press"]);
  expect(session.because).toBe("it answered 404; the call continued without it");
});

describe("keys (spec 2 §3.3)", () => {
  const allKeys = keyMenu(
    { do: "say", text: "Press" },
    [
      { number: 1, action: "play", actionContext: "p.mp3" },
      { number: 2, action: "say", actionContext: "Thanks" },
      { number: 3, action: "workflow", actionContext: "w1" },
      { number: 4, action: "transfer", actionContext: "+12025550123" },
      { number: 5, action: "transferCaller", actionContext: "sip:desk@pbx.example.com" },
      { number: 6, action: "voicemailSay", actionContext: "Leave word" },
      { number: 7, action: "voicemailPlay", actionContext: "v.wav" },
      { number: 9, action: "dnc", actionContext: "" },
      { number: 10, action: "say", actionContext: "Star" },
    ],
    3,
    undefined,
  );
  test.for<[string, string[]]>([
    ["1", ["play p.mp3", "gather"]],
    ["2", ["say Thanks", "gather"]],
    ["3", ["gather", "enrol"]],
    ["4", ["dial +12025550123 as +12025550100"]],
    ["5", ["dial sip:desk@pbx.example.com as +12025550111"]],
    ["6", ["say Leave word", "record"]],
    ["7", ["play v.wav", "record"]],
    ["9", ["hangUp", "stopCalls"]],
    ["*", ["say Star", "gather"]],
    ["8", ["gather"]],
    ["", ["hangUp"]],
  ])("key %s", ([key, said]) => {
    expect(play({ ...allKeys, machine: null }, human, digits(key)).said[1]).toEqual(said);
  });
});

describe("whatever happens on a line", () => {
  const event: fc.Arbitrary<LineEvent> = fc.oneof(
    fc.constantFrom<LineEvent>(
      human,
      { type: "answered", by: "machineBeep" },
      { type: "finished" },
      { type: "recorded", seconds: 1, recordingUrl: "r" },
      { type: "dialEnded", status: "completed", seconds: 3 },
      { type: "leftQueue", result: "leave", seconds: 1 },
      { type: "askedCallback" },
      { type: "document", script: [say("Doc"), { do: "goTo", label: "listen" }] },
      { type: "broken", reason: "x" },
      { type: "hungUp", seconds: 2 },
      { type: "notAnswered", status: "noAnswer" },
    ),
    fc.constantFrom(..."0123456789*".split(""), "").map(digits),
  );
  const menu = keyMenu(
    { do: "say", text: "Press" },
    [
      { number: 1, action: "say", actionContext: "One" },
      { number: 2, action: "transfer", actionContext: "+12025550123" },
      { number: 3, action: "voicemailSay", actionContext: "Speak" },
      { number: 9, action: "dnc", actionContext: "" },
    ],
    3,
    undefined,
  );
  const of: CallPlan = { ...menu, machine: null, statusCallback: at("status"), fallback: at("fallback") };

  test("the session stays JSON, ends at most once, tells its end once, and says nothing after it", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let session: CallSession = openCall(who, of);
        let statusReports = 0;
        for (const one of events) {
          const was = session;
          const { session: next, verbs, effects } = advanceCall(session, one);
          expect(JSON.parse(JSON.stringify(next))).toEqual(next);
          if (was.end !== null)
            expect({ end: next.end, verbs, effects }).toEqual({ end: was.end, verbs: [], effects: [] });
          statusReports += effects.filter((effect) => effect.do === "callback" && effect.event === "status").length;
          session = next;
        }
        expect(statusReports).toBe(session.end === null ? 0 : 1);
      }),
      { numRuns: 300 },
    );
  });
});
