import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Splits contacts across paths by weight (spec 2 §3.3). */
export const percentage = nodeKind(wire, design, behaviour);
