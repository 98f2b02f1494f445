import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

/** A text that users insert into replies, with variables of the contact. */
const savedReply = z.object({
  replyId: id,
  title: z.string(),
  text: z.string(),
  created: z.string(),
  updated: z.string(),
});
export type SavedReply = z.infer<typeof savedReply>;

const owned = {
  replyId: z.unknown().optional(),
  created: z.unknown().optional(),
  updated: z.unknown().optional(),
};

/** A saved reply as it is written. The length of the text is checked by its encoding. */
export const savedReplyBody = z.strictObject({
  title: z
    .string({ error: "Title is required" })
    .trim()
    .min(1, "Title is required")
    .max(100, "Title must have at most 100 characters"),
  text: z
    .string({ error: "Text is required" })
    .max(5000, "Text must have at most 5,000 characters")
    .refine((text) => text.trim() !== "", "Text is required"),
  ...owned,
});

const params = z.object({ replyId: id });

/** Saved replies of the inbox (decision 0099). */
export const savedReplyRoutes = {
  list: route({
    method: "GET",
    path: "/v4/savedreply/",
    summary: "List saved replies",
    description: "Sorted by title.",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject(wholeList),
    item: savedReply,
    pagedBy: "replyId",
  }),
  create: route({
    method: "POST",
    path: "/v4/savedreply/",
    summary: "Create a saved reply",
    caller: "account",
    privilege: "inbox-admin",
    body: savedReplyBody,
    item: savedReply,
  }),
  update: route({
    method: "PUT",
    path: "/v4/savedreply/:replyId/",
    summary: "Update a saved reply",
    caller: "account",
    privilege: "inbox-admin",
    params,
    body: savedReplyBody,
    item: savedReply,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/savedreply/:replyId/",
    summary: "Delete a saved reply",
    caller: "account",
    privilege: "inbox-admin",
    params,
    item: done,
  }),
};
