import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { resolveTimeout } from "../../../parts/time/timeout.ts";
import type { SavedNode } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

function run(node: SavedNode & Own, at: Moment): Outcome {
  const end = resolveTimeout(node, at);
  if ("fail" in end) return end;
  if (end.until <= at.now) return { go: nextOf(node) };
  return { wait: { until: end.until }, because: end.because };
}

export const behaviour: Behaviour<Own> = {
  run,
  // after a pause the hours can be closed again (readings, Pause and stop)
  wake: (node, at) => (node.timeoutType === "timezoneProtect" ? run(node, at) : { go: nextOf(node) }),
};
