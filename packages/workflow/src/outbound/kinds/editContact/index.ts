import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Sets fields of the contact (spec 2 §3.3). */
export const editContact = nodeKind(wire, design, behaviour);
