import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const own = z.object({ section: z.string().default("") });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = { own: own.loose(), example: { section: "Follow up" } };
