import { z } from "zod";
import { page, route } from "./route.ts";

export const auditRow = z.object({
  auditId: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  outcome: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export const auditRoutes = {
  list: route({
    method: "GET",
    path: "/v4/audit/",
    summary: "Who changed what, newest first",
    caller: "account",
    privilege: "user-admin",
    query: z.strictObject({ ...page, target: z.string().max(200).optional(), action: z.string().max(100).optional() }),
    item: auditRow,
  }),
};
