import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { addressOf, callEnded, type Fill, placeCall } from "../../../parts/phone/placeCall.ts";
import type { SavedNode } from "../../../savedNode.ts";
import type { CallPlan, Instruction } from "../../../voice/script.ts";
import type { Own } from "./saved.ts";

const run = (node: SavedNode & Own, at: Moment): Outcome => placeCall(node, at, (fill) => planOf(node, fill));

function planOf(node: SavedNode & Own, fill: Fill): CallPlan {
  const script: Instruction[] = [{ do: "redirect", action: { url: fill(node.url).trim(), method: "POST" } }];
  const statusCallback = addressOf(node.statusCallbackUrl, fill);
  const fallback = addressOf(node.fallbackUrl, fill);
  const recordCallback = addressOf(node.recordCallbackUrl, fill);
  const machineCallback = addressOf(node.ifMachineCallbackUrl, fill, node.ifMachineCallbackUrlMethod);
  return {
    human: script,
    machine: node.ifMachine === "continue" ? script : null,
    ...(statusCallback && { statusCallback }),
    ...(fallback && { fallback }),
    ...(recordCallback && { recordCallback }),
    ...(machineCallback && { machineCallback }),
    ...(node.record && { record: "wav" as const }),
  };
}

export const behaviour: Behaviour<Own> = {
  run,
  wake: run,
  answer: (node, answer, at) => (answer.again ? run(node, at) : callEnded(node, answer)),
};
