import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Sends an e-mail from a template of the provider (spec 2 §3.3). */
export const email = nodeKind(wire, design, behaviour);
