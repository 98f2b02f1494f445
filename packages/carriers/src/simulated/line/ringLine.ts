import type { LineAnswer } from "../../callLine.ts";
import type { CallBehaviour } from "../callBehaviours.ts";
import { hangUp } from "./hangUp.ts";
import type { Line, LinePace } from "./lineState.ts";
import { paceOfHand } from "./pace.ts";
import type { PhoneWalk } from "./phoneWalk.ts";

/** A phone that begins to ring, and after how many milliseconds it does something by itself. */
export function ringLine(phone: CallBehaviour["phone"], { pace }: LinePace): { line: Line; dueInMs: number } {
  if (phone === "byHand") return { line: newLine("rings"), dueInMs: 60_000 * paceOfHand(pace) };
  if (phone === "neverAnswers") return { line: newLine("rings"), dueInMs: 20_000 * pace };
  if (phone === "busy") return { line: newLine("busy"), dueInMs: 1_000 * pace };
  if (phone === "declines") return { line: newLine("declines"), dueInMs: 3_000 * pace };
  return { line: newLine(phone.answers, phone), dueInMs: 2_000 * pace };
}

const newLine = (does: Line["does"], more: { presses?: string; hangsUpEarly?: boolean } = {}): Line => ({
  now: { is: "ringing" },
  todo: [],
  prompts: [],
  digits: "",
  answeredBy: null,
  answeredAtMs: null,
  recordsCall: false,
  does,
  presses: more.presses ?? "",
  hangsUpEarly: more.hangsUpEarly ?? false,
  targets: [],
});

export function answer(walk: PhoneWalk, by: LineAnswer): void {
  if (walk.line.now.is !== "ringing") return;
  walk.change({ now: { is: "idle" }, answeredBy: by, answeredAtMs: walk.nowMs });
  if (by === "machineBeep") walk.note("beep", "The machine's greeting ends with a beep");
  else if (by === "machineSilent") walk.note("note", "The machine's greeting ends without a beep");
  else walk.note("note", by === "fax" ? "A fax answers" : "Answered");
  walk.noDue();
  walk.reports.push({ type: "answered", by });
}

/** It has rung for long enough. */
export function endRinging(walk: PhoneWalk): void {
  const { does } = walk.line;
  if (does === "declines") hangUp(walk, "Declined");
  else if (does === "rings" || does === "busy") {
    walk.note("note", does === "busy" ? "The line was busy" : "No one answered");
    walk.over({ type: "notAnswered", status: does === "busy" ? "busy" : "noAnswer" });
  } else answer(walk, does);
}

/** The product gives the call up. */
export function giveUp(walk: PhoneWalk): void {
  if (walk.line.now.is !== "ringing") {
    hangUp(walk, "The call was ended");
    return;
  }
  walk.note("note", "The caller gave up");
  walk.over({ type: "notAnswered", status: "cancelled" });
}
