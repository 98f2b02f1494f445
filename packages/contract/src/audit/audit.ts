import { z } from "zod";
import { exportMark } from "../history/history.ts";
import { instant, page, route } from "../route.ts";

const auditRow = z.object({
  auditId: z.string(),
  at: z.string(),
  /** Name of the user or API key. Null once they are deleted. */
  actor: z.string(),
  /** Filter value of the actor: `user:{id}`, `key:{id}`, worker or setup. */
  actorId: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  /** ok, refused */
  outcome: z.string(),
  /** The changed fields, with `from` and `to`. */
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** The form of action and actor names. */
const word = z
  .string()
  .max(100)
  .regex(/^[\w.:-]+$/, "must be letters, digits and . : _ -");
const plainText = z.string().regex(/^[^\0]*$/, "must be text");

export const auditOutcomes = ["ok", "refused"] as const;
const filter = {
  actor: word.optional(),
  /** Kind of thing: the first word of the action. */
  subject: word.optional(),
  action: word.optional(),
  /** Id or name of the thing. */
  target: plainText.max(200).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  startDate: instant.optional(),
  endDate: instant.optional(),
  /** Text anywhere in the entry. */
  search: plainText.trim().min(1).max(100).optional(),
};

const auditCheck = z.object({
  /** The last link that was checked, and the total number. */
  checked: z.number().int(),
  of: z.number().int(),
  /** When false, continue with `after` = `checked`. */
  done: z.boolean(),
  /** Recent entries that are not linked yet. */
  waiting: z.number().int(),
  /** Hash of the last link once all are checked. Save it to detect later that entries were cut off. */
  head: z.string().nullable(),
  /** Places where the chain is broken, at most 20 per request. */
  broken: z.array(
    z.object({
      position: z.number().int(),
      auditId: z.string().nullable(),
      at: z.string().nullable(),
      why: z.string(),
    }),
  ),
});
export type AuditCheck = z.infer<typeof auditCheck>;

export const auditRoutes = {
  list: route({
    method: "GET",
    path: "/v4/audit/",
    summary: "List audit log entries",
    description: "Newest first.",
    caller: "account",
    privilege: "user-admin",
    query: z.strictObject({ ...page, ...filter }),
    item: auditRow,
  }),
  filters: route({
    method: "GET",
    path: "/v4/audit/filters",
    summary: "List the filter values of the audit log",
    description: "Kinds, actions and actors.",
    caller: "account",
    privilege: "user-admin",
    item: z.object({
      subjects: z.array(z.string()),
      actions: z.array(z.string()),
      actors: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  export: route({
    method: "GET",
    path: "/v4/audit/export",
    summary: "Export the audit log as CSV",
    description: "Applies the same filters as the list.",
    caller: "account",
    privilege: "user-admin",
    query: z.strictObject({ ...filter, ...exportMark }),
    item: z.unknown(),
  }),
  check: route({
    method: "GET",
    path: "/v4/audit/check",
    summary: "Verify the chain of the audit log",
    description: "Checks a range of entries at a time.",
    caller: "account",
    privilege: "user-admin",
    query: z.strictObject({ after: z.coerce.number().int().min(0).default(0) }),
    item: auditCheck,
  }),
};
