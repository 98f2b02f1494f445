import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Computes workflow variables with FreeMarker and JSONPath (spec 2 §3.3). */
export const computation = nodeKind(wire, design, behaviour);
