import type { LineAnswer, LineReport, SupervisionMode } from "../callLine.ts";
import { uriOf } from "../callTargets.ts";
import type { OutgoingCall, WireRequest } from "../carrier.ts";
import { addressOf, formOf, headersOf, type TwilioAccount } from "./messages.ts";

/** The public addresses of one outbound call. */
export interface CallAddresses {
  /** Gives the first document. */
  document: string;
  status: string;
}

/** The longest ring, in seconds. */
const ringSeconds = 60;

/** Places a call. Its first document is asked for when it is answered, after a detection of machines. */
export const buildPlaceCall = (account: TwilioAccount, call: OutgoingCall, at: CallAddresses): WireRequest =>
  formOf(account, "/Calls", [
    ["To", call.to],
    ["From", call.from],
    ["Url", at.document],
    ["Method", "POST"],
    // the same document again: asked for when the first request failed
    ["FallbackUrl", at.document],
    ["FallbackMethod", "POST"],
    ["StatusCallback", at.status],
    ["StatusCallbackMethod", "POST"],
    ...["initiated", "ringing", "answered", "completed"].map((event) => ["StatusCallbackEvent", event] as const),
    ["Timeout", String(ringSeconds)],
    ...(call.detects === null
      ? []
      : [["MachineDetection", call.detects === "end" ? "DetectMessageEnd" : "Enable"] as const]),
  ]);

/** How long the phone of a user rings, in seconds. */
const userRingSeconds = 30;

/** Calls the phone number or SIP address of a user, who joins a caller by a key. */
export const buildRingUser = (
  account: TwilioAccount,
  { to, from }: { to: string; from: string },
  at: CallAddresses,
): WireRequest =>
  formOf(account, "/Calls", [
    ["To", uriOf(to)],
    ["From", from],
    ["Url", at.document],
    ["Method", "POST"],
    ["StatusCallback", at.status],
    ["StatusCallbackMethod", "POST"],
    ["Timeout", String(userRingSeconds)],
  ]);

/** What is asked of a call that the provider has. */
export type TwilioOrder =
  /** The call leaves what it does, and asks for its next document. */
  | { order: "redirect"; url: string }
  | { order: "hangUp" }
  /** Only while it rings. */
  | { order: "cancel" }
  | { order: "hold"; conference: string; isHeld: boolean; musicUrl: string | null }
  | { order: "deleteRecording"; recordingSid: string }
  /** Changes how a supervisor in the conference takes part. `userSid`: the participant who is spoken to alone. */
  | { order: "supervise"; conference: string; callSid: string; mode: SupervisionMode; userSid: string }
  /** Whether the conference ends when this phone leaves it. */
  | { order: "exit"; conference: string; callSid: string; endsConference: boolean }
  /** The phone of a user, which rings, or that of a supervisor. */
  | { order: "endCall"; callSid: string };

/** The request of an order. Repeating one changes nothing. */
export function buildOrder(account: TwilioAccount, callSid: string, order: TwilioOrder): WireRequest {
  const call = `/Calls/${encodeURIComponent(callSid)}`;
  switch (order.order) {
    case "redirect":
      return formOf(account, call, [
        ["Url", order.url],
        ["Method", "POST"],
      ]);
    case "hangUp":
      return formOf(account, call, [["Status", "completed"]]);
    case "cancel":
      return formOf(account, call, [["Status", "canceled"]]);
    case "hold":
      return formOf(
        account,
        `/Conferences/${encodeURIComponent(order.conference)}/Participants/${encodeURIComponent(callSid)}`,
        [
          ["Hold", String(order.isHeld)],
          ...(order.isHeld && order.musicUrl !== null ? ([["HoldUrl", order.musicUrl]] as const) : []),
        ],
      );
    case "supervise":
      return formOf(
        account,
        `/Conferences/${encodeURIComponent(order.conference)}/Participants/${encodeURIComponent(order.callSid)}`,
        [
          ["Muted", String(order.mode === "listen")],
          ["Coaching", String(order.mode === "whisper")],
          ...(order.mode === "whisper" ? ([["CallSidToCoach", order.userSid]] as const) : []),
        ],
      );
    case "exit":
      return formOf(
        account,
        `/Conferences/${encodeURIComponent(order.conference)}/Participants/${encodeURIComponent(order.callSid)}`,
        [["EndConferenceOnExit", String(order.endsConference)]],
      );
    case "endCall":
      return formOf(account, `/Calls/${encodeURIComponent(order.callSid)}`, [["Status", "completed"]]);
    case "deleteRecording":
      return {
        method: "DELETE",
        url: addressOf(account, `/Recordings/${encodeURIComponent(order.recordingSid)}`),
        headers: headersOf(account),
        body: "",
      };
  }
}

/** A status of a call. `seconds`: of the whole call, once it has ended. */
export interface TwilioCallStatus {
  callSid: string;
  status: "ringing" | "inProgress" | "completed" | Extract<LineReport, { type: "notAnswered" }>["status"];
  seconds: number;
}

const statuses: ReadonlyMap<string, TwilioCallStatus["status"]> = new Map([
  ["queued", "ringing"],
  ["initiated", "ringing"],
  ["ringing", "ringing"],
  ["in-progress", "inProgress"],
  ["answered", "inProgress"],
  ["completed", "completed"],
  ["busy", "busy"],
  ["no-answer", "noAnswer"],
  ["failed", "failed"],
  ["canceled", "cancelled"],
]);

/** Reads a status event of a call. Null: it is none. */
export function readCallStatus(fields: URLSearchParams): TwilioCallStatus | null {
  const callSid = fields.get("CallSid");
  const status = statuses.get(fields.get("CallStatus") ?? "");
  if (!callSid || status === undefined) return null;
  return { callSid, status, seconds: wholeNumber(fields.get("CallDuration")) };
}

/** Who answered, by the detection. Calls without one are answered by a person. */
export function answeredBy(fields: URLSearchParams): LineAnswer {
  switch (fields.get("AnsweredBy")) {
    case "machine_end_beep":
      return "machineBeep";
    case "machine_start":
    case "machine_end_silence":
    case "machine_end_other":
      return "machineSilent";
    case "fax":
      return "fax";
    case "unknown":
      return "unknown";
    default:
      return "human";
  }
}

/** A recording that the provider made. */
export interface TwilioRecording {
  recordingSid: string;
  url: string;
  seconds: number;
}

/** Reads the recording of an event. Null: there is none, because it was too short or silent. */
export function readRecording(fields: URLSearchParams): TwilioRecording | null {
  const url = fields.get("RecordingUrl");
  const status = fields.get("RecordingStatus") ?? "completed";
  if (!url || status !== "completed") return null;
  // the action of a Record has no SID in some dialects; the address ends with it
  const recordingSid = fields.get("RecordingSid") || (new URL(url).pathname.split("/").at(-1) ?? url);
  return { recordingSid, url, seconds: wholeNumber(fields.get("RecordingDuration")) };
}

export const wholeNumber = (text: string | null): number => {
  const value = Math.round(Number(text ?? 0));
  return Number.isFinite(value) && value > 0 ? value : 0;
};
