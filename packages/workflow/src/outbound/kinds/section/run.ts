import type { Behaviour } from "../../../nodeKind.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = {
  run: (node) => ({ go: null, jump: node.section, because: `section ${node.section}` }),
};
