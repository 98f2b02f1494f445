import { z } from "zod";
import { done, id, page, route } from "../route.ts";

/** A statement about contacts (spec 2 §3.9): all of a list must hold. Both `DN_` operations and `negated` are read. */
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
  /** Types that must not be sent: call, sms, rcs. */
  dnc: z.array(z.enum(["call", "sms", "rcs"])),
  created: z.string(),
  archived: z.string().nullable(),
  /** Zones that windows are judged in, and what they were found from. */
  zones: z.array(z.string()),
  zonesFrom: z.string(),
});
export type Contact = z.infer<typeof contact>;

/** Files list tags by comma, semicolon or bar: one that held such a sign would come back as several. */
const tagText = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^,;|]+$/, "A tag holds no comma, semicolon or bar");

const writable = {
  /** Any readable form; stored as E.164. */
  phone: z.string().trim().max(40).nullable().optional(),
  ...(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()])) as {
    [K in keyof typeof fields]: z.ZodOptional<(typeof fields)[K]>;
  }),
  timezone: z.number().int().nullable().optional(),
  tags: z.array(tagText).max(100).optional(),
  extdata: z.record(z.string(), z.string().max(10_000)).optional(),
};
/** Keys that the server owns; a whole-object PUT may carry them and they are ignored. */
const owned = {
  contactId: z.unknown().optional(),
  dnc: z.unknown().optional(),
  created: z.unknown().optional(),
  archived: z.unknown().optional(),
  zones: z.unknown().optional(),
  zonesFrom: z.unknown().optional(),
};

export const contactSort = ["created", "lastName", "firstName", "email", "phone"] as const;
/** Statements travel in a query as JSON text. */
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
  /** Begins a name, an e-mail address or a phone. */
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
  /** The first rejected rows; all of them by GET …/rejected. */
  rejected: z.array(z.object({ line: z.number().int(), reason: z.string(), text: z.string() })),
  problem: z.string().nullable(),
  /** Where each column goes: a field, a custom field (`added`: the account did not have it before), null for left out. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable(), added: z.boolean() })),
  created: z.string(),
  finished: z.string().nullable(),
});
export type ContactImport = z.infer<typeof contactImport>;

/**
 * Fields that a CSV column can be mapped to; a custom field by its name, `-` leaves the column out. A custom field that
 * the account does not have is added to it.
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

/** What a decision about a contact came to. */
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

/** One decision of the product about a contact: what came of it, by which rule, and the values that the rule was judged by. */
const contactDecision = z.object({
  at: z.string(),
  outcome: z.enum(decisionOutcomes),
  /** What it was about: a text, a call, a run. */
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
    summary:
      "Contacts by search and statements, paged by key; where statements pick few of many, a page may hold less than asked and `next` goes on",
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
    summary: "Make a contact",
    caller: "account",
    privilege: "contact-admin",
    body: z.strictObject(writable),
    item: contact,
  }),
  count: route({
    method: "POST",
    path: "/v4/contact/count",
    summary:
      "How many contacts statements select: counted for a moment; while `next` is not null it goes on there with `cursor`, and `count` is how many have been found so far",
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
    summary: "One contact",
    caller: "account",
    privilege: null,
    params: z.object({ contactId: id }),
    item: contact,
  }),
  update: route({
    method: "PUT",
    path: "/v4/contact/:contactId/",
    summary: "Change a contact; what is left out stays",
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
    summary: "Bring an archived contact back",
    caller: "account",
    privilege: "contact-admin",
    params: z.object({ contactId: id }),
    item: contact,
  }),
  history: route({
    method: "GET",
    path: "/v4/contact/:contactId/history/",
    summary: "What happened to a contact, newest first",
    caller: "account",
    privilege: null,
    params: z.object({ contactId: id }),
    query: z.strictObject(page),
    item: historyItem,
  }),
  decisions: route({
    method: "GET",
    path: "/v4/contact/decision/",
    summary:
      "Why not? Every decision about a phone or a contact on one day of the account's time zone, in order of time, with rule and values",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      /** In any readable form; the number of a contact or of nobody. */
      phone: z.string().trim().max(40).optional(),
      /** Instead of `phone`. */
      contactId: id.optional(),
      /** Today, when left out. */
      date: z.iso.date({ error: "must be a day such as 2026-03-12" }).optional(),
    }),
    item: contactDecision,
  }),
  export: route({
    method: "GET",
    path: "/v4/contact/export",
    summary: "The filtered contacts as CSV (the answer is text/csv)",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...selection,
      /** Only these, by comma. */
      contactIds: z.string().max(20_000).optional(),
      /** `true`: begin with the mark by which Excel knows UTF-8. */
      bom: z.enum(["true", "false"]).default("false"),
    }),
    item: z.unknown(),
  }),
  import: route({
    method: "POST",
    path: "/v4/contact/import",
    summary: "Import contacts from CSV; the header row names the fields",
    caller: "account",
    privilege: "contact-admin",
    rawBody: "text/csv",
    // the operator's bound is kept while the file arrives, unpacked
    maxBodyBytes: 1024 ** 4,
    query: z.strictObject({
      fileName: z.string().max(200).optional(),
      duplicates: z.enum(["update", "skip"]).default("update"),
      /** Given to everybody whom the file brings or changes. */
      tag: tagText.optional(),
      /** JSON object of header name → field name, custom field name or `-`; without it headers are matched by name. */
      mapping: z.string().max(20_000).optional(),
    }),
    item: contactImport,
    leased: "The list of imports shows whether the file arrived.",
  }),
  imports: route({
    method: "GET",
    path: "/v4/contact/import/",
    summary: "Imports, newest first",
    caller: "account",
    privilege: null,
    query: z.strictObject(page),
    item: contactImport,
  }),
  findImport: route({
    method: "GET",
    path: "/v4/contact/import/:importId/",
    summary: "Progress, counts and rejected rows of an import",
    caller: "account",
    privilege: null,
    params: z.object({ importId: id }),
    item: contactImport,
  }),
  cancelImport: route({
    method: "POST",
    path: "/v4/contact/import/:importId/cancel",
    summary: "Cancel an import: the contacts imported so far stay, and are counted",
    caller: "account",
    privilege: "contact-admin",
    params: z.object({ importId: id }),
    item: contactImport,
  }),
  rejected: route({
    method: "GET",
    path: "/v4/contact/import/:importId/rejected",
    summary: "All rejected rows as CSV (the answer is text/csv)",
    caller: "account",
    privilege: null,
    params: z.object({ importId: id }),
    item: z.unknown(),
  }),
};
