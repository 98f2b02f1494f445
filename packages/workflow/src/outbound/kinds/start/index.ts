import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Start of every journey. Its form edits the campaign's settings (spec 2 §3.3). */
export const start = nodeKind(wire, design, behaviour);
