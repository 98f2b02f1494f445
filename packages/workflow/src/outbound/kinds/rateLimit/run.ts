import type { Behaviour } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

// all contacts at the node share the limit, so a single journey cannot count it and asks for a turn
export const behaviour: Behaviour<Own> = {
  run: (node) => ({ ask: { do: "claimTurn", key: String(node.id), perMinute: node.tpm } }),
  answer: (node, answer) => ({ go: nextOf(node), because: answer.ok ? undefined : answer.reason }),
};
