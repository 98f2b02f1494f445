import type { z } from "zod";
import { type KindName, kinds } from "../outbound/kinds/index.ts";
import { ownValue } from "../parts/ownValue.ts";
import { acceptedBy, type FormFields, filledForm, type ReadValues, readValues, valuesOf } from "./acceptedFields.ts";

/** The kinds that a draft can contain. Others need things that only a user can choose, or cost money for each contact. */
const draftedKinds: ReadonlySet<string> = new Set<KindName>([
  "smsSend",
  "event",
  "condition",
  "timeDelay",
  "percentage",
  "editContact",
  "dnc",
  "dncCheck",
  "carrierLookup",
  "agentQueue",
  "call",
  "email",
  "rateLimit",
  "callback",
  "campaign",
  "section",
  "control",
]);

/** The names of the kinds that a draft can contain. */
export const draftableKinds = [...draftedKinds] as readonly KindName[];

/** Whether a draft can contain nodes of this kind. */
export const isDraftable = (kind: string): kind is KindName => draftedKinds.has(kind);

/** The fields of an SMS Send node: a draft always writes its own text. */
const textFields: ReadonlySet<string> = new Set(["templateTitle", "templateText", "templateShortenLinks"]);

/** The fields of a kind that a draft can set, in the order of its form. */
export const draftFields = (kind: KindName): FormFields =>
  (kinds[kind].fields as readonly unknown[] as FormFields).filter(
    (field) => acceptedBy(field) !== undefined && (kind !== "smsSend" || textFields.has(field.name)),
  );

const schemas = new Map<KindName, z.ZodType>();

function schemaOf(kind: KindName): z.ZodType {
  let schema = schemas.get(kind);
  if (schema === undefined) {
    schema = valuesOf(draftFields(kind));
    schemas.set(kind, schema);
  }
  return schema;
}

/** The values of a draft for the form of a kind, or what is wrong with them. */
export const readFields = (kind: KindName, values: Readonly<Record<string, unknown>>): ReadValues =>
  readValues(schemaOf(kind), values);

/** The form with these values. */
export function withFields(kind: KindName, draft: object, values: Readonly<Record<string, unknown>>): object {
  const changed = filledForm(draftFields(kind), draft, values);
  return kind === "smsSend" && typeof ownValue(values, "templateText") === "string"
    ? withOwnText(draft, changed)
    : changed;
}

/** The text replaces the template that the node had. */
function withOwnText(before: object, changed: Record<string, unknown>): object {
  const { smsTemplateName = "", templateTitle: had = "" } = before as {
    smsTemplateName?: string;
    templateTitle?: string;
  };
  const title =
    (changed["templateTitle"] as string) || had || (smsTemplateName === "" ? "" : `${smsTemplateName} (draft)`);
  return { ...changed, templateSource: "new", templateTitle: title, smsTemplateId: "", smsTemplateName: "" };
}
