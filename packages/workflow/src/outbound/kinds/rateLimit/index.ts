import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Limits how many contacts pass per minute (spec 2 §3.3). */
export const rateLimit = nodeKind(wire, design, behaviour);
