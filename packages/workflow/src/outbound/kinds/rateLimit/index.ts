import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Lets so many contacts a minute through (spec 2 §3.3). */
export const rateLimit = nodeKind(wire, design, behaviour);
