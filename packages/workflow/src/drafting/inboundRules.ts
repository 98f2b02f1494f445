import type { z } from "zod";
import { type ContentForm, fittedValue } from "../inbound/contentRule.ts";
import { drawnKindName, drawnNode, inboundOf, wireIdOf } from "../inbound/drawing.ts";
import type { InboundField } from "../inbound/kind.ts";
import { type InboundKindName, inboundKinds } from "../inbound/kinds.ts";
import { saveProblem } from "../inbound/saveChecks.ts";
import { callOf } from "../outbound/graph.ts";
import type { Problem } from "../outbound/validateGraph.ts";
import { ownValue } from "../parts/ownValue.ts";
import { acceptedBy, type FormFields, filledForm, readValues, valuesOf } from "./acceptedFields.ts";
import { chosen } from "./draftChoices.ts";
import type { DraftRules } from "./draftRules.ts";

/** The kinds that a draft can contain. Call scripts stay the user's. */
const draftedKinds = [
  "time",
  "textContent",
  "contactAttribute",
  "fromNumber",
  "toNumber",
  "areaCode",
  "state",
  "fromCountry",
  "toCountry",
  "voicemail",
  "callForward",
  "workgroup",
  "groupCall",
  "liveList",
  "ivr",
  "inbox",
  "smsForward",
  "workflow",
] as const satisfies readonly InboundKindName[];

/** Where the words of a rule are compared with. The kind decides it, except for State. */
const isFixed = (kind: string, field: string): boolean => field === "variable" && kind !== "state";

const fieldsOf = (kind: string): FormFields =>
  (inboundKinds[kind as InboundKindName].fields as readonly unknown[] as FormFields).filter(
    (field) => acceptedBy(field) !== undefined && !isFixed(kind, field.name),
  );

const schemas = new Map<string, z.ZodType>();

function schemaOf(kind: string): z.ZodType {
  let schema = schemas.get(kind);
  if (schema === undefined) {
    schema = valuesOf(fieldsOf(kind));
    schemas.set(kind, schema);
  }
  return schema;
}

/** Inbound workflows: nodes are called by their saved ids, which the page and the server have alike. */
export const inboundRules: DraftRules = {
  kinds: draftedKinds,
  kindOf: drawnKindName,
  fields: fieldsOf,
  readFields(kind, values, choices) {
    const read = readValues(schemaOf(kind), values);
    if (!read.ok) return read;
    const named = new Map(Object.entries(read.values));
    for (const field of fieldsOf(kind) as readonly InboundField<Record<string, unknown>>[]) {
      const value = ownValue(read.values, field.name);
      if (field.input !== "pickOne" || typeof value !== "string") continue;
      const found = chosen(field.from, value, choices);
      if (!found.ok) return found;
      named.set(field.name, found.value);
    }
    return { ok: true, values: Object.fromEntries(named) };
  },
  withFields(kind, draft, values) {
    const form = filledForm(fieldsOf(kind), draft, values);
    const { contentValue } = inboundKinds[kind as InboundKindName].defaults as Partial<ContentForm>;
    // a list or a text, as the operation takes it
    return typeof contentValue === "string"
      ? { ...form, contentValue: fittedValue(form as unknown as ContentForm) }
      : form;
  },
  refOf: wireIdOf,
  find: (graph, ref) => (typeof ref === "number" ? undefined : drawnNode(graph, ref)?.id),
  whyNotConnect: (graph, source, target) => graph.language?.whyNotConnect(graph, source, target),
  problems(graph, { validateNode = () => [] }): Problem[] {
    const problem = saveProblem(inboundOf(graph), validateNode);
    if (problem === undefined) return [];
    return problem.nodes.flatMap(({ id, issues }) => {
      const node = drawnNode(graph, id);
      if (node === undefined) return [];
      const of = { nodeId: node.id };
      return issues.length === 0
        ? [{ ...of, message: `${callOf(node)}: ${problem.message}` }]
        : issues.map(({ field, message }) => ({ ...of, field, message: `${callOf(node)}: ${message}` }));
    });
  },
};
