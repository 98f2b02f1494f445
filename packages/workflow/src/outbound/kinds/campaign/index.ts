import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Enrols the contact in another workflow and goes on (spec 2 §3.3). */
export const campaign = nodeKind(wire, design, behaviour);
