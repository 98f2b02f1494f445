import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Calls the contact and runs a call script (spec 2 §3.3). */
export const callXml = nodeKind(wire, design, behaviour);
