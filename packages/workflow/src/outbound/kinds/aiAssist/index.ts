import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Answers the contact with a language model (spec 2 §3.3; readings, AI Assist). */
export const aiAssist = nodeKind(wire, design, behaviour);
