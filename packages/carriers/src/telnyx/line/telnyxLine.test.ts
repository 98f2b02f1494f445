import { describe, expect, it } from "vitest";
import type { LineReport, LineVerb } from "../../callLine.ts";
import type { TelnyxOrder } from "../callCommands.ts";
import { type CallHappened, readCallEvent, readState, writeState } from "../callEvents.ts";
import type { VerbPlace } from "../lineVerbs.ts";
import { moveTelnyxLine } from "./moveTelnyxLine.ts";
import { newTelnyxLine, type TelnyxInput, type TelnyxLine } from "./telnyxLine.ts";

const place: VerbPlace = {
  voiceOf: () => "AWS.Polly.Joanna",
  languageOf: () => "en-US",
  roomName: (name) => `room-${name}`,
  queueRoom: "queue-1",
  beep: "https://t.example/beep.wav",
  ringTone: "https://t.example/ring.wav",
};

/** A line that is played, and what it asked for and reported. */
class Played {
  line: TelnyxLine;
  orders: TelnyxOrder[] = [];
  reports: LineReport[] = [];
  alarms: { step: number; afterMs: number }[] = [];
  fetched = 0;
  nowMs = 1_000_000;

  constructor(line = newTelnyxLine(null)) {
    this.line = line;
  }

  take(input: TelnyxInput): this {
    const { line, orders, reports, alarms, fetches } = moveTelnyxLine(this.line, input, this.nowMs, place);
    this.line = line;
    this.orders.push(...orders);
    this.reports.push(...reports);
    this.alarms.push(...alarms);
    this.fetched += fetches.length;
    return this;
  }

  happens = (happened: CallHappened, step: number | null = this.line.step) =>
    this.take({ input: "happened", step, happened });
  instructed = (...verbs: LineVerb[]) => this.take({ input: "instructed", verbs });
  /** The commands since the last call of this. */
  commands(): string[] {
    return this.orders.splice(0).map((order) => (order.order === "command" ? order.action : order.order));
  }
}

const say = (text: string): LineVerb => ({ do: "say", text });
const gather = (numDigits: number | null, ...prompts: Extract<LineVerb, { do: "gather" }>["prompts"]): LineVerb => ({
  do: "gather",
  prompts,
  timeoutSeconds: 5,
  finishOnKey: "#",
  numDigits,
});
const answered = () => new Played().happens({ type: "answered" });

describe("the line of a call at Telnyx", () => {
  it("gives one command at a time and reports the end of the last", () => {
    const line = answered().instructed(say("One"), { do: "recordCall", format: "wav" }, say("Two"));
    expect(line.commands()).toEqual(["speak"]);
    expect(line.happens({ type: "promptEnded" }).commands()).toEqual(["record_start", "speak"]);
    line.happens({ type: "promptEnded" });
    expect(line.reports).toEqual([{ type: "answered", by: "human" }, { type: "finished" }]);
  });

  it("ignores the event of an earlier command", () => {
    const line = answered().instructed(say("One"), say("Two"));
    line.happens({ type: "promptEnded" }, 1).commands();
    expect(line.happens({ type: "promptEnded" }, 1).commands()).toEqual([]);
    expect(line.reports).toHaveLength(1);
  });

  it("cuts a text that is too long for one command", () => {
    const line = answered().instructed(say("word ".repeat(1_000)));
    line.happens({ type: "promptEnded" });
    expect(line.commands()).toEqual(["speak", "speak"]);
  });

  it("waits for a pause by an alarm of its own", () => {
    const line = answered().instructed({ do: "pause", seconds: 3 }, say("Hello"));
    expect(line.alarms).toEqual([{ step: 1, afterMs: 3_000 }]);
    expect(line.take({ input: "due", step: 1 }).commands()).toEqual(["speak"]);
  });

  it("waits for the beep of a machine, and not for one that never comes", () => {
    const line = new Played(newTelnyxLine("end")).happens({ type: "answered" });
    line.happens({ type: "detected", by: "machine" });
    expect(line.reports).toEqual([]);
    line.take({ input: "due", step: 0 });
    expect(line.reports).toEqual([{ type: "answered", by: "machineSilent" }]);
  });

  it("takes the beep that is heard before it is clear who answered", () => {
    const line = new Played(newTelnyxLine("end")).happens({ type: "answered" });
    line.happens({ type: "greetingEnded", hasBeep: true }).happens({ type: "detected", by: "machine" });
    expect(line.reports).toEqual([{ type: "answered", by: "machineBeep" }]);
  });

  it("takes # as the key of a gather for one key that # does not end", () => {
    const line = answered().instructed({ ...gather(1, { do: "say", text: "Press" }), finishOnKey: "" } as LineVerb);
    expect(line.commands()).toEqual(["gather_using_speak"]);
    line.happens({ type: "key", key: "#" }).happens({ type: "gathered", digits: "" }, 1);
    expect(line.reports.slice(1)).toEqual([{ type: "digits", digits: "#" }]);
  });

  it("keeps the first of several keys that is pressed while a first prompt is heard", () => {
    const line = answered().instructed(
      gather(3, { do: "play", url: "https://a.example/1.mp3" }, { do: "say", text: "Press" }),
    );
    expect(line.commands()).toEqual(["playback_start"]);
    line.happens({ type: "key", key: "4" });
    expect(line.orders.at(-1)).toMatchObject({ action: "gather", body: { maximum_digits: 2 } });
    line.happens({ type: "gathered", digits: "56" });
    expect(line.reports.slice(1)).toEqual([{ type: "digits", digits: "456" }]);
  });

  it("ends a recording by its key alone, and fetches it once", () => {
    const line = answered().instructed({
      do: "record",
      maxSeconds: 60,
      silenceSeconds: 5,
      finishOnKey: "#",
      beep: true,
      format: "mp3",
    });
    line.commands();
    expect(line.happens({ type: "key", key: "1" }).commands()).toEqual([]);
    expect(line.happens({ type: "key", key: "#" }).commands()).toEqual(["record_stop"]);
    const recording = { legId: "leg", startedAt: "2026-01-01", urls: { mp3: "https://a.example/r.mp3" }, seconds: 4 };
    for (let times = 0; times < 2; times++) line.happens({ type: "recorded", recording, of: "verb" });
    expect(line.fetched).toBe(1);
    line.take({ input: "stored", seconds: 4, recordingUrl: "https://t.example/r.mp3" });
    expect(line.reports.at(-1)).toEqual({
      type: "recorded",
      seconds: 4,
      recordingUrl: "https://t.example/r.mp3",
      digits: "#",
    });
  });

  it("waits for the recording of a caller who hung up, and not without end", () => {
    const line = answered().instructed({
      do: "record",
      maxSeconds: 60,
      silenceSeconds: 5,
      finishOnKey: "#",
      beep: false,
      format: "wav",
    });
    line.nowMs += 9_000;
    line.happens({ type: "hungUp", before: "noAnswer" });
    expect(line.reports).toHaveLength(1);
    line.take({ input: "due", step: 1 });
    expect(line.reports.slice(1)).toEqual([
      { type: "recorded", seconds: 0 },
      { type: "hungUp", seconds: 9 },
    ]);
  });

  it("ends the other phones when one answers, and a phone that is named later", () => {
    const phones = ["+13035550111", "+13035550112"].map((number) => ({ to: "number" as const, number }));
    const dial = { targets: phones, ring: "all" as const, callerId: "+1303", timeoutSeconds: 20, limitSeconds: 600 };
    const line = answered().instructed({ do: "dial", ...dial });
    expect(line.commands()).toEqual(["playback_start", "dial", "dial"]);
    const { step } = line.line;
    line.take({ input: "leg", step, leg: 0, ref: "a", happened: { type: "answered" } });
    expect(line.commands()).toEqual(["playback_stop", "bridge"]);
    line.take({ input: "leg", step, leg: 1, ref: "b", happened: { type: "answered" } });
    expect(line.reports.at(-1)).toEqual({ type: "connected", with: "+13035550111" });
    expect(line.orders).toEqual([{ order: "endLeg", ref: "b" }]);
    line.nowMs += 30_000;
    line.take({ input: "leg", step, leg: 0, ref: "a", happened: { type: "hungUp", before: "noAnswer" } });
    expect(line.reports.at(-1)).toMatchObject({ type: "dialEnded", status: "completed", seconds: 30 });
  });

  it.each<[LineVerb, LineReport]>([
    [say("Hello"), { type: "finished" }],
    [gather(1, { do: "say", text: "Press" }), { type: "digits", digits: "" }],
    [
      { do: "listen", prompts: [], timeoutSeconds: 5, beep: false },
      { type: "speech", speech: "" },
    ],
    [
      { do: "record", maxSeconds: 9, silenceSeconds: 5, finishOnKey: "", beep: false, format: "wav" },
      { type: "recorded", seconds: 0 },
    ],
    [
      { do: "enqueue", queue: "support" },
      { type: "leftQueue", result: "error", seconds: 0 },
    ],
  ])("continues when the command of %o is refused", (verb, report) => {
    const line = answered().instructed(verb);
    line.take({ input: "refused", step: line.line.step });
    expect(line.reports.at(-1)).toEqual(report);
  });

  it("hears the key of a callback while the offer is spoken and while the caller waits", () => {
    const offer = { key: "2", prompts: [{ do: "say" as const, text: "Press 2." }] };
    const early = answered().instructed({ do: "enqueue", queue: "support", offer });
    early.happens({ type: "key", key: "1" });
    early.happens({ type: "key", key: "2" });
    expect(early.reports.at(-1)).toEqual({ type: "askedCallback" });
    const late = answered().instructed({ do: "enqueue", queue: "support", offer });
    late.happens({ type: "promptEnded" });
    late.take({ input: "entered", step: late.line.step, conference: "c" });
    late.happens({ type: "key", key: "2" });
    expect(late.reports.at(-1)).toEqual({ type: "askedCallback" });
    expect(late.orders.at(-1)).toEqual({ order: "leave", conference: "c" });
  });

  it("stops the phone of a user when the caller hangs up", () => {
    const line = answered().instructed({ do: "enqueue", queue: "support" });
    line.take({ input: "entered", step: line.line.step, conference: "c" });
    line.take({ input: "picked", by: "Ann", at: "+13035550166" });
    line.take({ input: "user", name: "Ann", ref: "u", happened: { type: "answered" } }).commands();
    line.happens({ type: "hungUp", before: "noAnswer" });
    expect(line.orders).toEqual([{ order: "endLeg", ref: "u" }]);
  });
});

describe("an event of a call at Telnyx", () => {
  it.each([
    { of: "line", step: 4 } as const,
    { of: "leg", step: 2, leg: 1 } as const,
    { of: "user", name: "Änne – Ø" } as const,
  ])("keeps %o as its state", (state) => {
    expect(readState(writeState(state))).toEqual(state);
  });

  it("is of no command when its state was written by someone else", () => {
    expect(readState("aGF2ZSBhIG5pY2UgZGF5ID1d")).toBeNull();
  });

  it("says nothing when a prompt ended with the call", () => {
    expect(readCallEvent({ type: "call.speak.ended", payload: { status: "call_hangup" } })).toBeNull();
  });
});
