import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Waits (spec 2 §3.3). */
export const timeDelay = nodeKind(wire, design, behaviour);
