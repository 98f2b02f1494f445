import type { SupervisionMode } from "../callLine.ts";
import { uriOf } from "../callTargets.ts";
import type { OutgoingCall, SendResult, WireAnswer, WireRequest } from "../carrier.ts";
import { objectOf, readObject } from "../readObject.ts";
import { readSendAnswer } from "../requestConnection.ts";
import { buildRequest, readData, readProblem, type TelnyxAccount, textOf } from "./account.ts";
import { type CallState, writeState } from "./callEvents.ts";
import { failureOfRefusal } from "./errorCodes.ts";

/** Where calls are placed, and where their events go. */
export interface CallPlaceOfTelnyx {
  /** The call control application. */
  applicationId: string;
  /** The public address of the call's events. */
  webhookUrl: string;
  /** Ours. */
  callId: string;
}

/** The longest ring, in seconds. */
const ringSeconds = 60;
const userRingSeconds = 30;

/** Places a call. A repeated request with the same id of ours places no second one. */
export const buildPlaceCall = (account: TelnyxAccount, call: OutgoingCall, at: CallPlaceOfTelnyx): WireRequest =>
  buildRequest(account, "POST", "/calls", {
    connection_id: at.applicationId,
    to: call.to,
    from: call.from,
    timeout_secs: ringSeconds,
    ...(call.detects !== null && { answering_machine_detection: "premium" }),
    ...about(at, "place", { of: "line", step: 0 }),
    webhook_url: at.webhookUrl,
    webhook_url_method: "POST",
  });

const about = ({ callId }: CallPlaceOfTelnyx, name: string, state: CallState) => ({
  command_id: `${callId}-${name}`,
  client_state: writeState(state),
});

/** What a placed call says: the provider's id. */
export const readPlaced = (answer: WireAnswer): SendResult =>
  readSendAnswer(
    answer,
    (body) => textOf(readData(body)?.["call_control_id"]) || null,
    (status, body) => {
      const problem = readProblem(body);
      return { failure: failureOfRefusal(status, problem), code: problem?.code || String(status) };
    },
  );

/** A command of the API for a call, with what it needs. */
export interface CallAction {
  action:
    | "answer"
    | "reject"
    | "hangup"
    | "speak"
    | "playback_start"
    | "playback_stop"
    | "gather"
    | "gather_using_speak"
    | "gather_using_audio"
    | "record_start"
    | "record_stop"
    | "transcription_start"
    | "transcription_stop";
  body: object;
}

/** What is asked of a call that the provider has. */
export type TelnyxOrder =
  /** `step`: its event has this number. */
  | ({ order: "command"; step: number } & CallAction)
  /** A phone of a dial. */
  | { order: "dial"; step: number; leg: number; to: string; from: string; seconds: number; limitSeconds: number }
  /** Connects the call with a phone that answered. It comes back when that phone hangs up. */
  | { order: "bridge"; step: number; with: string }
  | { order: "endLeg"; ref: string }
  /** Asks the user at a phone for a key. */
  | { order: "screen"; ref: string; name: string; supervises?: number; words: string; voice: string }
  /** The call enters a conference: its own, where it waits for a user, or one that others enter too. */
  | { order: "enter"; step: number; room: ConferenceRoom }
  /** The phone of a user enters the conference in which the call waits. */
  | { order: "enterUser"; ref: string; conference: string }
  /** The phone of a supervisor enters it, or changes how it takes part. `userRef`: who is spoken to alone. */
  | ({ order: "enterSupervisor" | "supervise"; ref: string; conference: string } & Supervision)
  | { order: "leave"; conference: string }
  | { order: "endRoom"; conference: string }
  | { order: "hold"; conference: string; isHeld: boolean; musicUrl: string | null }
  | { order: "deleteRecordings"; legId: string };

interface Supervision {
  mode: SupervisionMode;
  userRef: string;
}

const supervisorRoles = { listen: "monitor", whisper: "whisper", join: "barge" } as const;
const roleOf = ({ mode, userRef }: Supervision) => ({
  supervisor_role: supervisorRoles[mode],
  ...(mode === "whisper" && { whisper_call_control_ids: [userRef] }),
});

/** A conference and how it is entered. */
export interface ConferenceRoom {
  name: string;
  /** No one else has the name yet. */
  isOwn: boolean;
  muted: boolean;
  beep: boolean;
  starts: boolean;
  ends: boolean;
  music: string | null;
}

const actionPath = (ref: string, action: string): string => `/calls/${encodeURIComponent(ref)}/actions/${action}`;
const conferencePath = (conference: string, action: string): string =>
  `/conferences/${encodeURIComponent(conference)}/actions/${action}`;

/** The request of an order, but for those of a conference that is looked for, and of recordings. Repeating one changes nothing. */
export function buildOrder(
  account: TelnyxAccount,
  callRef: string,
  order: Exclude<TelnyxOrder, { order: "enter" | "deleteRecordings" }>,
  at: CallPlaceOfTelnyx,
): WireRequest {
  const post = (path: string, body: object) => buildRequest(account, "POST", path, body);
  switch (order.order) {
    case "command":
      return post(actionPath(callRef, order.action), {
        ...order.body,
        // the events of an inbound call go to its own address from now on
        ...(order.action === "answer" && { webhook_url: at.webhookUrl, webhook_url_method: "POST" }),
        // two commands can have one number
        ...about(at, `${order.step}-${order.action}`, { of: "line", step: order.step }),
      });
    case "dial":
      return post("/calls", {
        connection_id: at.applicationId,
        to: uriOf(order.to),
        from: order.from,
        link_to: callRef,
        timeout_secs: Math.min(600, Math.max(5, Math.round(order.seconds))),
        time_limit_secs: Math.min(14_400, Math.max(30, Math.round(order.limitSeconds))),
        ...about(at, `${order.step}-${order.leg}`, { of: "leg", step: order.step, leg: order.leg }),
        webhook_url: at.webhookUrl,
        webhook_url_method: "POST",
      });
    case "bridge":
      return post(actionPath(callRef, "bridge"), {
        call_control_id_to_bridge_with: order.with,
        park_after_unbridge: "self",
        ...about(at, `${order.step}-bridge`, { of: "line", step: order.step }),
      });
    case "endLeg":
      return post(actionPath(order.ref, "hangup"), {});
    case "screen":
      return post(actionPath(order.ref, "gather_using_speak"), {
        payload: order.words,
        voice: order.voice,
        maximum_digits: 1,
        maximum_tries: 1,
        timeout_millis: 10_000,
        client_state: writeState(stateOfUser(order)),
      });
    case "enterUser":
      return post(conferencePath(order.conference, "join"), {
        call_control_id: order.ref,
        start_conference_on_enter: true,
        // the caller stays, and continues
        soft_end_conference_on_exit: true,
        beep_enabled: "never",
      });
    case "enterSupervisor":
      return post(conferencePath(order.conference, "join"), {
        call_control_id: order.ref,
        start_conference_on_enter: false,
        beep_enabled: "never",
        ...roleOf(order),
      });
    case "supervise":
      return post(conferencePath(order.conference, "update"), { call_control_id: order.ref, ...roleOf(order) });
    case "leave":
      return post(conferencePath(order.conference, "leave"), { call_control_id: callRef, beep_enabled: "never" });
    case "endRoom":
      return post(conferencePath(order.conference, "end"), {});
    case "hold":
      return order.isHeld
        ? post(conferencePath(order.conference, "hold"), {
            call_control_ids: [callRef],
            ...(order.musicUrl !== null && { audio_url: order.musicUrl }),
          })
        : post(conferencePath(order.conference, "unhold"), { call_control_ids: [callRef] });
  }
}

const stateOfUser = ({ name, supervises: nr }: { name: string; supervises?: number | undefined }): CallState =>
  nr === undefined ? { of: "user", name } : { of: "supervisor", nr };

/** Calls the phone of a user who answered, from the number of the account. */
export const buildRingUser = (
  account: TelnyxAccount,
  callRef: string,
  { to, from, ...user }: { to: string; from: string; name: string; supervises?: number | undefined },
  at: CallPlaceOfTelnyx,
): WireRequest =>
  buildRequest(account, "POST", "/calls", {
    connection_id: at.applicationId,
    to: uriOf(to),
    from,
    link_to: callRef,
    timeout_secs: userRingSeconds,
    client_state: writeState(stateOfUser(user)),
    webhook_url: at.webhookUrl,
    webhook_url_method: "POST",
  });

/** Looks for a conference that has not ended. */
export const buildFindConference = (account: TelnyxAccount, name: string): WireRequest =>
  buildRequest(
    account,
    "GET",
    `/conferences?${new URLSearchParams({ "filter[name]": name, "filter[status]": "in_progress" })}`,
  );

/** The id of the first conference of a list. Null: there is none. */
export function readConference(answer: WireAnswer): string | null {
  if ("broken" in answer || answer.status !== 200) return null;
  const data = readObject(answer.body)?.["data"];
  const first = Array.isArray(data) ? objectOf(data[0]) : objectOf(data);
  return textOf(first?.["id"]) || null;
}

/** Enters a conference that exists, or creates one with the call as its first participant. */
export const buildEnter = (
  account: TelnyxAccount,
  callRef: string,
  { step, room, conference }: { step: number; room: ConferenceRoom; conference: string | null },
  at: CallPlaceOfTelnyx,
): WireRequest => {
  const shared = {
    call_control_id: callRef,
    beep_enabled: room.beep ? "on_enter" : "never",
    ...about(at, String(step), { of: "line", step }),
    ...(room.music !== null && { hold_audio_url: room.music }),
  };
  return conference === null
    ? buildRequest(account, "POST", "/conferences", {
        ...shared,
        name: room.name,
        start_conference_on_create: room.starts,
      })
    : buildRequest(account, "POST", conferencePath(conference, "join"), {
        ...shared,
        mute: room.muted,
        start_conference_on_enter: room.starts,
        soft_end_conference_on_exit: room.ends,
      });
};

/** Mutes the call in its conference: one that creates a conference cannot enter it muted. */
export const buildMute = (account: TelnyxAccount, callRef: string, conference: string): WireRequest =>
  buildRequest(account, "POST", conferencePath(conference, "mute"), { call_control_ids: [callRef] });

/** Lists the recordings of a call's leg. */
export const buildListRecordings = (account: TelnyxAccount, legId: string): WireRequest =>
  buildRequest(account, "GET", `/recordings?${new URLSearchParams({ "filter[call_leg_id]": legId })}`);

export const buildDeleteRecording = (account: TelnyxAccount, id: string): WireRequest =>
  buildRequest(account, "DELETE", `/recordings/${encodeURIComponent(id)}`);
