import { whyNotTarget } from "../outbound/connections.ts";
import type { KindName } from "../outbound/kinds/index.ts";
import { validateGraph } from "../outbound/validateGraph.ts";
import { draftableKinds, draftFields, readFields, withFields } from "./draftFields.ts";
import type { DraftRules } from "./draftRules.ts";

/** Outbound workflows: nodes are called by their numbers. */
export const outboundRules: DraftRules = {
  kinds: draftableKinds,
  kindOf: ({ kind }) => kind,
  fields: (kind) => draftFields(kind as KindName),
  readFields: (kind, values) => readFields(kind as KindName, values),
  withFields: (kind, draft, values) => withFields(kind as KindName, draft, values),
  refOf: ({ id }) => id,
  find(graph, ref) {
    if (typeof ref === "number") return ref;
    return ref.startsWith("section:") ? graph.sections.get(ref.slice("section:".length)) : undefined;
  },
  whyNotConnect: whyNotTarget,
  problems: validateGraph,
};
