import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Calls the contact, speaks or plays a message, and responds to keys (spec 2 §3.3). */
export const call = nodeKind(wire, design, behaviour);
