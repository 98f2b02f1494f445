import type { Behaviour, Outcome } from "../../../nodeKind.ts";
import type { Own } from "./saved.ts";

const end: Outcome = { go: null };

export const behaviour: Behaviour<Own> = { run: () => end };
