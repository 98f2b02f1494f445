import type { LineOrder, LineVerb } from "../../callLine.ts";
import { beginNext } from "./beginNext.ts";
import { consult, followConsult } from "./consult.ts";
import { connect, endDial } from "./dial.ts";
import { isEnding, over, saveCallRecording } from "./endCall.ts";
import { hold, leaveQueue, pick } from "./enqueue.ts";
import { hangUp } from "./hangUp.ts";
import { answerLeg, loseLeg } from "./legs.ts";
import type { Line, LineInput, LineMove, LinePace } from "./lineState.ts";
import { endGather, endListen, hearWords, listen } from "./listen.ts";
import { PhoneWalk } from "./phoneWalk.ts";
import { pressKey } from "./pressKey.ts";
import { timePrompt } from "./prompt.ts";
import { endRecording, recordSilence, saveRecording, speak } from "./record.ts";
import { answer, endRinging, giveUp } from "./ringLine.ts";
import { supervise, unsupervise } from "./supervise.ts";

/** Moves one phone of the simulated carrier, as a pure state machine. */
export function moveLine(line: Line, input: LineInput, nowMs: number, { pace }: LinePace): LineMove {
  const walk = new PhoneWalk(line, nowMs, pace);
  if (line.now.is !== "over") accept(walk, input);
  while (walk.proceeds) beginNext(walk);
  return walk.result();
}

function accept(walk: PhoneWalk, input: LineInput): void {
  switch (input.input) {
    case "answer":
      answer(walk, input.by);
      return;
    case "keys":
      for (const key of input.keys) pressKey(walk, key);
      return;
    case "said":
      hearWords(walk, input.text);
      return;
    case "lasts":
      timePrompt(walk, input.seconds);
      return;
    case "heard":
      if (walk.line.now.is === "prompt") endPrompt(walk);
      return;
    case "silent":
      recordSilence(walk);
      return;
    case "speaking":
      speak(walk);
      return;
    case "recorded":
      saveRecording(walk, input.seconds, input.recordingUrl);
      return;
    case "recordingCall":
      if (walk.line.recordsCall && !isEnding(walk.line)) walk.change({ hasMicrophone: true });
      return;
    case "callRecorded":
      saveCallRecording(walk, { seconds: input.seconds, recordingUrl: input.recordingUrl });
      return;
    case "legAnswered":
      answerLeg(walk, input.handset);
      return;
    case "connected":
      connect(walk, input.handset);
      return;
    case "legEnded":
      loseLeg(walk, input);
      return;
    case "hangUp":
      hangUp(walk, "You hung up");
      return;
    case "due":
      endWait(walk);
      return;
    default:
      obey(walk, input);
  }
}

/** What the product asks of a call. */
function obey(walk: PhoneWalk, order: LineOrder): void {
  switch (order.input) {
    case "instructed":
      instruct(walk, order.verbs);
      return;
    case "picked":
      pick(walk, order.by);
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
    case "consultJoined":
    case "consultCompleted":
    case "consultEnded":
      followConsult(walk, order.input);
      return;
    case "released":
      leaveQueue(walk, order.result);
      return;
    case "givenUp":
      giveUp(walk);
  }
}

function instruct(walk: PhoneWalk, verbs: readonly LineVerb[]): void {
  if (verbs.length === 0 || isEnding(walk.line)) return;
  walk.change({ todo: [...walk.line.todo, ...verbs] });
  walk.proceeds = walk.line.now.is === "idle";
}

/** A prompt was heard to its end. */
function endPrompt(walk: PhoneWalk): void {
  const { todo, now, hangsUpEarly } = walk.line;
  if (hangsUpEarly) {
    hangUp(walk, "The contact hung up");
    return;
  }
  const isAlone = now.is === "prompt" && now.alone === true;
  if (!isAlone && (todo[0]?.do === "gather" || todo[0]?.do === "listen")) listen(walk);
  else walk.proceeds = true;
}

/** Time has passed. */
function endWait(walk: PhoneWalk): void {
  const { now, todo } = walk.line;
  switch (now.is) {
    case "ringing":
      endRinging(walk);
      return;
    case "prompt":
      endPrompt(walk);
      return;
    case "listening":
      endGather(walk);
      return;
    case "hearing":
      endListen(walk, "");
      return;
    case "recording":
      endRecording(walk);
      return;
    case "saving":
      recordSilence(walk);
      return;
    case "dialling":
      endDial(walk, "noAnswer");
      return;
    case "connected":
      if (todo[0]?.do === "dial") endDial(walk, "completed");
      else hangUp(walk, "The call was ended");
      return;
    case "queued":
      leaveQueue(walk, "leave");
      return;
    case "ending":
      over(walk);
      return;
    default:
      walk.noDue();
  }
}
