import type { CallRecording, Line } from "./lineState.ts";
import type { PhoneWalk } from "./phoneWalk.ts";

/** How long to wait for an upload, because the phone's page may be closed. */
export const handOverMs = 10_000;

/** Whether the caller hung up, and a recording is still to come. */
export const isEnding = ({ now }: Line): boolean => now.is === "ending" || (now.is === "saving" && now.hungUp === true);

/** Ends the call, after what a microphone recorded of all of it. */
export function endCall(walk: PhoneWalk): void {
  const { hasMicrophone, callRecording, now } = walk.line;
  // a voicemail uses the microphone itself
  if (hasMicrophone && callRecording === undefined && now.is !== "recording") {
    walk.change({ now: { is: "ending" } });
    walk.due(handOverMs);
  } else over(walk);
}

/** The phone uploaded what its microphone recorded of the whole call. */
export function saveCallRecording(walk: PhoneWalk, callRecording: CallRecording): void {
  if (!walk.line.recordsCall) return;
  walk.change({ callRecording });
  walk.note("recorded", callRecording.recordingUrl);
  if (walk.line.now.is === "ending") over(walk);
}

/** The call has ended, and nothing is still to come. */
export function over(walk: PhoneWalk): void {
  const { answeredAtMs } = walk.line;
  walk.over(
    answeredAtMs === null
      ? { type: "notAnswered", status: "busy" }
      : { type: "hungUp", seconds: Math.max(1, walk.since(answeredAtMs)) },
  );
}
