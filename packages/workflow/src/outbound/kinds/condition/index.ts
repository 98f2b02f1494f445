import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Goes the first path whose statements all hold (spec 2 §3.3). */
export const condition = nodeKind(wire, design, behaviour);
