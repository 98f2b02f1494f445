import type { LineOrder } from "../../callLine.ts";
import type { CallHappened } from "../callEvents.ts";
import type { VerbPlace } from "../lineVerbs.ts";
import { answer, arrive, detect, endGreeting } from "./answer.ts";
import { beginNext } from "./beginNext.ts";
import { moveLeg } from "./dial.ts";
import { hold, leaveQueue } from "./enqueue.ts";
import { join, leaveRoom } from "./enterRoom.ts";
import { endGather } from "./gather.ts";
import { endCall } from "./hangUp.ts";
import { endListen, hearWords } from "./listen.ts";
import { pressKey } from "./pressKey.ts";
import { fetchRecording, giveUpRecording, storeRecording } from "./record.ts";
import { refuse } from "./refuse.ts";
import { loseSupervisor, moveSupervisor, supervise, unsupervise } from "./supervise.ts";
import type { TelnyxInput, TelnyxLine, TelnyxMove } from "./telnyxLine.ts";
import { TelnyxWalk } from "./telnyxWalk.ts";
import { loseUser, moveUser, ringUser } from "./userPhone.ts";

/** Moves the line of a call at Telnyx, as a pure state machine. */
export function moveTelnyxLine(line: TelnyxLine, input: TelnyxInput, nowMs: number, place: VerbPlace): TelnyxMove {
  const walk = new TelnyxWalk(line, nowMs, place);
  const isLate = input.input === "happened" && input.happened.type === "recorded";
  if (line.waits.for !== "nothing" || isLate) accept(walk, input);
  while (walk.proceeds) beginNext(walk);
  return walk.result();
}

function accept(walk: TelnyxWalk, input: TelnyxInput): void {
  const { step } = walk.line;
  switch (input.input) {
    case "arrived":
      arrive(walk);
      return;
    case "happened":
      follow(walk, input.happened, input.step === step);
      return;
    case "leg":
      if (input.step === step) moveLeg(walk, input.leg, input.ref, input.happened);
      // its dial has ended
      else if (input.happened.type !== "hungUp") walk.endLeg(input.ref);
      return;
    case "user":
      moveUser(walk, input);
      return;
    case "userLost":
      loseUser(walk, input.name);
      return;
    case "supervisor":
      moveSupervisor(walk, input);
      return;
    case "supervisorLost":
      loseSupervisor(walk, input.nr);
      return;
    case "refused":
      if (input.step === step) refuse(walk, input.leg);
      return;
    case "entered":
      if (input.step === step) join(walk, input.conference);
      return;
    case "stored":
      storeRecording(walk, input.seconds, input.recordingUrl);
      return;
    case "due":
      if (input.step === step) endWait(walk);
      return;
    default:
      obey(walk, input);
  }
}

/** What the product asks of a call. The phone offers no consultation here. */
function obey(walk: TelnyxWalk, order: LineOrder): void {
  const { waits, todo } = walk.line;
  switch (order.input) {
    case "instructed":
      if (waits.for === "end") return;
      walk.change({ todo: [...todo, ...order.verbs] });
      walk.proceeds = waits.for === "verbs";
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
    case "consultJoined":
    case "consultCompleted":
    case "consultEnded":
      return;
    case "released":
      leaveQueue(walk, order.result);
      return;
    case "givenUp":
      walk.command({ action: "hangup", body: {} });
  }
}

/** An event of the call. `isOfNow`: of the last command. */
function follow(walk: TelnyxWalk, happened: CallHappened, isOfNow: boolean): void {
  const { waits, keys } = walk.line;
  switch (happened.type) {
    case "answered":
      answer(walk);
      return;
    case "detected":
      detect(walk, happened.by);
      return;
    case "greetingEnded":
      endGreeting(walk, happened.hasBeep);
      return;
    case "promptEnded":
      walk.proceeds = isOfNow && (waits.for === "prompt" || waits.for === "lead");
      return;
    case "gathered":
      if (isOfNow && waits.for === "digits") endGather(walk, keys + happened.digits);
      return;
    case "key":
      pressKey(walk, happened.key);
      return;
    case "transcript":
      hearWords(walk, happened.words, happened.isFinal);
      return;
    case "recorded":
      fetchRecording(walk, happened);
      return;
    case "joined":
      join(walk, happened.conference);
      return;
    case "left":
      leaveRoom(walk, happened.conference);
      return;
    case "hungUp":
      endCall(walk, happened.before);
      return;
    case "initiated":
      return;
  }
}

/** The time of the last command has run out. */
function endWait(walk: TelnyxWalk): void {
  const { waits, endedAfter } = walk.line;
  if (endedAfter !== undefined) giveUpRecording(walk);
  else if (waits.for === "greeting") endGreeting(walk, false);
  else if (waits.for === "prompt" || waits.for === "lead") walk.proceeds = true;
  else if (waits.for === "speech") endListen(walk, "");
}
