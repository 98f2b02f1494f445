import type { LineReport } from "../callLine.ts";
import { objectOf } from "../readObject.ts";
import { textOf } from "./account.ts";
import type { TelnyxEvent } from "./webhooks.ts";

/** Which command or phone an event belongs to, as `client_state` has it. */
export type CallState =
  /** The number of the line's command. */
  | { of: "line"; step: number }
  /** A phone that a dial rings. */
  | { of: "leg"; step: number; leg: number }
  /** The phone of a user who takes the call. */
  | { of: "user"; name: string }
  /** The phone of a user who supervises it, by the number of the supervision. */
  | { of: "supervisor"; nr: number };

/** Writes what an event belongs to. */
export const writeState = (state: CallState): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(state))));

/** Reads what an event belongs to. Null: it was written by no command. */
export function readState(text: string): CallState | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const state = objectOf(JSON.parse(new TextDecoder().decode(bytes)));
    const [step, leg, name] = [state?.["step"], state?.["leg"], state?.["name"]];
    const [of, nr] = [state?.["of"], state?.["nr"]];
    if (of === "user" && typeof name === "string") return { of, name };
    if (of === "supervisor" && typeof nr === "number") return { of, nr };
    if (typeof step !== "number") return null;
    return state?.["of"] === "leg" && typeof leg === "number" ? { of: "leg", step, leg } : { of: "line", step };
  } catch {
    return null;
  }
}

type NotAnswered = Extract<LineReport, { type: "notAnswered" }>["status"];

/** What happened on a call. */
export type CallHappened =
  | { type: "initiated"; direction: "in" | "out"; from: string; to: string }
  | { type: "answered" }
  | { type: "detected"; by: "human" | "machine" | "fax" | "unknown" }
  | { type: "greetingEnded"; hasBeep: boolean }
  | { type: "promptEnded" }
  | { type: "gathered"; digits: string }
  | { type: "key"; key: string }
  | { type: "transcript"; words: string; isFinal: boolean }
  | { type: "recorded"; recording: TelnyxRecording | null; of: "verb" | "call" }
  | { type: "joined"; conference: string }
  | { type: "left"; conference: string }
  /** `before`: how it ended, if no one had answered. */
  | { type: "hungUp"; before: NotAnswered };

/** A recording that the provider made. */
export interface TelnyxRecording {
  legId: string;
  /** Tells the recordings of a call apart. */
  startedAt: string;
  urls: { wav?: string; mp3?: string };
  seconds: number;
}

/** An event of a call. */
export interface CallEvent {
  /** The provider's id of the call, a token for commands. Empty for recordings, which do not have it. */
  callRef: string;
  state: CallState | null;
  happened: CallHappened;
}

const causes: ReadonlyMap<string, NotAnswered> = new Map([
  ["user_busy", "busy"],
  ["call_rejected", "busy"],
  ["timeout", "noAnswer"],
  ["no_answer", "noAnswer"],
  ["normal_clearing", "noAnswer"],
  ["originator_cancel", "cancelled"],
]);

const detections: ReadonlyMap<string, Extract<CallHappened, { type: "detected" }>["by"]> = new Map([
  ["human_residence", "human"],
  ["human_business", "human"],
  ["machine", "machine"],
  ["fax_detected", "fax"],
]);

/** Reads an event of a call (telecom §1.10). Null: it is none, or says nothing new. */
export function readCallEvent({ type, payload }: TelnyxEvent): CallEvent | null {
  const happened = readHappened(type, payload);
  if (happened === null) return null;
  return { callRef: textOf(payload["call_control_id"]), state: readState(textOf(payload["client_state"])), happened };
}

function readHappened(type: string, payload: Record<string, unknown>): CallHappened | null {
  switch (type) {
    case "call.initiated": {
      const direction = payload["direction"] === "incoming" ? "in" : "out";
      return { type: "initiated", direction, from: textOf(payload["from"]), to: textOf(payload["to"]) };
    }
    case "call.answered":
      return { type: "answered" };
    case "call.machine.premium.detection.ended":
      return { type: "detected", by: detections.get(textOf(payload["result"])) ?? "unknown" };
    case "call.machine.premium.greeting.ended":
      return { type: "greetingEnded", hasBeep: payload["result"] === "beep_detected" };
    case "call.speak.ended":
    case "call.playback.ended":
      // the end of the call has an event of its own
      return payload["status"] === "call_hangup" ? null : { type: "promptEnded" };
    case "call.gather.ended":
      return payload["status"] === "call_hangup" || payload["status"] === "cancelled"
        ? null
        : { type: "gathered", digits: textOf(payload["digits"]) };
    case "call.dtmf.received":
      return /^[0-9*#A-D]$/.test(textOf(payload["digit"])) ? { type: "key", key: textOf(payload["digit"]) } : null;
    case "call.transcription":
      return readTranscript(objectOf(payload["transcription_data"]));
    case "call.recording.saved":
      return readRecording(payload);
    case "call.recording.error":
      return { type: "recorded", recording: null, of: "verb" };
    case "conference.participant.joined":
      return { type: "joined", conference: textOf(payload["conference_id"]) };
    case "conference.participant.left":
      return { type: "left", conference: textOf(payload["conference_id"]) };
    case "call.hangup":
      return { type: "hungUp", before: causes.get(textOf(payload["hangup_cause"])) ?? "failed" };
    default:
      return null;
  }
}

function readTranscript(data: Record<string, unknown> | null): CallHappened | null {
  const words = textOf(data?.["transcript"]).trim();
  return words === "" ? null : { type: "transcript", words, isFinal: data?.["is_final"] === true };
}

/** Whole calls are recorded in two channels, what callers leave in one. */
function readRecording(payload: Record<string, unknown>): CallHappened {
  const of = payload["channels"] === "dual" ? "call" : "verb";
  const urls = readUrls(payload["recording_urls"]);
  if (urls === null) return { type: "recorded", recording: null, of };
  const startedAt = textOf(payload["recording_started_at"]);
  const lastedMs = Date.parse(textOf(payload["recording_ended_at"])) - Date.parse(startedAt);
  const seconds = Math.max(0, Math.round(lastedMs / 1_000)) || 0;
  return { type: "recorded", recording: { legId: textOf(payload["call_leg_id"]), startedAt, urls, seconds }, of };
}

/** A recording of the provider's list. Null: its file is not there. */
export function readListedRecording(row: Record<string, unknown>): Pick<TelnyxRecording, "startedAt" | "urls"> | null {
  const urls = readUrls(row["download_urls"]);
  return urls === null ? null : { startedAt: textOf(row["recording_started_at"]), urls };
}

function readUrls(value: unknown): TelnyxRecording["urls"] | null {
  const given = objectOf(value);
  const [wav, mp3] = [textOf(given?.["wav"]), textOf(given?.["mp3"])];
  return wav === "" && mp3 === "" ? null : { ...(wav !== "" && { wav }), ...(mp3 !== "" && { mp3 }) };
}
