import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Calls the contact and does what a call script says (spec 2 §3.3). */
export const callXml = nodeKind(wire, design, behaviour);
