import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Stop: ends the journey (spec 2 §2.1). */
export const control = nodeKind(wire, design, behaviour);
