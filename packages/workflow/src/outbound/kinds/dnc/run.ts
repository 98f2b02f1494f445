import type { Behaviour } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = {
  run(node) {
    // an empty type does not pass `validate`; should one run all the same, the safe reading is that nothing may be sent
    const type = node.dncType || "all";
    return { go: nextOf(node), also: [{ do: "addDnc", type }], because: `do not contact: ${type}` };
  },
};
