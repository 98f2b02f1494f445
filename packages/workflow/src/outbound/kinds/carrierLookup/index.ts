import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Looks up the contact's number (spec 2 §2.1, §3.3). */
export const carrierLookup = nodeKind(wire, design, behaviour);
