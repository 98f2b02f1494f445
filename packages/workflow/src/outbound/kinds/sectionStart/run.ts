import type { Behaviour } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = { run: (node) => ({ go: nextOf(node) }) };
