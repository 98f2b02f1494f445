import type { LineOrder } from "../../callLine.ts";
import { answeredBy, type TwilioCallStatus } from "../calls.ts";
import { completeConsult, consult, endConsult, loseConsult, moveConsult } from "./consult.ts";
import { connect, endDial, join } from "./dial.ts";
import { endUsers, endWait, hold, leaveQueue, loseUser, moveUser, ringUser } from "./enqueue.ts";
import {
  announceRecording,
  endRecord,
  fetchCallRecording,
  fetchRecording,
  giveUpRecording,
  storeRecording,
} from "./record.ts";
import { loseSupervisor, moveSupervisor, supervise, unsupervise } from "./supervise.ts";
import type { TwilioInput, TwilioLine, TwilioMove } from "./twilioLine.ts";
import { TwilioWalk } from "./twilioWalk.ts";

/**
 * Moves the line of a call at a provider with the Twilio API, as a pure state machine. `nextUrl` is the address of the
 * document after the one that the provider has.
 */
export function moveTwilioLine(line: TwilioLine, input: TwilioInput, nowMs: number, nextUrl: string): TwilioMove {
  const walk = new TwilioWalk(line, nowMs, nextUrl);
  if (line.waits.for !== "nothing" || input.input === "callRecorded") accept(walk, input);
  return walk.result();
}

function accept(walk: TwilioWalk, input: TwilioInput): void {
  switch (input.input) {
    case "asked":
      endDocument(walk, input.fields);
      return;
    case "status":
      endCall(walk, input.status, input.seconds);
      return;
    case "dialAnswered":
      connect(walk, input.target);
      return;
    case "joined":
      join(walk, input.conference);
      return;
    case "userRings":
    case "userJoined":
      moveUser(walk, input);
      return;
    case "userLost":
      loseUser(walk);
      return;
    case "supervisorRings":
    case "supervisorJoined":
      moveSupervisor(walk, input);
      return;
    case "supervisorLost":
      loseSupervisor(walk, input.nr);
      return;
    case "consultRings":
    case "consultJoins":
      moveConsult(walk, input);
      return;
    case "consultLost":
      loseConsult(walk, input.nr);
      return;
    case "recorded":
      announceRecording(walk, input.recording);
      return;
    case "callRecorded":
      fetchCallRecording(walk, input.recording, input.format);
      return;
    case "stored":
      storeRecording(walk, input);
      return;
    case "fileLate":
      giveUpRecording(walk);
      return;
    default:
      obey(walk, input);
  }
}

/** What the product asks of a call. */
function obey(walk: TwilioWalk, order: LineOrder): void {
  switch (order.input) {
    case "instructed":
      walk.change({ todo: [...walk.line.todo, ...order.verbs] });
      return;
    case "picked":
      ringUser(walk, order);
      return;
    case "held":
      hold(walk, order.isHeld);
      return;
    case "supervised":
      supervise(walk, order);
      return;
    case "unsupervised":
      unsupervise(walk);
      return;
    case "consulted":
      consult(walk, order);
      return;
    // the contact is taken back from hold by an order of its own
    case "consultJoined":
      return;
    case "consultCompleted":
      completeConsult(walk);
      return;
    case "consultEnded":
      endConsult(walk);
      return;
    case "released":
      leaveQueue(walk, order.result);
      return;
    case "givenUp":
      walk.orders.push({ order: walk.line.waits.for === "answer" ? "cancel" : "hangUp" });
  }
}

/** The provider asks for the next document, which reports the outcome of the one that it had. */
function endDocument(walk: TwilioWalk, fields: URLSearchParams): void {
  const { waits } = walk.line;
  switch (waits.for) {
    case "answer":
      walk.change({ answeredAtMs: walk.nowMs });
      walk.done({ type: "answered", by: answeredBy(fields) });
      return;
    case "prompts":
      walk.done({ type: "finished" });
      return;
    case "digits":
      walk.done({ type: "digits", digits: fields.get("Digits") ?? "" });
      return;
    case "speech":
      walk.done({ type: "speech", speech: fields.get("SpeechResult") ?? "" });
      return;
    case "recording":
      endRecord(walk, waits.format, fields);
      return;
    case "dial":
      endDial(walk, fields);
      return;
    case "queue":
      endWait(walk, waits, fields);
      return;
    default:
      return;
  }
}

/** The call has ended. A recording can still come. */
function endCall(walk: TwilioWalk, status: TwilioCallStatus["status"], seconds: number): void {
  if (status === "ringing" || status === "inProgress") return;
  const { waits, ready } = walk.line;
  if (waits.for === "answer") {
    // it ended before anything could be said
    walk.over([{ type: "notAnswered", status: status === "completed" ? "noAnswer" : status }]);
    return;
  }
  walk.change({ endedAfter: status === "completed" ? Math.max(1, seconds) : walk.lasted });
  if (waits.for === "recording" && ready !== undefined) fetchRecording(walk, ready, waits.format);
  endUsers(walk);
  if (waits.for === "recording" || waits.for === "file") walk.awaitsFile = true;
  else walk.over();
}
