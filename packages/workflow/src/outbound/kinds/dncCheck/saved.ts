import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const path = z.int().nullable().default(null);
const own = z.object({
  dncList: z.enum(["account", "federal"]).default("account"),
  subtype: z.enum(["call", "sms", "rcs"]).default("sms"),
  matchPath: path,
  noMatchPath: path,
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: { dncList: "account", subtype: "sms", matchPath: 3, noMatchPath: 4 },
};
