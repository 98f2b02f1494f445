import { z } from "zod";
import { exportMark } from "../history/history.ts";
import { instant, page, route } from "../route.ts";

const auditRow = z.object({
  auditId: z.string(),
  at: z.string(),
  /** Name of the user or API key while they are there. */
  actor: z.string(),
  /** `user:{id}`, `key:{id}`, worker, setup: what `actor` filters by. */
  actorId: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  /** ok, refused */
  outcome: z.string(),
  /** What was changed; `from` and `to` where it was something before. */
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** Words as actions and actors have them. */
const word = z
  .string()
  .max(100)
  .regex(/^[\w.:-]+$/, "must be letters, digits and . : _ -");
const plainText = z.string().regex(/^[^\0]*$/, "must be text");

export const auditOutcomes = ["ok", "refused"] as const;
const filter = {
  actor: word.optional(),
  /** What kind of thing: the first word of the action. */
  subject: word.optional(),
  action: word.optional(),
  /** Id or name of one thing. */
  target: plainText.max(200).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  startDate: instant.optional(),
  endDate: instant.optional(),
  /** Text anywhere in an entry. */
  search: plainText.trim().min(1).max(100).optional(),
};

const auditCheck = z.object({
  /** Up to which link everything was looked at, of how many. */
  checked: z.number().int(),
  of: z.number().int(),
  /** False: go on with `after` = `checked`. */
  done: z.boolean(),
  /** Entries that are so young that they are not linked yet. */
  waiting: z.number().int(),
  /** The hash of the last link, when all is done: whoever notes it down can tell later that nothing was cut off. */
  head: z.string().nullable(),
  /** Where the chain does not hold; at most 20 places a call. */
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
    summary: "Who changed what, newest first",
    caller: "account",
    privilege: "user-admin",
    query: z.strictObject({ ...page, ...filter }),
    item: auditRow,
  }),
  filters: route({
    method: "GET",
    path: "/v4/audit/filters",
    summary: "The kinds of things, actions and people that stand in the audit log",
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
    summary: "The filtered audit log as CSV (the answer is text/csv)",
    caller: "account",
    privilege: "user-admin",
    query: z.strictObject({ ...filter, ...exportMark }),
    item: z.unknown(),
  }),
  check: route({
    method: "GET",
    path: "/v4/audit/check",
    summary: "Whether the chain of the audit log holds after a link, a stretch at a time",
    caller: "account",
    privilege: "user-admin",
    query: z.strictObject({ after: z.coerce.number().int().min(0).default(0) }),
    item: auditCheck,
  }),
};
