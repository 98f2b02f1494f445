import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Start of a section, created on load and never saved (wire reading 3). */
export const sectionStart = nodeKind(wire, design, behaviour);
