import { z } from "zod";
import { exportMark } from "../history/history.ts";
import { done, id, instant, page, route } from "../route.ts";

const channels = ["call", "sms", "rcs"] as const;
/** Types of the list; `all` covers the three others (readings, DNC types). */
export const dncTypes = ["all", "call", "sms", "rcs"] as const;
export type DncTypeName = (typeof dncTypes)[number];

const dncEntry = z.object({
  phone: z.string(),
  type: z.enum(channels),
  /** Whose stop it is, and so who alone can lift it (readings, STOP). */
  party: z.enum(["contact", "account"]),
  source: z.string(),
  reason: z.string().nullable(),
  created: instant,
});
export type DncEntry = z.infer<typeof dncEntry>;

/** How a number stands on the federal list; after 31 days a list says nothing any more of who is not on it. */
const federalAnswers = ["listed", "not_listed", "no_list", "too_old"] as const;
/** Days that a federal list may be used for. */
export const federalDays = 31;

const oneNumber = z.object({
  phone: z.string(),
  entries: z.array(dncEntry),
  federal: z.enum(federalAnswers),
  /** Every change, newest first. */
  history: z.array(
    z.object({
      type: z.enum(channels),
      action: z.enum(["out", "in"]),
      source: z.string(),
      reason: z.string().nullable(),
      at: instant,
    }),
  ),
});

const dncImport = z.object({
  id,
  kind: z.enum(["account", "federal"]),
  fileName: z.string().nullable(),
  status: z.enum(["running", "done", "failed", "cancelled"]),
  /** Rows of the file, as far as it has come. */
  total: z.number().int(),
  /** Rows that were worked at, rejected ones too. */
  done: z.number().int(),
  /** Entries that were not there before; of the federal list: numbers, once they are loaded. */
  added: z.number().int(),
  rejectedCount: z.number().int(),
  /** The first rejected rows. */
  rejected: z.array(z.object({ line: z.number().int(), reason: z.string(), text: z.string() })),
  areaCodes: z.array(z.string()),
  problem: z.string().nullable(),
  created: instant,
  finished: instant.nullable(),
});
export type DncImport = z.infer<typeof dncImport>;

const federalArea = z.object({
  areaCode: z.string(),
  numbers: z.number().int(),
  loaded: instant,
  /** Whole days since it was loaded. */
  ageDays: z.number().int(),
  /** Older than 31 days: checks against it say so. */
  tooOld: z.boolean(),
});
export type FederalArea = z.infer<typeof federalArea>;

const filter = {
  /** A number, or how one begins. */
  phone: z.string().max(40).optional(),
  type: z.enum(channels).optional(),
};
const phone = z.string().trim().min(1, "Phone is required").max(40);
const fileName = z.string().max(200).optional();

const importParam = z.object({ importId: id });

export const dncRoutes = {
  list: route({
    method: "GET",
    path: "/v4/dnc/",
    summary: "The account's do-not-contact list in the order of numbers",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, ...filter }),
    item: dncEntry,
  }),
  number: route({
    method: "GET",
    path: "/v4/dnc/number/:phone/",
    summary: "How one number stands on the lists, and every change of it with its source",
    caller: "account",
    privilege: null,
    params: z.object({ phone: z.string().max(40) }),
    item: oneNumber,
  }),
  export: route({
    method: "GET",
    path: "/v4/dnc/export",
    summary: "The filtered list as CSV (the answer is text/csv)",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...filter, ...exportMark }),
    item: z.unknown(),
  }),
  add: route({
    method: "POST",
    path: "/v4/dnc/",
    summary: "Stop contacting a number, or up to 1000",
    caller: "account",
    privilege: "dnc-admin",
    body: z
      .strictObject({
        phone: phone.optional(),
        phones: z.array(phone).min(1, "Phone is required").max(1000, "At most 1000 numbers at once").optional(),
        type: z.enum(dncTypes),
        reason: z.string().trim().max(200).optional(),
      })
      .refine(({ phone: one, phones }) => (one === undefined) !== (phones === undefined), {
        error: "Phone is required",
        path: ["phone"],
      }),
    item: dncEntry,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/dnc/",
    summary: "Allow a number again, as far as the account stopped it; what the contact itself refused stays",
    caller: "account",
    privilege: "dnc-admin",
    body: z.strictObject({ phone, type: z.enum(dncTypes) }),
    item: done,
  }),
  import: route({
    method: "POST",
    path: "/v4/dnc/import",
    summary:
      "Stop the numbers of a CSV file in the background: one a row, or columns phone, type and reason named in a header row",
    caller: "account",
    privilege: "dnc-admin",
    rawBody: "text/csv",
    maxBodyBytes: 2 * 1024 ** 3,
    query: z.strictObject({
      fileName,
      /** Of rows that name none. */
      type: z.enum(dncTypes).default("all"),
      reason: z.string().trim().max(200).optional(),
    }),
    item: dncImport,
    leased: "The list of imports shows whether the file arrived.",
  }),
  imports: route({
    method: "GET",
    path: "/v4/dnc/import/",
    summary: "Files of the account's and of the federal list, newest first",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, kind: z.enum(["account", "federal"]).optional() }),
    item: dncImport,
  }),
  findImport: route({
    method: "GET",
    path: "/v4/dnc/import/:importId/",
    summary: "How far a file of numbers is, and its first rejected rows",
    caller: "account",
    privilege: null,
    params: importParam,
    item: dncImport,
  }),
  cancelImport: route({
    method: "POST",
    path: "/v4/dnc/import/:importId/cancel",
    summary:
      "Cancel a file of numbers: no further one is stopped, those that were stay on the list; of a file of the federal list nothing is loaded",
    caller: "account",
    privilege: "dnc-admin",
    params: importParam,
    item: dncImport,
  }),
  rejected: route({
    method: "GET",
    path: "/v4/dnc/import/:importId/rejected",
    summary: "All rejected rows of a file of numbers as CSV (the answer is text/csv)",
    caller: "account",
    privilege: null,
    params: importParam,
    item: z.unknown(),
  }),
  federal: route({
    method: "GET",
    path: "/v4/dnc/federal/",
    summary: "The area codes of the federal list that are loaded, with their age",
    caller: "account",
    privilege: null,
    item: federalArea,
  }),
  loadFederal: route({
    method: "POST",
    path: "/v4/dnc/federal/",
    summary:
      "Load area codes of the federal list from a file of the registry in the background; what they held before answers until the file is done whole",
    caller: "account",
    privilege: "dnc-admin",
    rawBody: "text/csv",
    maxBodyBytes: 4 * 1024 ** 3,
    query: z.strictObject({ fileName }),
    item: dncImport,
    leased: "The list of imports shows whether the file arrived.",
  }),
  removeFederal: route({
    method: "DELETE",
    path: "/v4/dnc/federal/:areaCode/",
    summary: "Unload an area code of the federal list",
    caller: "account",
    privilege: "dnc-admin",
    params: z.object({ areaCode: z.string().regex(/^[2-9]\d{2}$/, "Area code must be three digits") }),
    item: done,
  }),
};
