import { expect, test } from "vitest";
import { describeCallEvent } from "./describeCallEvent.ts";

test.each<[string, Record<string, unknown> | null, string]>([
  ["answered", { by: "human" }, "A person answered"],
  ["answered", { by: "machineBeep" }, "A machine answered, with a beep"],
  ["notAnswered", { status: "busy" }, "The line was busy"],
  ["digits", { digits: "" }, "No key was pressed in time"],
  ["digits", { digits: "1" }, "Key 1 was pressed"],
  ["digits", { digits: "12" }, "Keys 12 were pressed"],
  ["recorded", { seconds: 1, recordingUrl: "http://a/b.wav" }, "A recording of 1 second"],
  [
    "callRecorded",
    { seconds: 2, asked: "mp3" },
    "The recording of the whole call is kept, 2 seconds. MP3 was asked for; this recording was saved as WAV",
  ],
  [
    "recorded",
    { seconds: 2, recordingUrl: "http://a/b.wav", asked: "mp3" },
    "A recording of 2 seconds. MP3 was asked for; this recording was saved as WAV",
  ],
  ["recorded", { seconds: 3 }, "Nothing was recorded"],
  ["nothingRecorded", null, "The last recording could not be played: this call has none yet"],
  [
    "enteredRoom",
    { room: "sales", muted: false, beep: true, waits: false, ends: false, alone: true },
    "Entered the conference sales, with a beep. On the simulated carrier nobody else is in a conference",
  ],
  [
    "enteredRoom",
    { room: "sales", muted: true, beep: false, waits: true, ends: true, alone: true },
    "Waits for the conference sales, without a beep, muted. On the simulated carrier nobody else is in a conference: nobody begins it, and it ends for nobody with this call",
  ],
  [
    "enteredRoom",
    { room: "sales", muted: false, beep: true, waits: false, ends: true, alone: false },
    "Entered the conference sales, with a beep",
  ],
  [
    "dialEnded",
    { status: "completed", seconds: 5, answeredBy: "+12025550123" },
    "The transfer is over: +1 (202) 555-0123, 5 seconds",
  ],
  ["dialEnded", { status: "noAnswer", seconds: 0 }, "Nobody answered the transfer"],
  ["document", { verbs: 2 }, "A call script arrived with 2 instructions"],
  ["notTold", { event: "status", problem: "it answered 500" }, "Could not tell the status callback: it answered 500"],
  ["stopCalls", null, "The contact is not called any more"],
])("what happened on a call is told in words: %s %j", (type, data, words) => {
  expect(describeCallEvent({ type, data, at: "2026-11-21T12:00:00Z" }, "out")).toBe(words);
});

test("a call in was taken by the product, and by no person", () => {
  const event = { type: "answered", data: { by: "human" }, at: "2026-11-21T12:00:00Z" } as const;
  expect(describeCallEvent(event, "in")).toBe("The call was taken");
});
