import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Waits for a reply or a time-out (spec 2 §3.3). */
export const event = nodeKind(wire, design, behaviour);
