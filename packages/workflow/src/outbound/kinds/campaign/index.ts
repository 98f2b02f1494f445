import { nodeKind } from "../../../nodeKind.ts";
import { design } from "./design.ts";
import { behaviour } from "./run.ts";
import { wire } from "./saved.ts";

/** Enrolls the contact in another workflow and continues (spec 2 §3.3). */
export const campaign = nodeKind(wire, design, behaviour);
