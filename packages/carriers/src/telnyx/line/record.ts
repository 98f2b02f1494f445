import type { LineReport, LineVerb, RecordFormat } from "../../callLine.ts";
import type { CallHappened, TelnyxRecording } from "../callEvents.ts";
import { recordAction } from "../lineVerbs.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

type RecordVerb = Extract<LineVerb, { do: "record" }>;

/** Records what the caller says. */
export function record(walk: TelnyxWalk, verb: RecordVerb): void {
  // keys that end it are those of the verb, which stays
  walk.change({
    waits: { for: "recording", format: verb.format, digits: "" },
    todo: [verb, ...walk.line.todo],
  });
  walk.command(recordAction(verb));
}

/** A key while the caller is recorded. */
export function stopRecording(walk: TelnyxWalk, { finishOnKey }: RecordVerb, key: string): void {
  const { waits } = walk.line;
  if (waits.for !== "recording" || waits.digits !== "" || !finishOnKey.includes(key)) return;
  walk.change({ waits: { ...waits, digits: key } });
  walk.commandToo({ action: "record_stop", body: {} });
}

/** The provider has a recording, or could not make one. It can report the same one again. */
export function fetchRecording(walk: TelnyxWalk, { recording, of }: Extract<CallHappened, { type: "recorded" }>): void {
  const { waits, todo, known = [] } = walk.line;
  if (recording !== null) {
    if (known.includes(recording.startedAt)) return;
    walk.change({ known: [...known, recording.startedAt] });
  }
  if (of === "call") {
    if (recording !== null) walk.fetches.push({ ...recording, of, format: formatOf(recording) });
    return;
  }
  if (waits.for !== "recording") return;
  const { format, digits } = waits;
  walk.change({ todo: todo.slice(1) });
  if (recording === null || recording.seconds === 0) {
    endRecord(walk, { type: "recorded", seconds: 0 });
    return;
  }
  walk.change({ waits: { for: "file", digits } });
  walk.fetches.push({ ...recording, of, format });
}

/** The file of a recording is stored. No address: the call continues without it. */
export function storeRecording(walk: TelnyxWalk, seconds: number, recordingUrl: string | undefined): void {
  const { waits } = walk.line;
  if (waits.for !== "file") return;
  endRecord(walk, {
    type: "recorded",
    seconds,
    ...(recordingUrl === undefined ? { isLate: true } : { recordingUrl }),
    ...(waits.digits !== "" && { digits: waits.digits }),
  });
}

/** A call that has ended does not wait any longer. */
export function giveUpRecording(walk: TelnyxWalk): void {
  walk.over([{ type: "recorded", seconds: 0, ...(walk.line.waits.for === "file" && { isLate: true }) }]);
}

/** The outcome of a recording, also of a call that has ended. */
function endRecord(walk: TelnyxWalk, report: LineReport): void {
  if (walk.line.endedAfter === undefined) walk.done(report);
  else walk.over([report]);
}

const formatOf = ({ urls }: TelnyxRecording): RecordFormat => (urls.wav === undefined ? "mp3" : "wav");
