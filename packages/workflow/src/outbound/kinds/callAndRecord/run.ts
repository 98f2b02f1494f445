import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { addressOf, callEnded, type Fill, placeCall } from "../../../parts/phone/placeCall.ts";
import type { SavedNode } from "../../../savedNode.ts";
import { transferTo } from "../../../voice/dtmf.ts";
import type { CallPlan, Instruction } from "../../../voice/script.ts";
import type { Own } from "./saved.ts";

const run = (node: SavedNode & Own, at: Moment): Outcome => placeCall(node, at, (fill) => planOf(node, fill));

/** A person hears one audio and is transferred. A machine hears the other after its beep, then the call ends (readings, Voice). */
function planOf(node: SavedNode & Own, fill: Fill): CallPlan {
  const { ifMachinePlayUrl, ifHumanPlayUrl } = node.ifMachineExecute;
  const played = (url: string | undefined): Instruction[] => {
    const filled = fill(url ?? "").trim();
    return filled === "" ? [] : [{ do: "play", url: filled }];
  };
  const transfer = transferTo(fill(node.transferDest), node.transferCaller ? "contact" : "own");
  const recordCallback = addressOf(node.recordCallbackUrl, fill);
  return {
    human: [...played(ifHumanPlayUrl), transfer, { do: "hangUp" }],
    machine: node.ifMachine === "continue" ? [...played(ifMachinePlayUrl), { do: "hangUp" }] : null,
    record: node.recordFormat,
    ...(recordCallback && { recordCallback }),
  };
}

export const behaviour: Behaviour<Own> = {
  run,
  wake: run,
  answer: (node, answer, at) => (answer.again ? run(node, at) : callEnded(node, answer)),
};
