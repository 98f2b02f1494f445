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
  /** The origin of the block, which decides who can lift it (readings, STOP). */
  party: z.enum(["contact", "account"]),
  source: z.string(),
  reason: z.string().nullable(),
  created: instant,
});
export type DncEntry = z.infer<typeof dncEntry>;

/** Status of a number on the federal list. A list older than 31 days cannot prove that a number is not on it. */
const federalAnswers = ["listed", "not_listed", "no_list", "too_old"] as const;
/** Days that a federal list stays valid. */
export const federalDays = 31;

const oneNumber = z.object({
  phone: z.string(),
  entries: z.array(dncEntry),
  federal: z.enum(federalAnswers),
  /** All changes, newest first. */
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
  /** Rows of the file received so far. */
  total: z.number().int(),
  /** Rows processed, including rejected ones. */
  done: z.number().int(),
  /** New entries. For the federal list: numbers, once they are loaded. */
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
  /** True when older than 31 days. Checks against it report this. */
  tooOld: z.boolean(),
});
export type FederalArea = z.infer<typeof federalArea>;

const filter = {
  /** A number or its first digits. */
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
    summary: "List do-not-contact entries",
    description: "Sorted by number.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, ...filter }),
    item: dncEntry,
  }),
  number: route({
    method: "GET",
    path: "/v4/dnc/number/:phone/",
    summary: "Get the do-not-contact status of a number",
    description: "Includes every change and its source.",
    caller: "account",
    privilege: null,
    params: z.object({ phone: z.string().max(40) }),
    item: oneNumber,
  }),
  export: route({
    method: "GET",
    path: "/v4/dnc/export",
    summary: "Export the do-not-contact list as CSV",
    description: "Applies the same filters as the list.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...filter, ...exportMark }),
    item: z.unknown(),
  }),
  add: route({
    method: "POST",
    path: "/v4/dnc/",
    summary: "Add numbers to the do-not-contact list",
    description: "Up to 1000 numbers.",
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
    summary: "Remove a number from the do-not-contact list",
    description: "Removes what the account added. A contact's own opt-out stays.",
    caller: "account",
    privilege: "dnc-admin",
    body: z.strictObject({ phone, type: z.enum(dncTypes) }),
    item: done,
  }),
  import: route({
    method: "POST",
    path: "/v4/dnc/import",
    summary: "Import do-not-contact numbers from CSV",
    description: "One number per row, or columns phone, type and reason named in a header row. Runs in the background.",
    caller: "account",
    privilege: "dnc-admin",
    rawBody: "text/csv",
    maxBodyBytes: 2 * 1024 ** 3,
    query: z.strictObject({
      fileName,
      /** For rows without a reason. */
      type: z.enum(dncTypes).default("all"),
      reason: z.string().trim().max(200).optional(),
    }),
    item: dncImport,
    leased: "The list of imports shows whether the file was received.",
  }),
  imports: route({
    method: "GET",
    path: "/v4/dnc/import/",
    summary: "List do-not-contact imports",
    description: "Files of the account's list and of the federal list, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, kind: z.enum(["account", "federal"]).optional() }),
    item: dncImport,
  }),
  findImport: route({
    method: "GET",
    path: "/v4/dnc/import/:importId/",
    summary: "Get a do-not-contact import",
    description: "Progress and the first rejected rows.",
    caller: "account",
    privilege: null,
    params: importParam,
    item: dncImport,
  }),
  cancelImport: route({
    method: "POST",
    path: "/v4/dnc/import/:importId/cancel",
    summary: "Cancel a do-not-contact import",
    description: "Numbers that were already added stay. A cancelled federal file loads nothing.",
    caller: "account",
    privilege: "dnc-admin",
    params: importParam,
    item: dncImport,
  }),
  rejected: route({
    method: "GET",
    path: "/v4/dnc/import/:importId/rejected",
    summary: "Export the rejected rows of a do-not-contact import as CSV",
    caller: "account",
    privilege: null,
    params: importParam,
    item: z.unknown(),
  }),
  federal: route({
    method: "GET",
    path: "/v4/dnc/federal/",
    summary: "List loaded area codes of the federal list",
    description: "With their age.",
    caller: "account",
    privilege: null,
    item: federalArea,
  }),
  loadFederal: route({
    method: "POST",
    path: "/v4/dnc/federal/",
    summary: "Load area codes of the federal list",
    description: "From a registry file, in the background. The previous data is used until the whole file is loaded.",
    caller: "account",
    privilege: "dnc-admin",
    rawBody: "text/csv",
    maxBodyBytes: 4 * 1024 ** 3,
    query: z.strictObject({ fileName }),
    item: dncImport,
    leased: "The list of imports shows whether the file was received.",
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
