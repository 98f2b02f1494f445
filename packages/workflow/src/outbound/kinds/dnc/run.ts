import type { Behaviour } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = {
  run(node) {
    // `validate` refuses an empty type; if one runs anyway, the safe choice is to block everything
    const type = node.dncType || "all";
    return { go: nextOf(node), also: [{ do: "addDnc", type }], because: `do not contact: ${type}` };
  },
};
