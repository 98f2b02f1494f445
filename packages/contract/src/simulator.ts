import { z } from "zod";
import { page, route } from "./route.ts";

/** What a handset of the simulated carrier shows. */
export const handsetText = z.object({
  id: z.string(),
  /** The account's number that it came from or went to. */
  number: z.string(),
  handset: z.string(),
  direction: z.enum(["to_handset", "from_handset"]),
  text: z.string(),
  mediaUrl: z.string().nullable(),
  segments: z.number().int(),
  encoding: z.string(),
  status: z.string(),
  code: z.string().nullable(),
  at: z.string(),
});
export type HandsetText = z.infer<typeof handsetText>;

export const simulatorRoutes = {
  handsets: route({
    method: "GET",
    path: "/v4/simulator/handset/",
    summary: "Handsets that texts went to, the latest first",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, search: z.string().max(40).optional() }),
    item: z.object({ handset: z.string(), name: z.string().nullable(), last: z.string(), lastAt: z.string() }),
  }),
  handset: route({
    method: "GET",
    path: "/v4/simulator/handset/:number/",
    summary: "What a handset received and sent, oldest first",
    caller: "account",
    privilege: null,
    params: z.object({ number: z.string().max(40) }),
    query: z.strictObject({ since: z.string().max(100).optional() }),
    item: handsetText,
  }),
  message: route({
    method: "POST",
    path: "/v4/simulator/message",
    summary: "A handset texts in",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({
      from: z.string().trim().min(1, "From is required").max(40),
      to: z.string().trim().min(1, "To is required").max(40),
      text: z.string().max(10_000),
      mediaUrl: z.url().optional(),
    }),
    item: handsetText,
  }),
};
