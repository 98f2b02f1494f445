import { describe, expect, it } from "vitest";
import type { Line, LineInput, LineMove } from "./lineState.ts";
import { moveLine } from "./moveLine.ts";
import { ringLine } from "./ringLine.ts";

/** A phone and its clock: what each input did, and when it is due next. */
function phoneThatRecords(maxSeconds = 30) {
  let line: Line = ringLine("byHand", { pace: 1 }).line;
  let nowMs = 1_000_000;
  let dueAtMs: number | null = null;
  const input = (given: LineInput): LineMove => {
    const move = moveLine(line, given, nowMs, { pace: 1 });
    line = move.line;
    if (!move.keepsDue) dueAtMs = move.dueInMs === null ? null : nowMs + move.dueInMs;
    return move;
  };
  const later = (seconds: number): void => {
    nowMs += seconds * 1_000;
  };
  /** The next time limit passes. */
  const due = (): LineMove => {
    nowMs = dueAtMs ?? nowMs;
    return input({ input: "due" });
  };
  input({ input: "answer", by: "human" });
  const record = { do: "record", maxSeconds, silenceSeconds: 5, finishOnKey: "#", beep: true, format: "wav" } as const;
  input({ input: "instructed", verbs: [record] });
  const startedMs = nowMs;
  return { input, later, due, state: () => line.now.is, dueAfter: () => ((dueAtMs ?? 0) - startedMs) / 1_000 };
}

const recorded = { input: "recorded", seconds: 30, recordingUrl: "https://trunkline.example/a.wav" } as const;

describe("a recording on the simulated carrier (spec 2 §3.3)", () => {
  it("waits for the microphone's voice at the maximum length", () => {
    const phone = phoneThatRecords();
    phone.input({ input: "speaking" });
    const full = phone.due();
    expect([phone.state(), full.makesRecording]).toEqual(["saving", null]);

    expect(phone.input(recorded).reports).toEqual([
      { type: "recorded", seconds: 30, recordingUrl: recorded.recordingUrl },
    ]);
    expect(phone.state()).toBe("idle");
  });

  it("saves silence when the microphone's voice does not come", () => {
    const phone = phoneThatRecords();
    phone.input({ input: "speaking" });
    phone.due();
    expect(phone.due().makesRecording).toBe(30);
  });

  it("counts the maximum from the beep, however often the phone says that it records", () => {
    const phone = phoneThatRecords();
    phone.later(4);
    phone.input({ input: "speaking" });
    phone.later(20);
    phone.input({ input: "speaking" });
    expect(phone.dueAfter()).toBe(30);
  });

  it("waits for the microphone's voice after the finishing key", () => {
    const phone = phoneThatRecords();
    phone.input({ input: "speaking" });
    phone.later(7);
    const finished = phone.input({ input: "keys", keys: "#" });
    expect([phone.state(), finished.makesRecording]).toEqual(["saving", null]);
  });

  it("waits for the microphone's voice after the hang-up, and ends the call with it", () => {
    const phone = phoneThatRecords();
    phone.input({ input: "speaking" });
    phone.later(7);
    expect(phone.input({ input: "hangUp" }).reports).toEqual([]);
    expect(phone.input(recorded).reports.map(({ type }) => type)).toEqual(["recorded", "hungUp"]);
    expect(phone.state()).toBe("over");
  });

  it("saves silence at once where no microphone is", () => {
    expect(phoneThatRecords().due().makesRecording).toBe(5);
  });
});

describe("a prompt on the simulated carrier", () => {
  it("ends when its first reported length is over, however often the phone reports one", () => {
    const phone = phoneThatRecords();
    phone.input(recorded);
    phone.input({ input: "instructed", verbs: [{ do: "say", text: "Hello" }] });
    phone.input({ input: "lasts", seconds: 3 });
    phone.later(2);
    phone.input({ input: "lasts", seconds: 3 });
    expect(phone.dueAfter()).toBe(3);
  });
});
