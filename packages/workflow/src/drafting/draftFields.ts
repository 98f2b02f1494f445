import { z } from "zod";
import type { Field } from "../nodeKind.ts";
import { type KindName, kinds } from "../outbound/kinds/index.ts";
import { conditionOperations } from "../parts/operations.ts";
import { ownValue } from "../parts/ownValue.ts";
import { textProblem } from "../parts/text/compileText.ts";
import { plainErrors, sayOf } from "../parts/text/plainErrors.ts";

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

/** Fields that stay the user's: they charge for each contact or record people. */
const usersFields: ReadonlySet<string> = new Set(["useAiRewording", "record"]);

/** The fields of an SMS Send node: a draft always writes its own text. */
const textFields: ReadonlySet<string> = new Set(["templateTitle", "templateText", "templateShortenLinks"]);

type Fields = readonly Field<Record<string, unknown>>[];

/** The fields of a kind that a draft can set, in the order of its form. */
export const draftFields = (kind: KindName): Fields =>
  // the type of the draft is lost here, see `Input`
  (kinds[kind].fields as readonly unknown[] as Fields).filter(
    (field) => acceptedBy(field) !== undefined && (kind !== "smsSend" || textFields.has(field.name)),
  );

/** The texts of a form may be as long as a text message. */
const longestText = 1_600;
const longestLine = 500;
const mostRows = 20;
const mostStatements = 10;

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { error: "must be a time of day such as 13:30" })
  .transform((text) => (text.length === 5 ? `${text}:00` : text));

const expression = /\$\{([^}]*)\}/g;
/** A variable with a text for contacts that lack it. More could hide an address. */
const plainExpression = /^\s*[A-Za-z_][\w.]*\s*(?:!\s*(?:'[^'${}<>]*'|"[^"${}<>]*")?)?\s*$/;

/** A text without HTML, directives and invisible characters. */
const plainText = (most: number) =>
  z
    .string()
    .max(most)
    .superRefine((text, at) => {
      const message = whyNotPlain(text);
      if (message !== undefined) at.addIssue({ code: "custom", message });
    });

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** Why a text of a model cannot be used anywhere, or undefined. */
export function whyNotPlain(text: string): string | undefined {
  if (/<\s*[a-z/!?#@]/i.test(text)) return "must not contain HTML or directives";
  if (/\[[#=@/]/.test(text)) return "must not contain HTML or directives";
  if (unseen.test(text)) return "must not contain invisible characters";
  const rest = text.replace(expression, "");
  if (rest.includes("${") || rest.includes("#{")) return "has a variable that is not closed";
  for (const [, inside = ""] of text.matchAll(expression))
    if (!plainExpression.test(inside)) return "may only contain plain variables such as ${firstName!'there'}";
  const problem = textProblem(text);
  return problem === undefined ? undefined : `is not valid: ${problem}`;
}

const operations = conditionOperations.map(({ value }) => String(value));

const statement = z.strictObject({
  variable: plainText(200),
  operation: z.enum(operations as [string, ...string[]]).default("EQUALS"),
  value: plainText(longestLine).default(""),
});

/** Lists whose values are words, not ids of an account. */
const namedPicks: ReadonlySet<string> = new Set(["contactFields", "sections"]);

/** What a field accepts from a draft. Undefined: only the user can set it. */
function acceptedBy(field: Field<Record<string, unknown>>): z.ZodType | undefined {
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
      return plainText(200);
    case "number":
      return z.number().nullable();
    case "switch":
      return z.boolean();
    case "choice":
      return z.literal(field.options.map(({ value }) => value));
    case "pick":
      return namedPicks.has(field.from) ? plainText(200) : undefined;
    case "time":
      return time;
    case "days":
      return z.int().min(1).max(127);
    case "instant":
      return plainText(40);
    case "statements":
      return z.array(statement).min(1).max(mostStatements);
    case "rows":
      return z
        .array(rowSchema(field.fields as readonly unknown[] as Fields))
        .max(Math.min(field.max ?? mostRows, mostRows));
    default:
      return undefined;
  }
}

function rowSchema(fields: Fields): z.ZodType {
  const shape = new Map<string, z.ZodType>();
  for (const field of fields) {
    const value = acceptedBy(field);
    const known = shape.get(field.name);
    // one column has several inputs, of which the row's action shows one
    if (value !== undefined) shape.set(field.name, known === undefined ? value : z.union([known, value]));
  }
  return z.strictObject(Object.fromEntries([...shape].map(([name, value]) => [name, value.optional()])));
}

const schemas = new Map<KindName, z.ZodType>();

function schemaOf(kind: KindName): z.ZodType {
  let schema = schemas.get(kind);
  if (schema === undefined) {
    schema = rowSchema(draftFields(kind));
    schemas.set(kind, schema);
  }
  return schema;
}

/** The values of a draft for the form of a kind, or what is wrong with them. */
export function readFields(
  kind: KindName,
  values: Readonly<Record<string, unknown>>,
): { ok: true; values: Record<string, unknown> } | { ok: false; problem: string } {
  const parsed = schemaOf(kind).safeParse(values, { error: plainErrors });
  if (parsed.success) return { ok: true, values: parsed.data as Record<string, unknown> };
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
export function withFields(kind: KindName, draft: object, values: Readonly<Record<string, unknown>>): object {
  const form = new Map<string, unknown>(Object.entries(draft));
  const given = draftFields(kind).flatMap((field) => {
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
  const changed = Object.fromEntries(form);
  return kind === "smsSend" && typeof ownValue(values, "templateText") === "string"
    ? withOwnText(draft, changed)
    : changed;
}

function rowsOf(field: Field<Record<string, unknown>> & { input: "rows" }, value: unknown, before: unknown): object[] {
  const paths = (field.fields as readonly unknown[] as Fields).filter(({ input }) => input === "path");
  const held = Array.isArray(before) ? (before as Record<string, unknown>[]) : [];
  return (value as Record<string, unknown>[]).map((row, index) => ({
    ...(field.newRow as object),
    ...row,
    ...Object.fromEntries(paths.map(({ name }) => [name, ownValue(held[index] ?? {}, name) ?? null])),
  }));
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
