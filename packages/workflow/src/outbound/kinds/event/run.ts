import type { Behaviour, Moment, Outcome, SavedNode } from "../../../nodeKind.ts";
import { allHold } from "../../../parts/statement.ts";
import { resolveTimeout } from "../../../parts/timeout.ts";
import { readVariable } from "../../../parts/variables.ts";
import type { Own } from "./saved.ts";

/** The first path that holds, else further waiting; the time-out counts from the moment the contact arrived. */
function judgePaths(node: SavedNode & Own, at: Moment): Outcome {
  const read = (variable: string): string | undefined => readVariable(at, variable);
  const index = node.conditions.findIndex(({ statements }) => allHold(statements, read));
  const path = node.conditions[index];
  if (path !== undefined) return { go: path.targetNode, because: `path ${index + 1} holds` };
  const end = resolveTimeout(node.timeoutData, at.now === at.since ? at : { ...at, now: at.since });
  if ("fail" in end) return end;
  if (end.until <= at.now) return timeOut(node);
  return { wait: { until: end.until, forReply: true }, because: end.because };
}

const timeOut = (node: SavedNode & Own): Outcome => ({ go: node.timeoutData.timeoutPath, because: "time-out" });

export const behaviour: Behaviour<Own> = { run: judgePaths, reply: judgePaths, wake: timeOut };
