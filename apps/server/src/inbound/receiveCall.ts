import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { unreachable } from "@trunkline/workflow/parts/unreachable.ts";
import { advanceCall, answeredByWord } from "@trunkline/workflow/voice/advanceCall.ts";
import { answerOfCall } from "@trunkline/workflow/voice/answerOfCall.ts";
import { type CallSession, closeCall } from "@trunkline/workflow/voice/session.ts";
import type { CallEffect, CallVerb, LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import { readAssetAddress } from "../assets/assetAddress.ts";
import { moveConsult } from "../store/agents/consult.ts";
import { saveSupervision } from "../store/agents/supervision.ts";
import { findAssetBySecret } from "../store/assets/asset.ts";
import {
  type CallChange,
  type CallKey,
  type LiveCall,
  linkCallContact,
  lockCall,
  updateCall,
} from "../store/calls/call.ts";
import { type CallTaskWork, insertCallTasks } from "../store/calls/callTask.ts";
import { insertVoicemail } from "../store/calls/voicemail.ts";
import type { Query } from "../store/database.ts";
import { addDnc } from "../store/doNotContact/dnc.ts";
import { listClaimSettings } from "../store/journeys/claimWorld.ts";
import { appendEvents, journeyClass } from "../store/journeys/journey.ts";
import { newId } from "../store/newId.ts";
import { addBatchCounts, addCampaignCounts, addSpend } from "../store/runs/count.ts";
import { enrolByNode } from "../store/runs/nodeEnrolment.ts";
import { type CallNotice, publishCalls } from "../store/webhooks/webhookEvent.ts";
import { followQueue } from "./callers.ts";
import { withMenus, withoutMenus } from "./callMenus.ts";
import { promiseOf, withCallbackOffer } from "./queueCallbacks/callbacks.ts";
import { receivingSlot } from "./receivingSlot.ts";
import { makeContact } from "./routeCall.ts";
import { textFromCall } from "./textFromCall.ts";

/**
 * Applies an event on the line of a call. In one transaction, the session advances, its effects are queued, events are
 * stored, and the journey is answered when the call has ended. Returns what the carrier must do on the line. `live` is the
 * call where this transaction has it already, as it is now.
 */
export async function receiveCall(
  q: Query,
  key: CallKey,
  reported: LineEvent,
  live: LiveCall | null = null,
): Promise<CallVerb[]> {
  const call = live ?? (await lockCall(q, key));
  if (call === null || call.session === null) return [];
  const before = await withMenus(q, key, call.session);
  const words = reported.type === "askedCallback" ? promiseOf(before) : undefined;
  const lineEvent = words === undefined ? reported : { type: "askedCallback" as const, words };
  const { session, verbs, effects } = advanceCall(before, lineEvent);
  const isOver = session.end !== null && before.end === null;
  const seconds = isOver ? (lineEvent.type === "hungUp" ? lineEvent.seconds : 0) : null;
  const recordingId = await recordingOf(q, key.accountId, lineEvent);
  const costMicros = seconds ? await costOf(q, call.accountId, seconds) : 0;
  await updateCall(
    q,
    key,
    changeOf(before, session, lineEvent, seconds, { recordingId, costMicros }),
    [eventOf(lineEvent, session), ...effects.map(eventOfEffect)].map((event) => ({
      ...event,
      eventId: newId(nextEventMs()),
    })),
  );
  const isVoicemail = recordingId !== null && isMessage(before, lineEvent);
  if (isVoicemail) await insertVoicemail(q, key, recordingId, lineEvent.seconds);
  await followQueue(q, key, { before, session, lineEvent });
  if (lineEvent.type === "consulting") await moveConsult(q, key, lineEvent.is);
  // their phone can also be lost, or never be answered
  if (lineEvent.type === "unsupervised") await saveSupervision(q, key, null);
  await publishCalls(q, noticesOf(key, { before, session, lineEvent, recordingId, isVoicemail }));
  await carryOut(q, call, effects);
  if (costMicros > 0) await addCosts(q, call, costMicros);
  if (isOver) await answerJourney(q, call, session, seconds ?? 0);
  return withCallbackOffer(q, key, session, verbs);
}

/** A caller who hangs up right after the beep has left no message (telecom §8: minsecs). */
const shortestVoicemailSeconds = 3;

/** What a caller says after the beep of a voicemail; not what a script records, and not the call as a whole. */
const isMessage = (
  session: CallSession,
  lineEvent: LineEvent,
): lineEvent is Extract<LineEvent, { type: "recorded" | "recordingFetched" }> =>
  ((lineEvent.type === "recorded" && recordsMessage(session)) ||
    (lineEvent.type === "recordingFetched" && lineEvent.isVoicemail === true)) &&
  lineEvent.seconds >= shortestVoicemailSeconds;

const recordsMessage = ({ waits }: CallSession): boolean =>
  waits.for === "recording" && waits.record.voicemail === true;

/** Whether a call waits for what a caller says after the beep of a voicemail. */
export async function awaitsMessage(q: Query, key: CallKey): Promise<boolean> {
  const call = await lockCall(q, key);
  return call?.session != null && recordsMessage(call.session);
}

let lastEventMs = 0;

/** Later than every event before. Events of one millisecond keep their order, which their ids show. */
function nextEventMs(): number {
  lastEventMs = Math.max(Date.now(), lastEventMs + 1);
  return lastEventMs;
}

/** What webhooks receive of an event on the line. */
function noticesOf(
  { accountId, callId }: CallKey,
  at: {
    before: CallSession;
    session: CallSession;
    lineEvent: LineEvent;
    recordingId: string | null;
    isVoicemail: boolean;
  },
): CallNotice[] {
  const { before, session, lineEvent } = at;
  const notices: CallNotice[] = [];
  if (lineEvent.type === "answered" && before.answeredBy === null)
    notices.push({ accountId, callId, eventType: "call_in_progress" });
  if (at.recordingId !== null && "recordingUrl" in lineEvent) {
    const { recordingUrl, seconds } = lineEvent;
    notices.push({ accountId, callId, eventType: "recording", recordingUrl, seconds });
    if (at.isVoicemail) notices.push({ accountId, callId, eventType: "voicemail", recordingUrl, seconds });
  }
  if (session.end !== null && before.end === null) notices.push({ accountId, callId, eventType: "call_completion" });
  return notices;
}

/** The asset behind the address of a recording. */
async function recordingOf(q: Query, accountId: string, lineEvent: LineEvent): Promise<string | null> {
  const named = "recordingUrl" in lineEvent ? readAssetAddress(lineEvent.recordingUrl ?? "") : null;
  return named === null ? null : ((await findAssetBySecret(q, accountId, named.secret))?.assetId ?? null);
}

/** What a call costs: every minute that was begun. */
async function costOf(q: Query, accountId: string, seconds: number): Promise<number> {
  const [row] = await listClaimSettings(q, [accountId]);
  return Math.ceil(seconds / 60) * accountSettings.parse(row?.settings ?? {}).minutePriceMicros;
}

async function addCosts(q: Query, { accountId, campaignId }: LiveCall, costMicros: number): Promise<void> {
  await addSpend(q, receivingSlot, [{ accountId, costMicros }]);
  if (campaignId !== null)
    await addCampaignCounts(q, receivingSlot, [
      { accountId, campaignId, sends: 0, replies: 0, optOuts: 0, costMicros },
    ]);
}

const lineOfEnd = {
  completed: "completed",
  busy: "busy",
  noAnswer: "no_answer",
  failed: "failed",
  cancelled: "cancelled",
  rejected: "failed",
  abandoned: "abandoned",
} as const;

function changeOf(
  before: CallSession,
  session: CallSession,
  lineEvent: LineEvent,
  endedAfterSeconds: number | null,
  more: Pick<CallChange, "recordingId" | "costMicros">,
): CallChange {
  const { end, answeredBy, connectedWith, direction } = session;
  const by = direction === "out" ? answeredBy && answeredByWord(answeredBy) : connectedWith && "human";
  return {
    session: end === null ? withoutMenus(session) : closeCall(session),
    line: end !== null ? lineOfEnd[end] : answeredBy === null ? "ringing" : "in_progress",
    answeredBy: by ?? null,
    answeredByName: connectedWith ?? null,
    isAnswered: lineEvent.type === "answered" && before.answeredBy === null,
    endedAfterSeconds,
    reason: session.because ?? null,
    isQuiet: more.costMicros === 0 && isTalkingOn(before, session),
    ...more,
  };
}

/** The call was answered before, continues, and nothing that its lists and reports show has changed. */
const isTalkingOn = (before: CallSession, session: CallSession): boolean =>
  before.answeredBy !== null &&
  session.answeredBy === before.answeredBy &&
  before.end === null &&
  session.end === null &&
  session.connectedWith === before.connectedWith &&
  session.because === before.because;

/** An event on the line as people see it. */
function eventOf(lineEvent: LineEvent, { end }: CallSession): { type: string; data: Record<string, unknown> | null } {
  const { type, ...data } = lineEvent;
  if (end === "abandoned" && lineEvent.type === "hungUp") return { type, data: { ...data, abandoned: true } };
  if (lineEvent.type === "document") return { type, data: { verbs: lineEvent.script.length } };
  return { type, data: Object.keys(data).length === 0 ? null : data };
}

function eventOfEffect(effect: CallEffect): { type: string; data: Record<string, unknown> | null } {
  switch (effect.do) {
    case "callback":
      return { type: "callback", data: { event: effect.event, url: effect.url } };
    case "fetchScript":
    case "checkSound":
      return { type: effect.do, data: { url: effect.url } };
    case "sms":
      return { type: "sms", data: { to: effect.to, text: effect.text } };
    case "note":
      return { type: effect.note, data: null };
    case "enrol":
      return { type: "enrol", data: { campaignId: effect.campaignId } };
    case "stopCalls":
      return { type: "stopCalls", data: null };
  }
}

async function carryOut(q: Query, call: LiveCall, effects: readonly CallEffect[]): Promise<void> {
  const { accountId, callId } = call;
  const tasks: CallTaskWork[] = [];
  for (const effect of effects)
    switch (effect.do) {
      case "checkSound":
        tasks.push({ kind: "sound", request: { url: effect.url, method: "GET", params: {} } });
        break;
      case "fetchScript": {
        const { url, method, params } = effect;
        tasks.push({ kind: "fetch", request: { url, method, params } });
        break;
      }
      case "callback": {
        const { url, method, params, event } = effect;
        tasks.push({ kind: "callback", request: { url, method, params, event } });
        break;
      }
      case "stopCalls":
        await stopCalls(q, call);
        break;
      case "enrol":
        await enrol(q, call, effect.campaignId);
        break;
      case "sms":
        await textFromCall(q, call, effect);
        break;
      case "note":
        break;
      default:
        unreachable(effect);
    }
  await insertCallTasks(
    q,
    tasks.map((task) => ({ accountId, callId, taskId: newId(), ...task })),
  );
}

/** The contact's own refusal; texts as well where the account's one refusal is for everything (readings, Outbound editor). */
async function stopCalls(q: Query, { accountId, contactPhone }: LiveCall): Promise<void> {
  const [row] = await listClaimSettings(q, [accountId]);
  const everything = accountSettings.parse(row?.settings ?? {}).stopCoversCalls;
  await addDnc(q, [
    { accountId, phone: contactPhone, types: everything ? ["call", "sms", "rcs"] : ["call"], source: "key" },
  ]);
}

/** A called contact enters by their journey. A caller enters by calling, and an unknown one becomes a new contact. */
async function enrol(q: Query, call: LiveCall, campaignId: string): Promise<void> {
  const { accountId, journeyId, direction } = call;
  if ((journeyId === null && direction === "out") || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(campaignId))
    return;
  const contactId = call.contactId ?? (await makeContact(q, accountId, call.contactPhone));
  if (contactId === null) return;
  if (call.contactId === null) await linkCallContact(q, call, contactId);
  const by = journeyId === null ? "inbound" : "node";
  const made = await enrolByNode(q, [{ accountId, journeyId, contactId, campaignId, ignoresWindow: false }], by);
  if (made) await addBatchCounts(q, receivingSlot, [{ ...made, started: 0, done: 0, failed: 0 }]);
}

async function answerJourney(q: Query, call: LiveCall, session: CallSession, seconds: number): Promise<void> {
  const { accountId, journeyId, node } = call;
  if (journeyId === null || node === null) return;
  await appendEvents(
    q,
    [{ accountId, journeyId, events: [{ type: "answered", node, answer: answerOfCall(session, node, seconds) }] }],
    journeyClass.interactive,
  );
}
