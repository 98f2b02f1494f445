import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Where a section begins; made on load, never saved (wire reading 3). */
export const sectionStart = nodeKind(wire, design, behaviour);
