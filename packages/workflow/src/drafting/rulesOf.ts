import type { Graph } from "../outbound/graph.ts";
import type { DraftRules } from "./draftRules.ts";
import { inboundRules } from "./inboundRules.ts";
import { outboundRules } from "./outboundRules.ts";

/** The rules for a drawing. */
export const rulesOf = ({ language }: Graph): DraftRules => (language === undefined ? outboundRules : inboundRules);
