import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { type CarrierConnectionRow, carrierNameOf } from "../../store/carriers/carrierConnection.ts";
import type { BatchListRow } from "../../store/runs/batchList.ts";
import type { RunWait, WaitingText } from "../../store/runs/runWait.ts";

type WaitsFor = NonNullable<Batch["waitsFor"]>;

const atHighestRate = "The number, connection or 10DLC campaign sends at its highest rate. Texts leave as it allows.";
/** A text that has been due for less than this is about to leave. */
const aboutToLeaveMs = 2_000;
/** A carrier that refused texts within this time is still slowing us down. */
const throttledMs = 30_000;
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
  if (wait.isSending) return null;
  if (wait.due) return explainDue(wait.due, connections, nowMs);
  if (wait.later) return explainLater(wait.later);
  if (settings.spendLimitMicros !== null && wait.spentMicros >= settings.spendLimitMicros)
    return of("spend_limit", "The spending limit for today is reached. Texts are blocked until midnight UTC.");
  return explainJourneys(wait, nowMs);
}

/** A text may leave, and has not yet. */
function explainDue(
  { carrier, at }: WaitingText,
  connections: readonly CarrierConnectionRow[],
  nowMs: number,
): WaitsFor | null {
  const connection = connections.find((connection) => carrierNameOf(connection) === carrier);
  if (connection && connection.state !== "bound")
    return of(
      "carrier_down",
      `The connection “${connection.name}” is down${connection.error ? ` (${connection.error})` : ""}. Texts are sent when it is back.`,
    );
  if (nowMs - Date.parse(at) < aboutToLeaveMs) return null;
  if (connection?.throttledAt && nowMs - connection.throttledAt.getTime() < throttledMs)
    return of(
      "carrier_throttled",
      `The carrier of “${connection.name}” asked us to slow down. Texts leave more slowly.`,
    );
  if (connection && connection.underWay >= connection.settings.windowSize)
    return of(
      "window_full",
      `“${connection.name}” takes ${connection.settings.windowSize} texts at a time and has not answered for those under way. The next ones leave as it answers.`,
    );
  if (connection && connection.settings.perSecond !== null) return of("pace", atHighestRate);
  return of("turn", "Texts of other runs are leaving over the same connection. This run is next in turn.");
}

/** No text may leave yet. */
function explainLater({ reason, attempt, at }: WaitingText): WaitsFor {
  if (reason === "tendlc_day")
    return of(
      "daily_limit",
      "The carrier’s daily limit for this 10DLC brand is reached. The next texts leave tomorrow.",
      at,
    );
  if (attempt > 0) return of("retry", "The carrier did not take a text and is asked again.", at);
  return of("pace", atHighestRate, at);
}

/** No text is queued: what its contacts wait for. */
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
