import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

// empty until chosen; `validate` refuses it with the specification's message
const own = z.object({ dncType: z.enum(["all", "sms", "rcs", "call", ""]).default("") });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = { own: own.loose(), example: { dncType: "sms" } };
