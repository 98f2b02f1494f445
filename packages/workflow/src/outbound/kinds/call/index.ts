import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Calls the contact and speaks or plays a message, with keys to press (spec 2 §3.3). */
export const call = nodeKind(wire, design, behaviour);
