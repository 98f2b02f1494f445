import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Adds the contact to the account's do-not-contact list (spec 2 §3.3). */
export const dnc = nodeKind(wire, design, behaviour);
