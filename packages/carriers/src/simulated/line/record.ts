import type { LineVerb } from "../../callLine.ts";
import { endCall, handOverMs } from "./endCall.ts";
import type { PhoneWalk } from "./phoneWalk.ts";

/** Length of a silent recording without a microphone. */
const silentSeconds = 3;

/** Records what the caller says, by the phone's microphone where it has one. */
export function record(walk: PhoneWalk, verb: Extract<LineVerb, { do: "record" }>): void {
  if (verb.beep) walk.note("beep", "Beep");
  const { finishOnKey, maxSeconds, format } = verb;
  walk.change({ now: { is: "recording", sinceMs: walk.nowMs, finishOnKey, maxSeconds, format } });
  walk.due(verb.silenceSeconds * 1_000 * walk.pace);
}

/** Speaking lasts until the maximum, counted from the beep however often the phone reports it. */
export function speak(walk: PhoneWalk): void {
  const { now } = walk.line;
  if (now.is !== "recording" || now.hasMicrophone) return;
  walk.change({ now: { ...now, hasMicrophone: true } });
  walk.due(now.sinceMs + now.maxSeconds * 1_000 - walk.nowMs);
}

/** The maximum, the finishing key or a hang-up ends a recording: the phone has time to hand over what it recorded. */
export function endRecording(walk: PhoneWalk, hungUp = false): void {
  const { now } = walk.line;
  if (now.is !== "recording") return;
  if (!now.hasMicrophone) {
    recordSilence(walk);
    return;
  }
  const { format = "wav" } = now;
  walk.change({ now: { is: "saving", seconds: secondsOf(walk, now), format, ...(hungUp && { hungUp }) } });
  walk.due(handOverMs);
}

/** No microphone, or nothing that it handed over: a silent recording is saved. */
export function recordSilence(walk: PhoneWalk): void {
  const { now } = walk.line;
  if (walk.makesRecording !== null) return;
  if (now.is === "saving") walk.makesRecording = now.seconds;
  else if (now.is === "recording") walk.makesRecording = Math.max(secondsOf(walk, now), silentSeconds);
  else return;
  walk.noDue();
}

const secondsOf = (walk: PhoneWalk, { sinceMs, maxSeconds }: { sinceMs: number; maxSeconds: number }): number =>
  Math.max(1, Math.min(maxSeconds, Math.round((walk.nowMs - sinceMs) / 1_000)));

/** The recording is saved. */
export function saveRecording(walk: PhoneWalk, seconds: number, recordingUrl: string): void {
  const { now } = walk.line;
  if (now.is !== "recording" && now.is !== "saving") return;
  walk.note("recorded", recordingUrl);
  if (now.is === "saving" && now.hungUp) {
    walk.reports.push({ type: "recorded", seconds, recordingUrl });
    endCall(walk);
  } else walk.done({ type: "recorded", seconds, recordingUrl });
}
