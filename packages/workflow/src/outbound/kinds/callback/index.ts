import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Calls a webhook and branches on its success (spec 2 §3.3). */
export const callback = nodeKind(wire, design, behaviour);
