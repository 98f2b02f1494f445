import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Draws text on a picture (spec 2 §3.3). */
export const meme = nodeKind(wire, design, behaviour);
