import type { Behaviour } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { setOwnValue } from "../../../parts/ownValue.ts";
import { readVariable, variableName } from "../../../parts/variables.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = {
  run(node, at) {
    const fields: Record<string, string | null> = {};
    const missing: string[] = [];
    for (const { mode, variable, value } of node.assignments) {
      const field = variableName(variable);
      const written = mode === "clear" ? null : mode === "assignFixed" ? value : readVariable(at, variableName(value));
      if (written === undefined) missing.push(`${value} has no value, ${field} is unchanged`);
      else setOwnValue(fields, field, written);
    }
    const also = Object.keys(fields).length > 0 ? [{ do: "setContact" as const, fields }] : undefined;
    return { go: nextOf(node), also, because: missing.join("; ") || undefined };
  },
};
