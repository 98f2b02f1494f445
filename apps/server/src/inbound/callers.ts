import { newCaller } from "@trunkline/workflow/distribution/offerCalls.ts";
import type { CallSession } from "@trunkline/workflow/voice/session.ts";
import type { LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import { type CallerKind, closeCaller, type EndedBy, insertCaller } from "../store/agents/caller.ts";
import type { CallKey } from "../store/calls/call.ts";
import type { Query } from "../store/database.ts";
import { publishEvents } from "../store/webhooks/webhookEvent.ts";
import { startCallback } from "./queueCallbacks/callbacks.ts";

/** Keeps the callers that wait for users in sync with a call's session: the queues that it enters and leaves. */
export async function followQueue(
  q: Query,
  key: CallKey,
  { before, session, lineEvent }: { before: CallSession; session: CallSession; lineEvent: LineEvent },
): Promise<void> {
  if (before.waits === session.waits) return;
  if (before.waits.for === "queue") {
    const closed = await closeCaller(q, key, {
      endedBy: endedBy(lineEvent),
      // a call that has ended or hung up waits for nothing; one who is called back was not left without an answer
      continues: session.waits.for !== "nothing" || lineEvent.type === "askedCallback",
      calledBack: lineEvent.type === "askedCallback",
    });
    if (closed !== null && !closed.wasAnswered) await notifyLiveList(q, key, closed, "abandon", before);
  }
  if (lineEvent.type === "askedCallback") await startCallback(q, key, before);
  if (session.end !== null || session.waits.for !== "queue") return;
  const { queue, place } = session.waits.enqueue;
  const kind: CallerKind = place?.kind ?? "queue";
  await insertCaller(q, {
    ...key,
    kind,
    name: queue,
    settings: (place?.kind === "workGroup" && place.settings) || null,
    offering: newCaller(key.callId, Date.now()),
  });
  await notifyLiveList(q, key, { kind, name: queue }, "join", session);
}

/** Who ended the stay in a queue. Null: neither did, for instance because time was over. */
function endedBy(lineEvent: LineEvent): EndedBy | null {
  if (lineEvent.type === "hungUp") return "caller";
  if (lineEvent.type === "transferred") return "transfer";
  return lineEvent.type === "leftQueue" && lineEvent.result === "bridged" ? "agent" : null;
}

/** Publishes callers of live lists: they arrived, were answered, or left (event type live_list_status). */
export async function notifyLiveList(
  q: Query,
  { accountId, callId }: CallKey,
  { kind, name }: { kind: CallerKind; name: string },
  status: "join" | "pickup" | "abandon",
  { own, contact }: Pick<CallSession, "own" | "contact">,
  by?: string,
): Promise<void> {
  if (kind !== "liveList") return;
  const data = { listname: name, status, callid: callId, from: contact, to: own, by: by ?? null };
  await publishEvents(q, [{ accountId, eventType: "live_list_status", data }]);
}

/** Publishes what a user's phone does (event type webrtc_user_status). */
export const notifyPhone = (
  q: Query,
  accountId: string,
  userId: string,
  name: string,
  status: "available" | "away" | "offline" | "on_call",
): Promise<void> =>
  publishEvents(q, [{ accountId, eventType: "webrtc_user_status", data: { userid: userId, name, status } }]);
