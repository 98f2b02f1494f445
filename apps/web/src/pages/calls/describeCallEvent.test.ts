import { expect, test } from "vitest";
import { describeCallEvent } from "./describeCallEvent.ts";

test.each<[string, Record<string, unknown> | null, string]>([
  ["askedCallback", null, "The caller asked to be called back"],
  ["consulting", { with: "Bob", is: "talking" }, "The user consults Bob"],
  ["consulting", { with: "Bob", is: "ended" }, "Bob is no longer consulted"],
  ["supervised", { by: "Ann", mode: "listen" }, "Ann listens to the call"],
  ["supervised", { by: "Ann", mode: "whisper" }, "Ann speaks to the user alone"],
  ["unsupervised", { by: "Ann" }, "Ann no longer supervises the call"],
  ["answered", { by: "human" }, "A person answered"],
  ["answered", { by: "machineBeep" }, "An answering machine answered, with a beep"],
  ["notAnswered", { status: "busy" }, "The line was busy"],
  ["digits", { digits: "" }, "No key was pressed in time"],
  ["digits", { digits: "1" }, "Key 1 was pressed"],
  ["digits", { digits: "12" }, "Keys 12 were pressed"],
  ["recorded", { seconds: 1, recordingUrl: "http://a/b.wav" }, "Recorded 1 second"],
  [
    "callRecorded",
    { seconds: 2, asked: "mp3" },
    "The whole call was recorded, 2 seconds. MP3 was requested, but this recording was saved as WAV",
  ],
  [
    "recorded",
    { seconds: 2, recordingUrl: "http://a/b.wav", asked: "mp3" },
    "Recorded 2 seconds. MP3 was requested, but this recording was saved as WAV",
  ],
  ["recorded", { seconds: 3 }, "Nothing was recorded"],
  ["recorded", { seconds: 0, isLate: true }, "The caller was recorded. The recording is not there yet"],
  [
    "recordingLate",
    { of: "verb", problem: "the provider has a problem (503)" },
    "The recording could not be fetched yet: the provider has a problem (503)",
  ],
  ["recordingFetched", { of: "call", seconds: 4 }, "The recording of the whole call was fetched, 4 seconds"],
  ["nothingRecorded", null, "There is no recording to play yet"],
  [
    "enteredRoom",
    { room: "sales", muted: false, beep: true, waits: false, ends: false, alone: true },
    "Joined conference sales, with a beep. Conferences on the simulated carrier have no other participants",
  ],
  [
    "enteredRoom",
    { room: "sales", muted: true, beep: false, waits: true, ends: true, alone: true },
    "Waiting for conference sales, without a beep, muted. Conferences on the simulated carrier have no other participants, so it never starts and hanging up does not end it",
  ],
  [
    "enteredRoom",
    { room: "sales", muted: false, beep: true, waits: false, ends: true, alone: false },
    "Joined conference sales, with a beep",
  ],
  [
    "dialEnded",
    { status: "completed", seconds: 5, answeredBy: "+12025550123" },
    "The transfer ended: +1 (202) 555-0123, 5 seconds",
  ],
  ["dialEnded", { status: "noAnswer", seconds: 0 }, "No one answered the transfer"],
  ["document", { verbs: 2 }, "Received a call script with 2 instructions"],
  ["notTold", { event: "status", problem: "it answered 500" }, "Could not notify the status callback: it answered 500"],
  ["stopCalls", null, "Calls to the contact were stopped"],
])("describes a call event: %s %j", (type, data, description) => {
  expect(describeCallEvent({ type, data, at: "2026-11-21T12:00:00Z" }, "out")).toBe(description);
});

test("describes an inbound call as answered, without naming a person", () => {
  const event = { type: "answered", data: { by: "human" }, at: "2026-11-21T12:00:00Z" } as const;
  expect(describeCallEvent(event, "in")).toBe("The call was answered");
});
