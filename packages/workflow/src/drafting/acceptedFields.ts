import { z } from "zod";
import type { InboundField } from "../inbound/kind.ts";
import type { Field } from "../nodeKind.ts";
import { conditionOperations } from "../parts/operations.ts";
import { ownValue } from "../parts/ownValue.ts";
import { plainErrors, sayOf } from "../parts/text/plainErrors.ts";
import { plainText } from "./plainText.ts";

// the types of the drafts are lost here, see `Input`
type Values = Record<string, unknown>;
/** A field of a form, outbound or inbound. */
export type FormField = Field<Values> | InboundField<Values>;
export type FormFields = readonly FormField[];

/** Fields that stay the user's: they charge for each contact or record people. */
const usersFields: ReadonlySet<string> = new Set(["useAiRewording", "record"]);

/** The texts of a form may be as long as a text message. */
const longestText = 1_600;
const longestLine = 500;
const longestName = 200;
const mostRows = 20;
const mostStatements = 10;
const mostTexts = 50;

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { error: "must be a time of day such as 13:30" })
  .transform((text) => (text.length === 5 ? `${text}:00` : text));

const operations = conditionOperations.map(({ value }) => String(value));

const statement = z.strictObject({
  variable: plainText(longestName),
  operation: z.enum(operations as [string, ...string[]]).default("EQUALS"),
  value: plainText(longestLine).default(""),
});

/** Lists whose values are words, not ids of an account. */
const namedPicks: ReadonlySet<string> = new Set(["contactFields", "sections"]);
/** Lists of an account that a draft names by their words. `inboundRules` finds the values. */
const namedLists: ReadonlySet<string> = new Set([
  "contactFields",
  "workGroups",
  "liveLists",
  "ivrs",
  "inboxes",
  "campaigns",
]);

/** What a field accepts from a draft. Undefined: only the user can set it. */
export function acceptedBy(field: FormField): z.ZodType | undefined {
  if (usersFields.has(field.name)) return undefined;
  switch (field.input) {
    case "text":
      return plainText(Math.min(field.maxLength ?? longestLine, longestLine));
    case "textarea":
      return plainText(longestText);
    case "url":
    case "assetUrl":
      return plainText(longestLine);
    case "variable":
      return plainText(longestName);
    case "number":
      return z.number().nullable();
    case "switch":
      return z.boolean();
    case "choice":
      return z.literal(field.options.map(({ value }) => value));
    case "chooseSeveral":
      return z.array(z.literal(field.options.map(({ value }) => value))).max(mostTexts);
    case "texts":
      return z.array(plainText(longestLine)).max(mostTexts);
    case "pick":
      return namedPicks.has(field.from) ? plainText(longestName) : undefined;
    case "pickOne":
      return namedLists.has(field.from) ? plainText(longestName) : undefined;
    case "time":
      return time;
    case "days":
      return z.int().min(1).max(127);
    case "instant":
      return plainText(40);
    case "statements":
      return z.array(statement).min(1).max(mostStatements);
    case "rows":
      return z.array(valuesOf(columnsOf(field))).max(Math.min(field.max ?? mostRows, mostRows));
    default:
      return undefined;
  }
}

/** The columns of a field with rows. */
export const columnsOf = (field: Extract<FormField, { input: "rows" }>): FormFields =>
  field.fields as readonly unknown[] as FormFields;

/** The schema of the values that a draft can give to fields. */
export function valuesOf(fields: FormFields): z.ZodType {
  const shape = new Map<string, z.ZodType>();
  for (const field of fields) {
    const value = acceptedBy(field);
    const known = shape.get(field.name);
    // one value has several inputs, of which the form shows one
    if (value !== undefined) shape.set(field.name, known === undefined ? value : z.union([known, value]));
  }
  return z.strictObject(Object.fromEntries([...shape].map(([name, value]) => [name, value.optional()])));
}

/** Values of a draft, or what is wrong with them. */
export type ReadValues = { ok: true; values: Values } | { ok: false; problem: string };

/** Parses the values of a draft for a form. */
export function readValues(schema: z.ZodType, values: Readonly<Values>): ReadValues {
  const parsed = schema.safeParse(values, { error: plainErrors });
  if (parsed.success) return { ok: true, values: parsed.data as Values };
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const place = issue.path.length === 0 ? "" : ` in ${issue.path.join(".")}`;
    return {
      ok: false,
      problem: `there is no field ${issue.keys.map((one) => `“${one.slice(0, 40)}”`).join(", ")}${place}`,
    };
  }
  return { ok: false, problem: sayOf(issue?.path.join(".") ?? "", issue?.message ?? "is not valid") };
}

/** The form with these values. Rows keep the paths that the form has at their place. */
export function filledForm(fields: FormFields, draft: object, values: Readonly<Values>): Values {
  const form = new Map<string, unknown>(Object.entries(draft));
  const given = fields.flatMap((field) => {
    const value = ownValue(values, field.name);
    return value === undefined ? [] : [{ field, value }];
  });
  for (const { field, value } of given) {
    form.set(field.name, field.input === "rows" ? rowsOf(field, value, form.get(field.name)) : value);
    const presets = field.sets?.(Object.fromEntries(form)) ?? {};
    for (const [name, preset] of Object.entries(presets)) form.set(name, preset);
  }
  // what a choice presets is overwritten by what the draft says
  for (const { field, value } of given) if (field.input !== "rows") form.set(field.name, value);
  return Object.fromEntries(form);
}

function rowsOf(field: Extract<FormField, { input: "rows" }>, value: unknown, before: unknown): object[] {
  const paths = columnsOf(field).filter(({ input }) => input === "path");
  const held = Array.isArray(before) ? (before as Values[]) : [];
  return (value as Values[]).map((row, index) => ({
    ...(field.newRow as object),
    ...row,
    ...Object.fromEntries(paths.map(({ name }) => [name, ownValue(held[index] ?? {}, name) ?? null])),
  }));
}
