import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { type CarrierConnectionRow, carrierNameOf } from "../../store/carriers/carrierConnection.ts";
import type { BatchListRow } from "../../store/runs/batchList.ts";
import type { RunWait, Waiting } from "../../store/runs/runWait.ts";

type WaitsFor = NonNullable<Batch["waitsFor"]>;

const atHighestRate: Readonly<Record<Waiting["of"], string>> = {
  text: "The number, connection or 10DLC campaign sends at its highest rate. Texts leave as it allows.",
  call: "The number or connection places calls at its highest rate. Calls leave as it allows.",
};
/** What has been due for less than this is about to leave. */
const aboutToLeaveMs = 2_000;
/** A carrier that refused texts within this time is still slowing us down. */
const throttledMs = 30_000;
/** A carrier that has not answered for this long is slow. */
const slowMs = 5_000;
/** Nodes that wait for one reason alone: it is not the time to contact people. */
const sendingNodes: ReadonlySet<string> = new Set(["smsSend", "rcsSend", "call", "callAndRecord", "callXml", "email"]);

/** Why nothing of a run leaves at this moment, in words for people; null while something leaves or is about to. */
export function explainWait(
  { status, approval }: Pick<BatchListRow, "status" | "approval">,
  wait: RunWait,
  connections: readonly CarrierConnectionRow[],
  nowMs: number,
): WaitsFor | null {
  if (approval?.state === "waiting" && (status === "not_started" || status === "stopped"))
    return of(
      "approval",
      `Another user must approve this run, because it is for more than ${approval.above.toLocaleString("en-US")} contacts.`,
    );
  if (status === "paused") return of("paused", "The run is paused. Start it to continue.");
  if (status === "stopped") return of("stopped", "The run is stopped. Start it to continue.");
  if (status !== "running") return null;
  if (!wait.hasWorker)
    return of("no_worker", "No worker is running, so nothing is sent. Ask your operator to start one.");
  const settings = accountSettings.parse(wait.settings ?? {});
  if (settings.killSwitch) return of("kill_switch", "Sending is switched off for this account. Texts are blocked.");
  if (wait.sending) return explainSending(wait.sending, connections, nowMs);
  if (wait.due) return explainDue(wait.due, connections, nowMs);
  if (wait.later) return explainLater(wait.later, connections, nowMs);
  if (settings.spendLimitMicros !== null && wait.spentMicros >= settings.spendLimitMicros)
    return of("spend_limit", "The spending limit for today is reached. Texts are blocked until midnight UTC.");
  return explainJourneys(wait, nowMs);
}

const connectionOf = (carrier: string, connections: readonly CarrierConnectionRow[]) =>
  connections.find((connection) => carrierNameOf(connection) === carrier);

/** Something was handed to a carrier. The simulated one is never slow for long. */
function explainSending(
  { carrier, at }: NonNullable<RunWait["sending"]>,
  connections: readonly CarrierConnectionRow[],
  nowMs: number,
): WaitsFor | null {
  const connection = connectionOf(carrier, connections);
  if (connection === undefined || nowMs - Date.parse(at) < slowMs) return null;
  return of(
    "carrier_slow",
    `“${connection.name}” is slow: it has not answered yet for what was sent over it. The next ones leave as it answers.`,
  );
}

/** Why the carrier does not take it at the moment, as far as that is known. `until`: it is asked again then. */
function explainRefusal(
  { of: what, carrier, reason }: Waiting,
  connections: readonly CarrierConnectionRow[],
  nowMs: number,
  until?: string,
): WaitsFor | null {
  const connection = connectionOf(carrier, connections);
  if (connection === undefined) return null;
  const [leave, areSent] = what === "call" ? ["Calls leave", "Calls are placed"] : ["Texts leave", "Texts are sent"];
  const why = connection.error ? ` (${connection.error})` : "";
  if (connection.state !== "bound")
    return of("carrier_down", `The connection “${connection.name}” is down${why}. ${areSent} when it is back.`);
  if (reason === "carrier_unavailable")
    return of(
      "carrier_down",
      `The carrier of “${connection.name}” cannot be reached. ${areSent} when it is back.`,
      until,
    );
  // texts that have not been tried wait while the connection pauses; calls are tried one by one
  const pausedAt = what === "text" && until === undefined ? connection.throttledAt : null;
  const isPaused = pausedAt !== null && nowMs - pausedAt.getTime() < throttledMs;
  if (!isPaused && reason !== "carrier_throttled") return null;
  const words = `The carrier of “${connection.name}” asked us to slow down. ${leave} more slowly.`;
  return of("carrier_throttled", words, until);
}

/** A text or call may leave, and has not yet. */
function explainDue(waiting: Waiting, connections: readonly CarrierConnectionRow[], nowMs: number): WaitsFor | null {
  const { carrier, at } = waiting;
  const connection = connectionOf(carrier, connections);
  const refusal = explainRefusal(waiting, connections, nowMs);
  if (refusal?.reason === "carrier_down") return refusal;
  if (nowMs - Date.parse(at) < aboutToLeaveMs) return null;
  if (refusal !== null) return refusal;
  if (waiting.of === "call") return of("pace", atHighestRate.call);
  if (connection && connection.underWay >= connection.settings.windowSize)
    return of(
      "window_full",
      `“${connection.name}” takes ${connection.settings.windowSize} texts at a time and has not answered for those under way. The next ones leave as it answers.`,
    );
  if (connection && connection.settings.perSecond !== null) return of("pace", atHighestRate.text);
  return of("turn", "Texts of other runs are leaving over the same connection. This run is next in turn.");
}

/** No text or call may leave yet. */
function explainLater(waiting: Waiting, connections: readonly CarrierConnectionRow[], nowMs: number): WaitsFor {
  const { of: what, reason, attempt, at } = waiting;
  if (reason === "tendlc_day")
    return of(
      "daily_limit",
      "The carrier’s daily limit for this 10DLC brand is reached. The next texts leave tomorrow.",
      at,
    );
  const refusal = explainRefusal(waiting, connections, nowMs, at);
  if (refusal !== null) return refusal;
  if (attempt > 0) return of("retry", `The carrier did not take a ${what} and is asked again.`, at);
  return of("pace", atHighestRate[what], at);
}

/** No text or call is queued: what its contacts wait for. */
function explainJourneys({ next, definition }: RunWait, nowMs: number): WaitsFor | null {
  if (next === null)
    return of("answers", "All contacts are waiting for a reply, a call, an agent or an answer from another system.");
  if (Date.parse(next.at) <= nowMs) return null;
  if (next.node === null)
    return of("rate", "The sending rate spaces out the contacts. The next one starts later.", next.at);
  return sendingNodes.has(typeOf(definition, next.node))
    ? of("window", "It is outside sending hours. Contacts continue when the hours begin.", next.at)
    : of("contacts", "All contacts are waiting at a delay or for a reply.", next.at);
}

function typeOf(definition: string | null, node: number): string {
  const { nodes = [] } = JSON.parse(definition ?? "{}") as { nodes?: { id: number; type: string }[] };
  return nodes.find(({ id }) => id === node)?.type ?? "";
}

const of = (reason: WaitsFor["reason"], text: string, until?: string): WaitsFor => ({
  reason,
  text,
  until: until === undefined ? null : new Date(until).toISOString(),
});
