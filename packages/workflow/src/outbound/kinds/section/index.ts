import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Jumps to a section (spec 2 §2.1). */
export const section = nodeKind(wire, design, behaviour);
