import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Two paths: on the do-not-contact list or not (spec 2 §3.3). */
export const dncCheck = nodeKind(wire, design, behaviour);
