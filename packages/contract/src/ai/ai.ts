import { z } from "zod";
import { route } from "../route.ts";

/** What a text is reworded for, the same values as `parts/reword.ts` of the workflow package. */
const aiRewordTypes = ["sms", "call"] as const;

export const aiRoutes = {
  /** spec 2 §7.2. */
  reword: route({
    method: "POST",
    path: "/v4/ai/reword",
    summary: "Reword a text",
    description: "An additional charge applies per message.",
    caller: "account",
    privilege: "workflow-edit",
    body: z.strictObject({
      text: z.string().trim().min(1, "Text is required").max(1600, "Text must have at most 1600 characters"),
      type: z.enum(aiRewordTypes).default("sms"),
    }),
    item: z.object({
      text: z.string(),
      /** The charge in dollars, at the account's price. */
      cost: z.number(),
    }),
    leased: "The audit log lists every reworded text and its charge.",
  }),
};
