import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Sends an RCS message made of a message key (spec 2 §3.3). */
export const rcsSend = nodeKind(wire, design, behaviour);
