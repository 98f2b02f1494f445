import { z } from "zod";
import { parseJson } from "../parts/text/jsonText.ts";
import { plainErrors, sayOf } from "../parts/text/plainErrors.ts";

/** Longest answer that is read, in characters. */
export const longestAnswer = 60_000;
const mostEdits = 300;
/** Most open questions of an answer. */
export const mostQuestions = 10;
const mostDraftTests = 12;

/** A node: its number or id, the key of a new one, `start`, or `section:Name` for the start of a section. */
const ref = z.union([z.int().positive(), z.string().min(1).max(80)]);
export type Ref = z.infer<typeof ref>;

/** The keys of new nodes. Texts and statements name the variables of a new node by it: `reminder.reply`. */
const key = z.string().regex(/^[a-z][A-Za-z0-9_]{0,39}$/, {
  error: "must begin with a lower-case letter and have at most 40 letters, digits and underscores",
});
const fields = z.record(z.string().max(60), z.unknown());
/** A text of one line that is not empty. */
export const line = (most: number) => z.string().trim().min(1).max(most);

const set = z.strictObject({ do: z.literal("set"), node: ref, fields });
const rename = z.strictObject({ do: z.literal("name"), node: ref, name: line(60) });
const remove = z.strictObject({ do: z.literal("remove"), node: ref });
const note = z.strictObject({ do: z.literal("note"), text: line(500), node: ref.optional() });

const unknownChange: { error: z.core.$ZodErrorMap } = {
  error: (issue) => (issue.code === "invalid_union" ? "is not one of the changes that a draft can make" : undefined),
};

/** One change of the drawing of an outbound workflow. There is no other. */
const edit = z.discriminatedUnion(
  "do",
  [
    z.strictObject({
      do: z.literal("add"),
      key,
      kind: z.string().max(40),
      name: line(60).optional(),
      section: line(72).optional(),
      fields: fields.default({}),
    }),
    /** `exit`: from 1, or `otherwise` for the last one. Left out: the only one, or the first free one. */
    z.strictObject({
      do: z.literal("connect"),
      from: ref,
      exit: z.union([z.int().min(1).max(100), z.literal("otherwise")]).optional(),
      to: ref,
    }),
    set,
    rename,
    remove,
    z.strictObject({ do: z.literal("section"), name: line(72) }),
    note,
  ],
  unknownChange,
);
export type DraftEdit = z.infer<typeof edit>;

/** One change of the drawing of an inbound workflow, which has no sections and no numbered exits. */
const inboundEdit = z.discriminatedUnion(
  "do",
  [
    z.strictObject({
      do: z.literal("add"),
      key,
      kind: z.string().max(40),
      name: line(60).optional(),
      fields: fields.default({}),
    }),
    z.strictObject({ do: z.literal("connect"), from: ref, to: ref }),
    set,
    rename,
    remove,
    note,
  ],
  unknownChange,
);

/** A test of a draft. `replies`: what the contact answers in turn, null for no answer until the time runs out. */
const replyTest = z.strictObject({
  title: line(120),
  replies: z.array(z.string().trim().min(1).max(160).nullable()).max(10).default([]),
  reaches: ref,
});
export type ReplyTest = z.infer<typeof replyTest>;

/** A test of an inbound draft: a call or text, and where it must go. */
const callerTest = z.strictObject({
  title: line(120),
  channel: z.enum(["call", "sms", "rcs"]),
  text: z.string().trim().max(160).default(""),
  from: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, { error: "must be a phone number such as +12025550143" })
    .default("+12025550143"),
  /** In the workflow's time zone. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time of day such as 13:30" })
    .default("12:00"),
  /** Fields of the contact by name. */
  contact: z.record(z.string().max(100), z.string().max(200)).default({}),
  reaches: ref,
});
export type CallerTest = z.infer<typeof callerTest>;

const shared = { summary: line(600), questions: z.array(line(300)).max(mostQuestions).default([]) };
/** Everything that a model can answer (decision 0088). */
const schemas = {
  outbound: z.strictObject({
    ...shared,
    edits: z.array(edit).max(mostEdits),
    tests: z.array(replyTest).max(mostDraftTests).default([]),
  }),
  inbound: z.strictObject({
    ...shared,
    edits: z.array(inboundEdit).max(mostEdits),
    tests: z.array(callerTest).max(mostDraftTests).default([]),
  }),
};
/** The kinds of workflows that can be drafted. */
export type DraftedType = keyof typeof schemas;
export type DraftAnswer = {
  summary: string;
  questions: string[];
  edits: DraftEdit[];
  tests: (ReplyTest | CallerTest)[];
};

/** An answer of a model, or why it is refused, as a sentence without a full stop. */
type Read<Answer> = { ok: true; answer: Answer } | { ok: false; refused: string };
export type ReadAnswer = Read<DraftAnswer>;

/** Parses the untrusted answer of a model. Nothing but the closed schema is accepted. */
export const readAnswer = (said: string, type: DraftedType = "outbound"): ReadAnswer =>
  readJson<DraftAnswer>(said, schemas[type]);

/** The same for parsed JSON. */
export const readEdits = (value: unknown, type: DraftedType = "outbound"): ReadAnswer =>
  readValue<DraftAnswer>(value, schemas[type]);

/** Parses the untrusted answer of a model by a closed schema. */
export function readJson<Answer>(said: string, schema: z.ZodType<Answer>): Read<Answer> {
  if (said.length > longestAnswer)
    return refused(`The answer has ${said.length} characters, but at most ${longestAnswer} are read`);
  const json = parseJson(withoutFence(said));
  if (!json.ok) return refused(`The answer is not JSON: at ${json.message}`);
  return readValue(json.value, schema);
}

function readValue<Answer>(value: unknown, schema: z.ZodType<Answer>): Read<Answer> {
  const parsed = schema.safeParse(value, { error: plainErrors });
  if (parsed.success) return { ok: true, answer: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") || "The answer";
  return refused(
    issue?.code === "unrecognized_keys"
      ? unknownKeys(place, issue.keys)
      : sayOf(place, issue?.message ?? "is not valid"),
  );
}

const refused = (why: string) => ({ ok: false, refused: why }) as const;

const unknownKeys = (place: string, keys: readonly string[]): string =>
  `${place} has unknown properties: ${keys
    .map((one) => one.slice(0, 40))
    .slice(0, 5)
    .join(", ")}`;

/** Models often put JSON in a code block. */
const withoutFence = (said: string): string =>
  said
    .trim()
    .replace(/^```(?:json)?\s*\n([\s\S]*?)\n?```$/, "$1")
    .trim();
