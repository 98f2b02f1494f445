import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { allMatch } from "../../../parts/statement.ts";
import { resolveTimeout } from "../../../parts/time/timeout.ts";
import { readVariable } from "../../../parts/variables.ts";
import type { NodeId, SavedNode } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

type Node = SavedNode & Own;

/** The first path whose statements are all true, if any. */
function pathThatHolds(node: Node, at: Moment): { go: NodeId | null; because: string } | undefined {
  const read = (variable: string): string | undefined => readVariable(at, variable);
  const index = node.conditions.findIndex(({ statements }) => allMatch(statements, read));
  const path = node.conditions[index];
  return path && { go: path.targetNode, because: `path ${index + 1} matched` };
}

const timeOut = (node: Node): Outcome => ({ go: node.timeoutData.timeoutPath, because: "timed out" });

/** A reply can already be there when the contact arrives (readings, Replies). */
function arrive(node: Node, at: Moment): Outcome {
  const path = pathThatHolds(node, at);
  if (path !== undefined) return path;
  const end = resolveTimeout(node.timeoutData, at);
  if ("fail" in end) return end;
  if (end.until <= at.now) return timeOut(node);
  return { wait: { until: end.until, forReply: true }, because: end.because };
}

export const behaviour: Behaviour<Own> = {
  run: arrive,
  // a reply that matches no path leaves the contact waiting until the same end
  reply: (node, at) => pathThatHolds(node, at) ?? { wait: { forReply: true } },
  wake: timeOut,
};
