import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Calls the contact, transfers the call and records it (spec 2 §3.3). */
export const callAndRecord = nodeKind(wire, design, behaviour);
