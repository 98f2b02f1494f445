import type { Behaviour } from "../../../nodeKind.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = {
  run(node, at) {
    const { percentages, children } = node;
    let total = 0;
    for (const weight of percentages) total += weight;
    let mark = at.chance * total;
    let index = 0;
    while (index < percentages.length - 1 && mark >= (percentages[index] ?? 0)) mark -= percentages[index++] ?? 0;
    return {
      go: children[index] ?? null,
      because: `at random, weight ${(percentages[index] ?? 0) / 100} of ${total / 100}`,
    };
  },
};
