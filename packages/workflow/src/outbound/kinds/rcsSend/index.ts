import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Sends an RCS message by its key (spec 2 §3.3). */
export const rcsSend = nodeKind(wire, design, behaviour);
