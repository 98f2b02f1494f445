import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const own = z.object({
  smsTemplateId: z.string().default(""),
  smsTemplateName: z.string().default(""),
  useAiRewording: z.boolean().default(false),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: { smsTemplateId: "01980000-0000-7000-8000-0000000000a1", smsTemplateName: "Welcome", useAiRewording: false },
};
