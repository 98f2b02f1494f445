import type { Behaviour } from "../../../nodeKind.ts";
import { allMatch } from "../../../parts/statement.ts";
import { readVariable } from "../../../parts/variables.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = {
  run(node, at) {
    const read = (variable: string): string | undefined => readVariable(at, variable);
    // the default entry at the end has no statements
    const index = node.conditions.findIndex(({ statements }) => statements.length > 0 && allMatch(statements, read));
    const path = node.conditions[index];
    return path === undefined
      ? { go: node.defaultNodePath, because: "no path matched" }
      : { go: path.targetNode, because: `path ${index + 1} matched` };
  },
};
