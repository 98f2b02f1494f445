import type { Answer } from "../../../engine/effects.ts";
import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { unitMs } from "../../../parts/time/timeoutData.ts";
import { evaluateWindow } from "../../../parts/time/window.ts";
import type { SavedNode } from "../../../savedNode.ts";
import { queueVariables } from "./queueVariables.ts";
import type { Own } from "./saved.ts";

type Node = SavedNode & Own;

/** Epoch ms when the contact's wait ends; undefined when only an agent or a closed queue ends it. */
function expiresAt(node: Node, at: Moment): number | undefined {
  if (node.expirationType === "fixed") return at.since + Number(node.expirationNumber) * unitMs[node.expirationUnits];
  const own = at.sendWindow.filter(({ name }) => name === "workflow window");
  if (own.length === 0) return undefined;
  const verdict = evaluateWindow(at.now, own);
  return verdict.open ? verdict.openUntil : at.now;
}

/** Epoch ms when the contact is first offered to agents; undefined means at once. */
const offeredAt = (node: Node, at: Moment): number | undefined =>
  node.queueWaitTime > 0 ? at.since + node.queueWaitTime * 1000 : undefined;

function run(node: Node, at: Moment): Outcome {
  if (node.queueName.trim() === "") return { fail: "broken_node: the queue has no name" };
  const until = expiresAt(node, at);
  if (until !== undefined && until <= at.now) return leave(node, expired(node));
  const offeredFrom = offeredAt(node, at);
  return {
    ask: {
      do: "holdForAgent",
      queueName: node.queueName.trim(),
      ...(until !== undefined && { until }),
      ...(offeredFrom !== undefined && { offeredFrom }),
    },
  };
}

const reasons = {
  taken: "agent_took",
  timeout: "agent_timeout",
  expired: "agent_expired",
  closed: "queue_closed",
} as const;

/** The workflow's window is a relative expiration, a time of the node itself a fixed one (readings, Agent Queue). */
const expired = (node: Node): "timeout" | "expired" => (node.expirationType === "fixed" ? "expired" : "timeout");

function leave(node: Node, outcome: keyof typeof reasons, agent = ""): Outcome {
  const names = queueVariables(node.id);
  return {
    go: nextOf(node),
    assign: { [names.outcome]: outcome, [names.agent]: agent },
    because: reasons[outcome],
  };
}

/** The answer of an agent or of a closed queue. An answer with neither means that the wait expired. */
function answer(node: Node, { reason, text }: Answer): Outcome {
  if (reason === "agent_took") return leave(node, "taken", text);
  return leave(node, reason === "queue_closed" ? "closed" : expired(node));
}

export const behaviour: Behaviour<Own> = { run, answer };
