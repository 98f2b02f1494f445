import type { Answer } from "../../../engine/effects.ts";
import type { Behaviour, Moment, Outcome, SavedNode } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { unitMs } from "../../../parts/timeoutData.ts";
import { judgeWindow } from "../../../parts/window.ts";
import { queueVariables } from "./queueVariables.ts";
import type { Own } from "./saved.ts";

type Node = SavedNode & Own;

/** Epoch ms when the queue closes for the contact; undefined: it does not by itself. */
function closesAt(node: Node, at: Moment): number | undefined {
  if (node.expirationType === "fixed") return at.since + Number(node.expirationNumber) * unitMs[node.expirationUnits];
  const own = at.sendWindow.filter(({ name }) => name === "workflow window");
  if (own.length === 0) return undefined;
  const verdict = judgeWindow(at.now, own);
  return verdict.open ? verdict.openUntil : at.now;
}

const waitEndsAt = (node: Node, at: Moment): number | undefined =>
  node.queueWaitTime > 0 ? at.since + node.queueWaitTime * 1000 : undefined;

function run(node: Node, at: Moment): Outcome {
  if (node.queueName.trim() === "") return { fail: "broken_node: the queue has no name" };
  const ends = [closesAt(node, at), waitEndsAt(node, at)].filter((end) => end !== undefined);
  const until = ends.length === 0 ? undefined : Math.min(...ends);
  if (until !== undefined && until <= at.now) return leave(node, "closed");
  return { ask: { do: "holdForAgent", queueName: node.queueName.trim(), ...(until !== undefined && { until }) } };
}

const reasons = { taken: "agent_took", timeout: "agent_timeout", closed: "queue_closed" } as const;

function leave(node: Node, outcome: keyof typeof reasons, agent = ""): Outcome {
  const names = queueVariables(node.id);
  return {
    go: nextOf(node),
    assign: { [names.outcome]: outcome, [names.agent]: agent },
    because: reasons[outcome],
  };
}

/** An agent, a queue closed by hand, or neither: then a time has come, and which one the clock tells. */
function answer(node: Node, { reason, text }: Answer, at: Moment): Outcome {
  if (reason === "agent_took") return leave(node, "taken", text);
  if (reason === "queue_closed") return leave(node, "closed");
  const waited = waitEndsAt(node, at);
  return leave(node, waited !== undefined && at.now >= waited ? "timeout" : "closed");
}

export const behaviour: Behaviour<Own> = { run, answer };
