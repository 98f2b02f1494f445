import { z } from "zod";
import { call } from "../calls/call.ts";
import { spoken } from "../calls/voicemail.ts";
import { message } from "../messages/message.ts";
import { done, id, instant, page, route } from "../route.ts";
import { assignmentMethods } from "./assignmentRule.ts";

const channel = z.enum(["sms", "rcs"]);
const conversationStatuses = ["open", "snoozed", "handled", "closed"] as const;
/** The longest snooze. */
export const mostSnoozeMs = 366 * 86_400_000;

/** A conversation between a contact and the account, as the inbox lists it (readings, Replies). */
const conversation = z.object({
  contactId: id,
  contactName: z.string().nullable(),
  phone: z.string().nullable(),
  /** The account's number that the contact texted last, or that a user wrote from first. Replies come from it. */
  number: z.string(),
  /** Channel of the contact's last text. Replies use the same channel. */
  channel,
  /** `handled`: a workflow or the product itself answered, and no one needs to do anything. */
  status: z.enum(conversationStatuses),
  /**
   * What handled the last text of a `handled` conversation: a workflow, or the product's answer to `word` (stop, start,
   * help). The name is null when the workflow was deleted.
   */
  handled: z.object({ campaignId: id.nullable(), name: z.string().nullable(), word: z.string().nullable() }).nullable(),
  /** When a snoozed conversation returns. In the past: it has returned, and no one has done anything about it yet. */
  snoozedUntil: instant.nullable(),
  /** The inbox that an inbound workflow routed it to, or null. */
  inbox: z.string().nullable(),
  /** Null when unassigned. */
  assignedTo: z.object({ userId: id, name: z.string() }).nullable(),
  /** The work group that a rule assigned it to, or null. */
  workGroup: z.object({ workGroupId: id, name: z.string() }).nullable(),
  /** Why a rule assigned it: the rule, its work group and how the member was chosen, by name. Null if a user did, or no one. */
  assignedBecause: z.object({ rule: z.string(), workGroup: z.string(), method: z.enum(assignmentMethods) }).nullable(),
  /** The contact has sent texts that no user has read. */
  unread: z.boolean(),
  /** The contact's last text, the value for `readTo`. Null when the contact never texted. */
  lastIn: id.nullable(),
  /** The last text of the contact or of a user. Null when it was deleted by age. */
  lastText: z.string().nullable(),
  lastDirection: z.enum(["in", "out"]).nullable(),
  /** Null when there is no text yet. */
  lastAt: instant.nullable(),
});
export type Conversation = z.infer<typeof conversation>;

/** A conversation, with what affects a reply right now. */
const openConversation = conversation.extend({
  /** False when there is no conversation yet. The first text sent by hand starts it. */
  begun: z.boolean(),
  /** The sender of an RCS reply. Null when replies are texts. */
  agentName: z.string().nullable(),
  /** Why a reply cannot reach the contact right now, or null. */
  stopped: z.string().nullable(),
  /** Until when legal hours hold a reply, and by which rule. */
  heldUntil: instant.nullable(),
  heldBy: z.string().nullable(),
});
export type OpenConversation = z.infer<typeof openConversation>;

/** A text of a conversation. `sentBy` is the user who wrote it; else it came from the workflow named, or from the product. */
const inboxText = message.extend({
  sentBy: z.string().nullable(),
  /** When a queued text will be sent at the earliest. */
  heldUntil: instant.nullable(),
});
export type InboxText = z.infer<typeof inboxText>;

/** A text or a call in the thread with a contact. Exactly one of the two is not null. */
const turn = z.object({
  /** The messageId or callId. Ids are in the order of time. */
  id,
  text: inboxText.nullable(),
  call: call
    .extend({
      /** What the caller left after the beep, else null. */
      voicemail: z
        .object({
          voicemailId: id,
          seconds: z.int(),
          recordingUrl: z.string(),
          recordingIsSilent: z.boolean(),
          heard: z.boolean(),
          ...spoken,
        })
        .nullable(),
    })
    .nullable(),
});
export type Turn = z.infer<typeof turn>;

const params = z.object({ contactId: id });

export const inboxRoutes = {
  unread: route({
    method: "GET",
    path: "/v4/inbox/unread",
    summary: "Count unread conversations",
    description: "Open conversations with unread texts that are assigned to you or to no one. 100 means 100 or more.",
    caller: "account",
    privilege: "inbox-use",
    item: z.object({ unread: z.number().int() }),
  }),
  names: route({
    method: "GET",
    path: "/v4/inbox/names",
    summary: "List inboxes",
    description: "The inboxes that inbound workflows route to, sorted by name.",
    caller: "account",
    privilege: "inbox-use",
    item: z.object({ inbox: z.string() }),
  }),
  list: route({
    method: "GET",
    path: "/v4/inbox/",
    summary: "List conversations",
    description: "One per contact, over texts and RCS, newest first. A snoozed one is first when it returns.",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject({
      ...page,
      status: z.enum(conversationStatuses).optional(),
      /** `me`, `nobody`, or a user. */
      assigned: z.union([z.literal("me"), z.literal("nobody"), id]).optional(),
      /** The inbox that an inbound workflow routed them to. */
      inbox: z.string().max(10_000).optional(),
      /** The work group that a rule assigned them to. */
      workGroup: id.optional(),
      /** Handled conversations of this workflow. */
      handledBy: id.optional(),
      /** Start of a name or number. */
      search: z.string().max(100).optional(),
    }),
    item: conversation,
  }),
  find: route({
    method: "GET",
    path: "/v4/inbox/:contactId/",
    summary: "Get a conversation",
    description: "With what affects a reply right now. Works for any contact, even without texts.",
    caller: "account",
    privilege: "inbox-use",
    params,
    item: openConversation,
  }),
  texts: route({
    method: "GET",
    path: "/v4/inbox/:contactId/message/",
    summary: "List the texts of a conversation",
    description: "From the contact, from workflows and from users, newest first.",
    caller: "account",
    privilege: "inbox-use",
    params,
    query: z.strictObject(page),
    item: inboxText,
  }),
  thread: route({
    method: "GET",
    path: "/v4/inbox/:contactId/thread/",
    summary: "List the texts and calls with a contact",
    description: "Texts, RCS messages, calls and voicemails together, newest first.",
    caller: "account",
    privilege: "inbox-use",
    params,
    query: z.strictObject(page),
    item: turn,
  }),
  enter: route({
    method: "PUT",
    path: "/v4/inbox/:contactId/viewer",
    summary: "Say that you have a conversation open",
    description: "Sent by the inbox while it is shown. Counts for 5 seconds. The answer lists the other users.",
    caller: "account",
    privilege: "inbox-use",
    params,
    body: z.strictObject({ typing: z.boolean({ error: "typing must be true or false" }) }),
    item: z.object({ id: z.string(), name: z.string(), typing: z.boolean() }),
  }),
  leave: route({
    method: "DELETE",
    path: "/v4/inbox/:contactId/viewer",
    summary: "Say that you have closed a conversation",
    caller: "account",
    privilege: "inbox-use",
    params,
    item: done,
  }),
  template: route({
    method: "GET",
    path: "/v4/inbox/:contactId/template/:templateId/",
    summary: "Preview a template for a contact",
    description: "Returns the text and the variables without a value.",
    caller: "account",
    privilege: "inbox-use",
    params: params.extend({ templateId: id }),
    item: z.object({ text: z.string(), mediaUrl: z.string().nullable(), missing: z.array(z.string()) }),
  }),
  savedReply: route({
    method: "GET",
    path: "/v4/inbox/:contactId/savedreply/:replyId/",
    summary: "Preview a saved reply for a contact",
    description: "Returns the text and the variables without a value.",
    caller: "account",
    privilege: "inbox-use",
    params: params.extend({ replyId: id }),
    item: z.object({ text: z.string(), missing: z.array(z.string()) }),
  }),
  reply: route({
    method: "POST",
    path: "/v4/inbox/:contactId/",
    summary: "Send a text in a conversation",
    description: "Replies from the conversation's number, or starts a conversation. The usual sending rules apply.",
    caller: "account",
    privilege: "inbox-use",
    params,
    body: z
      .strictObject({
        /** The account's number to start from. Default: the number that `GET` returns. An existing conversation keeps its number. */
        from: z.string().max(40).optional(),
        /** The template of the text. It decides whether links are shortened. */
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
    summary: "Update a conversation",
    description: "Close, reopen or snooze it, assign or unassign it, or mark it as read up to a text.",
    caller: "account",
    privilege: "inbox-use",
    params,
    body: z.strictObject({
      status: z.enum(["open", "closed"]).optional(),
      /** Snoozes it until then, or until the contact writes. At most a year ahead. */
      snoozeUntil: instant.optional(),
      assignedTo: id.nullable().optional(),
      /** The contact's last text that the user has seen. */
      readTo: id.optional(),
    }),
    item: conversation,
  }),
};
