import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Sends a text from a template (spec 2 §3.3). */
export const smsSend = nodeKind(wire, design, behaviour);
