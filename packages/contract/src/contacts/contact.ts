import { z } from "zod";
import { done, id, page, route } from "../route.ts";

/** A condition on a contact (spec 2 §3.9). All conditions of a list must hold. Both `DN_` operations and `negated` are read. */
export const statement = z.strictObject({
  variable: z.string().trim().min(1, "Variable is required").max(100),
  operation: z.string().trim().min(1, "Operation is required").max(40),
  value: z.union([z.string(), z.number(), z.boolean()]).transform(String).default(""),
  negated: z.boolean().default(false),
});
export type Statement = z.infer<typeof statement>;

const text = (max: number) => z.string().trim().max(max).nullable();
const fields = {
  email: text(254),
  firstName: text(100),
  lastName: text(100),
  address: text(200),
  city: text(100),
  state: text(60),
  postalCode: text(20),
  country: text(60),
};

export const contact = z.object({
  contactId: id,
  phone: z.string().nullable(),
  ...fields,
  timezone: z.number().int().nullable(),
  tags: z.array(z.string()),
  extdata: z.record(z.string(), z.string()),
  /** Blocked types: call, sms, rcs. */
  dnc: z.array(z.enum(["call", "sms", "rcs"])),
  created: z.string(),
  archived: z.string().nullable(),
  /** Where the consent to be contacted comes from, as the last import that named it says, and when. */
  consentSource: z.string().nullable(),
  consentAt: z.string().nullable(),
  /** Time zones used for windows, and where they come from. */
  zones: z.array(z.string()),
  zonesFrom: z.string(),
});
export type Contact = z.infer<typeof contact>;

/** Imported files separate tags by comma, semicolon or bar, so a tag cannot contain one. */
const tagText = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^,;|]+$/, "A tag cannot contain a comma, semicolon or bar");

/** The most characters of a source of consent. */
export const mostConsentText = 200;

/** A new audience of an import is made of the tag `[Name]`, which contains no other. */
export const tagOfAudience = (name: string): string => `[${name}]`;
const audienceName = z
  .string()
  .trim()
  .min(1, "Enter the name of an audience")
  .max(58, "The name of an audience that an import fills must have at most 58 characters")
  .regex(/^[^,;|]+$/, "The name of an audience that an import fills cannot contain a comma, semicolon or bar");

const writable = {
  /** Any readable form, stored as E.164. */
  phone: z.string().trim().max(40).nullable().optional(),
  ...(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()])) as {
    [K in keyof typeof fields]: z.ZodOptional<(typeof fields)[K]>;
  }),
  timezone: z.number().int().nullable().optional(),
  tags: z.array(tagText).max(100).optional(),
  extdata: z.record(z.string(), z.string().max(10_000)).optional(),
};
/** Server-owned keys. They are accepted and ignored so that a contact can be sent back unchanged. */
const owned = {
  contactId: z.unknown().optional(),
  dnc: z.unknown().optional(),
  created: z.unknown().optional(),
  archived: z.unknown().optional(),
  zones: z.unknown().optional(),
  zonesFrom: z.unknown().optional(),
  consentSource: z.unknown().optional(),
  consentAt: z.unknown().optional(),
};

export const contactSort = ["created", "lastName", "firstName", "email", "phone"] as const;
/** Statements in a query are JSON text. */
const statementsText = z
  .string()
  .max(20_000)
  .transform((value, at) => {
    try {
      const read = z.array(statement).safeParse(JSON.parse(value));
      if (read.success) return read.data;
    } catch {
      /* falls through to the message */
    }
    at.addIssue({ code: "custom", message: "statements must be a JSON list of {variable, operation, value, negated}" });
    return z.NEVER;
  });
const selection = {
  /** Start of a name, an e-mail address or a phone number. */
  search: z.string().trim().max(100).optional(),
  statements: statementsText.optional(),
  archived: z.enum(["no", "only", "all"]).default("no"),
};

const contactImport = z.object({
  id,
  fileName: z.string().nullable(),
  status: z.enum(["running", "done", "failed", "cancelled"]),
  bytes: z.number(),
  bytesDone: z.number(),
  total: z.number().int(),
  imported: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  rejectedCount: z.number().int(),
  /** The first rejected rows. GET …/rejected returns all of them. */
  rejected: z.array(z.object({ line: z.number().int(), reason: z.string(), text: z.string() })),
  problem: z.string().nullable(),
  /** The audience that it fills, and the source of consent that it gives its contacts. */
  audience: z.object({ audienceId: id, name: z.string() }).nullable(),
  consentSource: z.string().nullable(),
  /** Target of each column: a field, a custom field (`added` when the import created it), or null when left out. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable(), added: z.boolean() })),
  created: z.string(),
  finished: z.string().nullable(),
});
export type ContactImport = z.infer<typeof contactImport>;

/**
 * Fields that a CSV column can be mapped to. A custom field is given by its name, `-` leaves the column out. A custom
 * field that the account does not have is created.
 */
export const importFields = [
  "phone",
  "email",
  "firstName",
  "lastName",
  "address",
  "city",
  "state",
  "postalCode",
  "country",
  "timezone",
  "tags",
] as const;

const historyItem = z.object({
  at: z.string(),
  /** text, call, email, journey, consent, disposition, change */
  kind: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  journeyId: z.string().nullable(),
  campaignId: z.string().nullable(),
  messageId: z.string().nullable(),
  callId: z.string().nullable(),
  emailId: z.string().nullable(),
});

/** Outcome of a decision about a contact. */
const decisionOutcomes = [
  "sent",
  "queued",
  "held",
  "refused",
  "cancelled",
  "unknown",
  "begun",
  "routed",
  "ended",
  "failed",
  "stopped",
  "allowed",
  "disposition",
] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

/** One decision about a contact: its outcome, the rule, and the values that the rule was evaluated with. */
const contactDecision = z.object({
  at: z.string(),
  outcome: z.enum(decisionOutcomes),
  /** What was decided: a text, a call, a run. */
  title: z.string(),
  rule: z.string(),
  values: z.array(z.object({ name: z.string(), value: z.string() })),
  campaignId: z.string().nullable(),
  campaignName: z.string().nullable(),
  batchId: z.string().nullable(),
  batchName: z.string().nullable(),
  journeyId: z.string().nullable(),
  messageId: z.string().nullable(),
  callId: z.string().nullable(),
  emailId: z.string().nullable(),
});
export type ContactDecision = z.infer<typeof contactDecision>;

export const contactRoutes = {
  list: route({
    method: "GET",
    path: "/v4/contact/",
    summary: "List contacts",
    description:
      "Filter by search text and statements. A page can contain fewer contacts than the limit when few match; continue with `next`.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      ...selection,
      sort: z.enum(contactSort).default("created"),
      order: z.enum(["asc", "desc"]).default("desc"),
    }),
    item: contact,
  }),
  create: route({
    method: "POST",
    path: "/v4/contact/",
    summary: "Create a contact",
    caller: "account",
    privilege: "contact-admin",
    body: z.strictObject(writable),
    item: contact,
  }),
  count: route({
    method: "POST",
    path: "/v4/contact/count",
    summary: "Count the contacts that match statements",
    description: "While `next` is not null, the count is not complete. Continue with `cursor`.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ cursor: page.cursor }),
    body: z.strictObject({
      statements: z.array(statement).max(50).default([]),
      search: z.string().trim().max(100).optional(),
      archived: z.enum(["no", "only", "all"]).default("no"),
    }),
    item: z.object({ count: z.number().int() }),
  }),
  find: route({
    method: "GET",
    path: "/v4/contact/:contactId/",
    summary: "Get a contact",
    caller: "account",
    privilege: null,
    params: z.object({ contactId: id }),
    item: contact,
  }),
  update: route({
    method: "PUT",
    path: "/v4/contact/:contactId/",
    summary: "Update a contact",
    description: "Fields that are left out keep their values.",
    caller: "account",
    privilege: "contact-admin",
    params: z.object({ contactId: id }),
    body: z.strictObject({ ...writable, ...owned }),
    item: contact,
  }),
  archive: route({
    method: "DELETE",
    path: "/v4/contact/:contactId/",
    summary: "Archive a contact",
    caller: "account",
    privilege: "contact-admin",
    params: z.object({ contactId: id }),
    item: done,
  }),
  unarchive: route({
    method: "POST",
    path: "/v4/contact/:contactId/unarchive",
    summary: "Unarchive a contact",
    caller: "account",
    privilege: "contact-admin",
    params: z.object({ contactId: id }),
    item: contact,
  }),
  history: route({
    method: "GET",
    path: "/v4/contact/:contactId/history/",
    summary: "Get the history of a contact",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    params: z.object({ contactId: id }),
    query: z.strictObject(page),
    item: historyItem,
  }),
  decisions: route({
    method: "GET",
    path: "/v4/contact/decision/",
    summary: "List the decisions about a contact or number on one day",
    description:
      "Shows what was sent, held or refused, by which rule and with which values. The day is in the account's time zone.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      /** In any readable form. The number does not have to belong to a contact. */
      phone: z.string().trim().max(40).optional(),
      /** In place of `phone`. */
      contactId: id.optional(),
      /** Default: today. */
      date: z.iso.date({ error: "must be a day such as 2026-03-12" }).optional(),
    }),
    item: contactDecision,
  }),
  export: route({
    method: "GET",
    path: "/v4/contact/export",
    summary: "Export contacts as CSV",
    description: "Applies the same filters as the list.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...selection,
      /** Contact ids, separated by commas. */
      contactIds: z.string().max(20_000).optional(),
      /** `true` adds the byte order mark that Excel needs to recognize UTF-8. */
      bom: z.enum(["true", "false"]).default("false"),
    }),
    item: z.unknown(),
  }),
  import: route({
    method: "POST",
    path: "/v4/contact/import",
    summary: "Import contacts from CSV",
    description: "The header row names the fields.",
    caller: "account",
    privilege: "contact-admin",
    rawBody: "text/csv",
    // the operator's limit is checked while the file arrives, after decompression
    maxBodyBytes: 1024 ** 4,
    query: z.strictObject({
      fileName: z.string().max(200).optional(),
      duplicates: z.enum(["update", "skip"]).default("update"),
      /** Tags for every contact that the file adds or changes. */
      tag: tagText.optional(),
      /** The name of an audience that all contacts in the file are added to, by a tag. Created if there is none. */
      audience: audienceName.optional(),
      /** Where the consent of the contacts in the file comes from, such as "Web form, March 2026". */
      consentSource: z
        .string()
        .trim()
        .min(1, "Enter a source of consent")
        .max(mostConsentText, `The source of consent must have at most ${mostConsentText} characters`)
        .optional(),
      /** JSON object that maps header names to a field, a custom field or `-`. Without it, headers are matched by name. */
      mapping: z.string().max(20_000).optional(),
    }),
    item: contactImport,
    leased: "The list of imports shows whether the file was received.",
  }),
  imports: route({
    method: "GET",
    path: "/v4/contact/import/",
    summary: "List contact imports",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject(page),
    item: contactImport,
  }),
  findImport: route({
    method: "GET",
    path: "/v4/contact/import/:importId/",
    summary: "Get a contact import",
    description: "Progress, counts and rejected rows.",
    caller: "account",
    privilege: null,
    params: z.object({ importId: id }),
    item: contactImport,
  }),
  cancelImport: route({
    method: "POST",
    path: "/v4/contact/import/:importId/cancel",
    summary: "Cancel a contact import",
    description: "Contacts that were already imported stay.",
    caller: "account",
    privilege: "contact-admin",
    params: z.object({ importId: id }),
    item: contactImport,
  }),
  rejected: route({
    method: "GET",
    path: "/v4/contact/import/:importId/rejected",
    summary: "Export the rejected rows of an import as CSV",
    caller: "account",
    privilege: null,
    params: z.object({ importId: id }),
    item: z.unknown(),
  }),
};
