import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Where every contact begins; its form is the campaign's own settings (spec 2 §3.3). */
export const start = nodeKind(wire, design, behaviour);
