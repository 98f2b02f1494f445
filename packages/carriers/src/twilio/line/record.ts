import type { LineReport, RecordFormat } from "../../callLine.ts";
import { readRecording, type TwilioRecording } from "../calls.ts";
import type { TwilioInput } from "./twilioLine.ts";
import type { TwilioWalk } from "./twilioWalk.ts";

// The recording of what a caller says, and that of the whole call: both are fetched from the provider.

/** The request after a recording. */
export function endRecord(walk: TwilioWalk, format: RecordFormat, fields: URLSearchParams): void {
  const recording = readRecording(fields);
  const digits = fields.get("Digits") ?? "";
  if (recording === null) walk.done({ type: "recorded", seconds: 0 });
  // the provider writes `hangup` for the end of the call
  else fetchRecording(walk, recording, format, digits === "hangup" ? "" : digits);
}

/** The provider has a recording. The request after it reports it as well, unless the caller hung up. */
export function announceRecording(walk: TwilioWalk, recording: TwilioRecording | null): void {
  const { waits, endedAfter } = walk.line;
  if (waits.for !== "recording") return;
  if (endedAfter === undefined) {
    if (recording !== null) walk.change({ ready: recording });
  } else if (recording === null) walk.over([{ type: "recorded", seconds: 0 }]);
  else fetchRecording(walk, recording, waits.format);
}

export function fetchRecording(walk: TwilioWalk, recording: TwilioRecording, format: RecordFormat, digits = ""): void {
  walk.change({ waits: { for: "file", recordingSid: recording.recordingSid, digits } });
  walk.fetches = { ...recording, format, of: "verb" };
}

/** The provider has the recording of the whole call. It can report it again. */
export function fetchCallRecording(walk: TwilioWalk, recording: TwilioRecording, format: RecordFormat): void {
  const { known = [] } = walk.line;
  if (known.includes(recording.recordingSid)) return;
  walk.change({ known: [...known, recording.recordingSid] });
  walk.fetches = { ...recording, format, of: "call" };
}

/** The file of a recording is stored. No address: the call continues without it. */
export function storeRecording(
  walk: TwilioWalk,
  { recordingSid, seconds, recordingUrl }: Extract<TwilioInput, { input: "stored" }>,
): void {
  const { waits, endedAfter } = walk.line;
  if (waits.for !== "file" || waits.recordingSid !== recordingSid) return;
  const report: LineReport = {
    type: "recorded",
    seconds,
    ...(recordingUrl === undefined ? { isLate: true } : { recordingUrl }),
    ...(waits.digits !== "" && { digits: waits.digits }),
  };
  if (endedAfter === undefined) walk.done(report);
  else walk.over([report]);
}

/** A call that has ended does not wait any longer. */
export function giveUpRecording(walk: TwilioWalk): void {
  const { waits, endedAfter } = walk.line;
  if (endedAfter === undefined) return;
  walk.over([{ type: "recorded", seconds: 0, ...(waits.for === "file" && { isLate: true }) }]);
}
