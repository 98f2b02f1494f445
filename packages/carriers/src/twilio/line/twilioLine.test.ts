import { describe, expect, it } from "vitest";
import type { LineVerb } from "../../callLine.ts";
import { type DocumentPlace, longestDocument } from "../twiml.ts";
import { moveTwilioLine } from "./moveTwilioLine.ts";
import { isRepeated, nextDocument } from "./nextDocument.ts";
import { newTwilioLine, type TwilioInput, type TwilioLine } from "./twilioLine.ts";

const place: DocumentPlace = {
  next: "https://t.example/2",
  recording: (of, format) => `https://t.example/recording?of=${of}&format=${format}`,
  answered: (target) => `https://t.example/dialled?target=${encodeURIComponent(target)}`,
  room: "https://t.example/room",
  music: (url) => `https://t.example/music?url=${encodeURIComponent(url)}`,
  beep: "https://t.example/beep.wav",
  queueRoom: "queue-1",
  roomName: (name) => `room-${name}`,
  voiceOf: (key) => ({ code: key === "studio" ? "en-US-Studio-O" : "en-US-Standard-B", language: "en-US" }),
};
const now = 1_000_000;
const move = (line: TwilioLine, input: TwilioInput, at = now) =>
  moveTwilioLine(line, input, at, "https://t.example/next");
const asked = (line: TwilioLine, fields: Record<string, string> = {}) =>
  move(line, { input: "asked", step: line.step + 1, fields: new URLSearchParams(fields) });
/** An answered line that carries out these verbs. */
function carriesOut(...verbs: LineVerb[]): TwilioLine {
  const { line } = asked(newTwilioLine());
  return nextDocument(move(line, { input: "instructed", verbs }).line, place, now).line;
}
const documentOf = (...verbs: LineVerb[]): string =>
  carriesOut(...verbs)
    .document.replace(/^<\?xml[^>]*\?><Response>/, "")
    .replace(/<Redirect method="POST">https:\/\/t\.example\/2<\/Redirect><\/Response>$|<\/Response>$/, "");
const record = {
  do: "record",
  maxSeconds: 60,
  silenceSeconds: 5,
  finishOnKey: "#",
  beep: true,
  format: "wav",
} as const;
const gather = { do: "gather", prompts: [], timeoutSeconds: 3, finishOnKey: "", numDigits: 1 } as const;
const recording = { RecordingSid: "RE1", RecordingUrl: "https://p.example/RE1", RecordingDuration: "4" };

describe("documents for a provider (telecom §1.5)", () => {
  it.each<[string, LineVerb, string]>([
    [
      "say",
      { do: "say", text: 'a < b & "c"' },
      '<Say voice="Google.en-US-Standard-B" language="en-US">a &lt; b &amp; &quot;c&quot;</Say>',
    ],
    [
      "say faster",
      { do: "say", text: "Hi", speed: 1.2, loop: 2 },
      '<Say voice="Google.en-US-Standard-B" language="en-US" loop="2"><prosody rate="120%">Hi</prosody></Say>',
    ],
    ["a voice that the provider lacks", { do: "say", text: "Hi", voice: "studio" }, '<Say language="en-US">Hi</Say>'],
    [
      "play",
      { do: "play", url: "https://a.example/a.mp3?x=1&y=2", loop: 0 },
      '<Play loop="0">https://a.example/a.mp3?x=1&amp;y=2</Play>',
    ],
    ["pause", { do: "pause", seconds: 0.4 }, '<Pause length="1"/>'],
    [
      "gather",
      gather,
      '<Gather input="dtmf" action="https://t.example/2" actionOnEmptyResult="true" timeout="3" finishOnKey="" numDigits="1"/>',
    ],
    [
      "listen",
      { do: "listen", prompts: [{ do: "say", text: "Who?" }], timeoutSeconds: 5, beep: true },
      '<Gather input="speech" action="https://t.example/2" actionOnEmptyResult="true" timeout="5" speechTimeout="auto"><Say voice="Google.en-US-Standard-B" language="en-US">Who?</Say><Play>https://t.example/beep.wav</Play></Gather>',
    ],
    [
      "record",
      record,
      '<Record action="https://t.example/2" maxLength="60" timeout="5" finishOnKey="#" playBeep="true" trim="do-not-trim" recordingStatusCallback="https://t.example/recording?of=verb&amp;format=wav" recordingStatusCallbackEvent="completed absent"/>',
    ],
    [
      "record the call",
      { do: "recordCall", format: "mp3" },
      '<Start><Recording recordingStatusCallback="https://t.example/recording?of=call&amp;format=mp3" recordingStatusCallbackEvent="completed absent" trim="do-not-trim"/></Start>',
    ],
    [
      "dial one phone after another",
      {
        do: "dial",
        targets: [
          { to: "number", number: "+13035550111" },
          { to: "sip", address: "ann@example.com" },
        ],
        ring: "oneByOne",
        callerId: "+12025550101",
        timeoutSeconds: 2,
        limitSeconds: 60,
      },
      '<Dial action="https://t.example/2" timeLimit="60" timeout="5" callerId="+12025550101" answerOnBridge="true" sequential="true"><Number statusCallback="https://t.example/dialled?target=%2B13035550111" statusCallbackEvent="answered">+13035550111</Number><Sip statusCallback="https://t.example/dialled?target=ann%40example.com" statusCallbackEvent="answered">sip:ann@example.com</Sip></Dial>',
    ],
    [
      "enter a conference",
      {
        do: "dial",
        targets: [{ to: "room", name: "sales", muted: true, beep: true, starts: false, ends: true }],
        ring: "all",
        callerId: "",
        timeoutSeconds: 30,
        limitSeconds: 60,
      },
      '<Dial action="https://t.example/2" timeLimit="60"><Conference muted="true" beep="onEnter" startConferenceOnEnter="false" endConferenceOnExit="true" statusCallback="https://t.example/room" statusCallbackEvent="join">room-sales</Conference></Dial>',
    ],
    [
      "wait for a user",
      { do: "enqueue", queue: "support", music: "https://a.example/hold.mp3" },
      '<Dial action="https://t.example/2"><Conference beep="false" startConferenceOnEnter="false" endConferenceOnExit="true" waitUrl="https://t.example/music?url=https%3A%2F%2Fa.example%2Fhold.mp3" statusCallback="https://t.example/room" statusCallbackEvent="join">queue-1</Conference></Dial>',
    ],
    ["reject", { do: "reject", reason: "busy" }, '<Reject reason="busy"/>'],
    ["hang up", { do: "hangUp" }, "<Hangup/>"],
  ])("%s", (_, verb, xml) => {
    expect(documentOf(verb)).toBe(xml);
  });

  it("hangs up where a rejection comes too late", () => {
    expect(documentOf({ do: "say", text: "Hi" }, { do: "reject", reason: "busy" })).toContain("<Hangup/>");
  });

  it("cuts a text that is too long for one Say at a space", () => {
    const said = [...documentOf({ do: "say", text: "word ".repeat(2_000) }).matchAll(/<Say[^>]*>([^<]*)<\/Say>/g)];
    expect(said).toHaveLength(3);
    expect(said.every(([, words = ""]) => words.length <= 4_096 && !/^\s|wor$/.test(words))).toBe(true);
  });

  it("says when a document is longer than the provider reads", () => {
    const verbs = Array.from({ length: 20 }, () => ({ do: "say" as const, text: "x".repeat(4_000) }));
    const { line } = asked(newTwilioLine());
    const next = nextDocument(move(line, { input: "instructed", verbs }).line, place, now);
    expect(next.isTooLong).toBe(true);
    expect(next.line.document.length).toBeGreaterThan(longestDocument);
  });
});

describe("a line at a provider", () => {
  it.each([
    ["machine_end_beep", "machineBeep"],
    ["machine_end_other", "machineSilent"],
    ["machine_start", "machineSilent"],
    ["fax", "fax"],
    ["unknown", "unknown"],
    ["human", "human"],
  ])("is answered by %s", (AnsweredBy, by) => {
    expect(asked(newTwilioLine(), { AnsweredBy }).reports).toEqual([{ type: "answered", by }]);
  });

  it("gets the document again that it was given, and reports nothing", () => {
    const line = carriesOut(gather);
    expect([1, 2].map((step) => isRepeated(line, step))).toEqual([true, false]);
  });

  it("polls until there are verbs", () => {
    const { line } = asked(newTwilioLine());
    const waiting = nextDocument(line, place, now).line;
    expect(waiting.document).toContain('<Pause length="1"/>');
    expect(asked(waiting).reports).toEqual([]);
  });

  it("waits for the file of a recording before it reports it", () => {
    const { line, fetches, reports } = asked(carriesOut(record), { ...recording, Digits: "#" });
    expect([fetches?.recordingSid, reports]).toEqual(["RE1", []]);
    const stored = move(line, {
      input: "stored",
      recordingSid: "RE1",
      seconds: 4,
      recordingUrl: "https://t.example/a",
    });
    expect(stored.reports).toEqual([
      { type: "recorded", seconds: 4, recordingUrl: "https://t.example/a", digits: "#" },
    ]);
  });

  it.each([
    ["before", true],
    ["after", false],
  ])("ends after the recording of a caller who hung up, announced %s the end", (_, isBefore) => {
    const announced: TwilioInput = {
      input: "recorded",
      recording: { recordingSid: "RE1", url: "https://p.example/RE1", seconds: 4 },
    };
    const ended: TwilioInput = { input: "status", status: "completed", seconds: 9 };
    let line = carriesOut(record);
    let fetched = false;
    for (const input of isBefore ? [announced, ended] : [ended, announced]) {
      const done = move(line, input);
      expect(done.reports).toEqual([]);
      fetched ||= done.fetches !== null;
      line = done.line;
    }
    expect(fetched).toBe(true);
    const { reports } = move(line, {
      input: "stored",
      recordingSid: "RE1",
      seconds: 4,
      recordingUrl: "https://t.example/a",
    });
    expect(reports.map(({ type }) => type)).toEqual(["recorded", "hungUp"]);
  });

  it.each<[string, TwilioInput]>([
    ["no file comes", { input: "fileLate" }],
    ["the provider says that there is none", { input: "recorded", recording: null }],
  ])("ends without a recording when %s", (_, input) => {
    const { line, awaitsFile } = move(carriesOut(record), { input: "status", status: "completed", seconds: 9 });
    expect(awaitsFile).toBe(true);
    expect(move(line, input).reports).toEqual([
      { type: "recorded", seconds: 0 },
      { type: "hungUp", seconds: 9 },
    ]);
  });

  it("stores the recording of the whole call once, also after its end", () => {
    const { line } = move(carriesOut(gather), { input: "status", status: "completed", seconds: 9 });
    const input: TwilioInput = {
      input: "callRecorded",
      recording: { recordingSid: "RE1", url: "u", seconds: 9 },
      format: "wav",
    };
    const first = move(line, input);
    expect(first.fetches?.of).toBe("call");
    expect(move(first.line, input).fetches).toBeNull();
  });

  it("that ends before its first document was not answered", () => {
    expect(move(newTwilioLine(), { input: "status", status: "completed", seconds: 3 }).reports).toEqual([
      { type: "notAnswered", status: "noAnswer" },
    ]);
  });

  it("leaves a queue by an order, and reports how long it waited", () => {
    const line = carriesOut({ do: "enqueue", queue: "support" });
    const left = move(line, { input: "released", result: "leave" }, now + 12_000);
    expect(left.reports).toEqual([{ type: "leftQueue", result: "leave", seconds: 12 }]);
    expect(left.orders).toEqual([{ order: "redirect", url: "https://t.example/next" }]);
    // a transferred caller reports nothing: the product knows what follows
    expect(move(line, { input: "released", result: "handedOn" }).reports).toEqual([]);
  });

  it("speaks the offer of a callback before the conference, and hears its key", () => {
    const verb = {
      do: "enqueue",
      queue: "support",
      offer: { key: "2", prompts: [{ do: "say", text: "Press 2." }] },
    } as const;
    expect(documentOf(verb)).toMatch(/^<Gather input="dtmf" [^>]*numDigits="1"><Say[^>]*>Press 2\.<\/Say><\/Gather>$/);
    const line = carriesOut(verb);
    expect(asked(line, { Digits: "2" }).reports).toEqual([{ type: "askedCallback" }]);
    const waiting = asked(line, { Digits: "" });
    expect(waiting.reports).toEqual([]);
    const next = nextDocument(waiting.line, place, now);
    expect(next.line.document).toContain("<Conference");
    expect(next.line.waits).toEqual({ for: "queue", sinceMs: now, music: null });
    // a user who answers meanwhile gets the caller at once
    const picked = move(line, { input: "picked", by: "Ann", at: "+13035550166" });
    expect(picked.orders).toEqual([{ order: "redirect", url: "https://t.example/next" }]);
    const ringing = move(picked.line, { input: "userRings", callSid: "CA2" }).line;
    expect(asked(ringing, { Digits: "2" }).reports).toEqual([]);
  });

  it("rings the phone of the user who answers, and stops it when the caller leaves", () => {
    const line = carriesOut({ do: "enqueue", queue: "support" });
    const picked = move(line, { input: "picked", by: "Ann", at: "+13035550166" });
    expect(picked.rings).toEqual({ name: "Ann", at: "+13035550166" });
    const ringing = move(picked.line, { input: "userRings", callSid: "CA2" }).line;
    expect(move(ringing, { input: "status", status: "completed", seconds: 5 }).orders).toEqual([
      { order: "endCall", callSid: "CA2" },
    ]);
    const joined = move(ringing, { input: "userJoined", callSid: "CA2", name: "Ann" });
    expect(joined.reports).toEqual([{ type: "connected", with: "Ann" }]);
    expect(move(joined.line, { input: "userLost" }).reports).toEqual([]);
  });

  describe("when the user consults someone", () => {
    const withUser = () => {
      const line = move(carriesOut({ do: "enqueue", queue: "support" }), { input: "joined", conference: "CF1" }).line;
      const picked = move(line, { input: "picked", by: "Ann", at: "+13035550166" }).line;
      return move(picked, { input: "userJoined", callSid: "CA2", name: "Ann" }).line;
    };
    const consulted = { input: "consulted", name: "Bob", at: "+13035550177", isUser: true } as const;

    it("rings their phone, and reports that they are there", () => {
      const asks = move(withUser(), consulted);
      expect(asks.rings).toEqual({ name: "Bob", at: "+13035550177", consults: 1 });
      expect(move(withUser(), { ...consulted, isUser: false }).rings).toMatchObject({ isOutside: true });
      const rings = move(asks.line, { input: "consultRings", nr: 1, callSid: "CA3" }).line;
      const joins = move(rings, { input: "consultJoins", nr: 1, callSid: "CA3" });
      expect(joins.reports).toEqual([{ type: "consulting", with: "Bob", is: "talking" }]);
      expect(move(joins.line, { input: "consultLost", nr: 1 }).reports).toEqual([
        { type: "consulting", with: "Bob", is: "ended" },
      ]);
    });

    it("leaves the contact to them: the conference ends with them from then on", () => {
      const rings = move(move(withUser(), consulted).line, { input: "consultRings", nr: 1, callSid: "CA3" }).line;
      // nothing is left to a phone that only rings
      expect(move(rings, { input: "consultCompleted" }).orders).toEqual([]);
      const joins = move(rings, { input: "consultJoins", nr: 1, callSid: "CA3" }).line;
      const left = move(joins, { input: "consultCompleted" });
      expect(left.orders).toEqual([
        { order: "exit", conference: "CF1", callSid: "CA3", endsConference: true },
        { order: "exit", conference: "CF1", callSid: "CA2", endsConference: false },
        { order: "endCall", callSid: "CA2" },
      ]);
      expect(left.line.waits).toMatchObject({ for: "queue", userSid: "CA3", hasJoined: true });
      expect(left.line.waits).not.toHaveProperty("consult");
      expect(move(left.line, { input: "consultLost", nr: 1 }).reports).toEqual([]);
    });

    it("ends their phone when the user goes back, when the caller hangs up, and when it comes too late", () => {
      const rings = move(move(withUser(), consulted).line, { input: "consultRings", nr: 1, callSid: "CA3" }).line;
      const end = { order: "endCall", callSid: "CA3" };
      const back = move(rings, { input: "consultEnded" });
      expect(back.orders).toEqual([end]);
      expect(move(back.line, { input: "consultJoins", nr: 1, callSid: "CA3" }).orders).toEqual([end]);
      expect(move(rings, { input: "status", status: "completed", seconds: 9 }).orders).toEqual([end]);
      expect(move(rings, { input: "released", result: "bridged" }).orders).toContainEqual(end);
    });
  });

  it("is held only in a conference that it has joined", () => {
    const line = carriesOut({ do: "enqueue", queue: "support", music: "https://a.example/hold.mp3" });
    expect(move(line, { input: "held", isHeld: true }).orders).toEqual([]);
    const joined = move(line, { input: "joined", conference: "CF1" }).line;
    expect(move(joined, { input: "held", isHeld: true }).orders).toEqual([
      { order: "hold", conference: "CF1", isHeld: true, musicUrl: "https://a.example/hold.mp3" },
    ]);
  });

  it.each([
    ["completed", "completed"],
    ["answered", "completed"],
    ["busy", "busy"],
    ["no-answer", "noAnswer"],
    ["failed", "failed"],
    ["canceled", "failed"],
  ])("reports a dial that ends %s as %s", (DialCallStatus, status) => {
    const dial = {
      do: "dial",
      targets: [{ to: "number", number: "+13035550111" }],
      ring: "all",
      callerId: "+12025550101",
      timeoutSeconds: 20,
      limitSeconds: 60,
    } as const;
    const { line } = move(carriesOut(dial), { input: "dialAnswered", target: "+13035550111" });
    expect(asked(line, { DialCallStatus, DialCallDuration: "7" }).reports).toEqual([
      { type: "dialEnded", status, seconds: 7, answeredBy: "+13035550111" },
    ]);
  });
});
