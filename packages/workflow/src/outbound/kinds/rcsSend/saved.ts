import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const path = z.int().nullable().default(null);
const own = z.object({
  rcsTemplateKey: z.string().default(""),
  agentId: z.string().default(""),
  successPath: path,
  failurePath: path,
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: { rcsTemplateKey: "spring_offer", agentId: "the_shop_agent", successPath: 3, failurePath: 4 },
};
