import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Follows the first path whose statements are all true (spec 2 §3.3). */
export const condition = nodeKind(wire, design, behaviour);
