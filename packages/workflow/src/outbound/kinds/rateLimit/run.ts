import type { Behaviour } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

// the limit is shared by every contact in the node, so one journey cannot count it: it asks for its turn
export const behaviour: Behaviour<Own> = {
  run: (node) => ({ ask: { do: "claimTurn", key: String(node.id), perMinute: node.tpm } }),
  answer: (node, answer) => ({ go: nextOf(node), because: answer.ok ? undefined : answer.reason }),
};
