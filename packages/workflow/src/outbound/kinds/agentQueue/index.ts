import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Queues the contact for an agent (spec 2 §3.3). */
export const agentQueue = nodeKind(wire, design, behaviour);
