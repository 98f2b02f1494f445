import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const own = z.object({ campaignId: z.string().default(""), observeTimezoneProtection: z.boolean().default(false) });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: { campaignId: "01980000-0000-7000-8000-0000000000c2", observeTimezoneProtection: true },
};
