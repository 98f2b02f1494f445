import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Branches on whether the contact is on a do-not-contact list (spec 2 §3.3). */
export const dncCheck = nodeKind(wire, design, behaviour);
