import { z } from "zod";
import { message } from "../messages/message.ts";
import { id, instant, page, route } from "../route.ts";

const channel = z.enum(["sms", "rcs"]);
const conversationStatuses = ["open", "closed"] as const;

/** What a contact and the account text each other, as the inbox lists it (readings, Replies). */
const conversation = z.object({
  contactId: id,
  contactName: z.string().nullable(),
  phone: z.string().nullable(),
  /** The account's number that the contact texted last, or that a person wrote from first: a reply comes from it. */
  number: z.string(),
  /** The way the contact's last text came; a reply goes out the same way. */
  channel,
  status: z.enum(conversationStatuses),
  /** The inbox that an inbound workflow led it to; null: none, it stands among all. */
  inbox: z.string().nullable(),
  /** Null: nobody. */
  assignedTo: z.object({ userId: id, name: z.string() }).nullable(),
  /** Texts of the contact came that nobody has read. */
  unread: z.boolean(),
  /** The contact's last text: what `readTo` takes; null: the contact never texted. */
  lastIn: id.nullable(),
  /** The last text of the contact or of a person; null where it is no longer kept. */
  lastText: z.string().nullable(),
  lastDirection: z.enum(["in", "out"]).nullable(),
  /** Null: nothing was said yet. */
  lastAt: instant.nullable(),
});
export type Conversation = z.infer<typeof conversation>;

/** One conversation with what a reply would meet now. */
const openConversation = conversation.extend({
  /** False: nobody has written yet; the first text by hand begins it. */
  begun: z.boolean(),
  /** Who an RCS reply comes from; null: replies are texts. */
  agentName: z.string().nullable(),
  /** Why no reply can reach the contact as things stand; null: nothing is in the way. */
  stopped: z.string().nullable(),
  /** Legal hours hold a reply until then, and by which rule. */
  heldUntil: instant.nullable(),
  heldBy: z.string().nullable(),
});
export type OpenConversation = z.infer<typeof openConversation>;

/** A text of a conversation: `sentBy` a person, else a workflow where it names one, else the product itself. */
const inboxText = message.extend({
  sentBy: z.string().nullable(),
  /** A queued text is not sent before. */
  heldUntil: instant.nullable(),
});
export type InboxText = z.infer<typeof inboxText>;

const params = z.object({ contactId: id });

export const inboxRoutes = {
  unread: route({
    method: "GET",
    path: "/v4/inbox/unread",
    summary:
      "How many open conversations of the caller and of nobody have texts that nobody has read; 100 stands for more",
    caller: "account",
    privilege: "inbox-use",
    item: z.object({ unread: z.number().int() }),
  }),
  names: route({
    method: "GET",
    path: "/v4/inbox/names",
    summary: "The inboxes that inbound workflows lead conversations to, by name",
    caller: "account",
    privilege: "inbox-use",
    item: z.object({ inbox: z.string() }),
  }),
  list: route({
    method: "GET",
    path: "/v4/inbox/",
    summary: "Conversations by contact over texts and RCS, newest first",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject({
      ...page,
      status: z.enum(conversationStatuses).optional(),
      /** `me`, `nobody`, or a user. */
      assigned: z.union([z.literal("me"), z.literal("nobody"), id]).optional(),
      /** The inbox that an inbound workflow led them to. */
      inbox: z.string().max(10_000).optional(),
      /** Begins a name or a number. */
      search: z.string().max(100).optional(),
    }),
    item: conversation,
  }),
  find: route({
    method: "GET",
    path: "/v4/inbox/:contactId/",
    summary: "One conversation, and what a reply would meet now; with any contact, whether it is begun or not",
    caller: "account",
    privilege: "inbox-use",
    params,
    item: openConversation,
  }),
  texts: route({
    method: "GET",
    path: "/v4/inbox/:contactId/message/",
    summary: "The texts of a conversation, newest first: the contact's, those of workflows and those of people",
    caller: "account",
    privilege: "inbox-use",
    params,
    query: z.strictObject(page),
    item: inboxText,
  }),
  template: route({
    method: "GET",
    path: "/v4/inbox/:contactId/template/:templateId/",
    summary: "What a template says to this contact, and the variables that have no value",
    caller: "account",
    privilege: "inbox-use",
    params: params.extend({ templateId: id }),
    item: z.object({ text: z.string(), mediaUrl: z.string().nullable(), missing: z.array(z.string()) }),
  }),
  reply: route({
    method: "POST",
    path: "/v4/inbox/:contactId/",
    summary: "Reply from the number of the conversation, or begin one; judged like every text",
    caller: "account",
    privilege: "inbox-use",
    params,
    body: z
      .strictObject({
        /** The account's number to begin from; a conversation that is begun has its own. Left out: the one of `GET`. */
        from: z.string().max(40).optional(),
        /** The template that the text was made from: its switch says whether addresses are shortened. */
        templateId: id.optional(),
        text: z.string().max(5000, "Text must have at most 5,000 characters").default(""),
        mediaUrl: z
          .url({ protocol: /^https?$/, error: "Media URL must be a valid URL" })
          .nullable()
          .default(null),
      })
      .refine(({ text, mediaUrl }) => text.trim() !== "" || mediaUrl !== null, {
        error: "Text is required",
        path: ["text"],
      }),
    item: inboxText,
  }),
  update: route({
    method: "PUT",
    path: "/v4/inbox/:contactId/",
    summary: "Close or reopen a conversation, assign it to a user or to nobody, or mark it as read up to a text",
    caller: "account",
    privilege: "inbox-use",
    params,
    body: z.strictObject({
      status: z.enum(conversationStatuses).optional(),
      assignedTo: id.nullable().optional(),
      /** The last text of the contact that somebody has seen. */
      readTo: id.optional(),
    }),
    item: conversation,
  }),
};
