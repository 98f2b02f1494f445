import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

/** A queue in which contacts and callers wait for an agent (spec 2 §3.3 agentQueue; telecom §8). */
const agentQueue = z.object({
  queueId: id,
  name: z.string(),
  /** Closed: whoever comes goes on at once. */
  open: z.boolean(),
  /** Contacts and callers, counted up to 10 001: one more than 10 000 are many. */
  waiting: z.number().int(),
  /** Since when whoever waits longest waits. */
  oldest: z.string().nullable(),
  /** Contacts and callers whom somebody took, counted up to 10 001 as well. */
  taken: z.number().int(),
  created: z.string(),
});
export type AgentQueue = z.infer<typeof agentQueue>;

/** A contact's place in a queue. */
const agentQueueEntry = z.object({
  holdId: id,
  queueId: id,
  queueName: z.string(),
  contactId: id,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  campaignId: id,
  campaignName: z.string(),
  journeyId: id,
  since: z.string(),
  /** When the wait ends by itself. */
  until: z.string().nullable(),
  state: z.enum(["waiting", "taken", "closed", "wrapped_up"]),
  agentName: z.string().nullable(),
  taken: z.string().nullable(),
  note: z.string().nullable(),
});
export type AgentQueueEntry = z.infer<typeof agentQueueEntry>;

/** Somebody who waits in a queue, or was taken out of it: a contact whom a workflow holds, or a caller. */
const agentWaiting = agentQueueEntry.extend({
  /** A caller is no contact's place: their call says who they are. */
  holdId: id.nullable(),
  contactId: id.nullable(),
  campaignId: id.nullable(),
  journeyId: id.nullable(),
  callId: id.nullable(),
  /** `workGroup`: a caller whose work group has the queue's name. */
  kind: z.enum(["contact", "queue", "workGroup"]),
  /** False: a caller for a work group that you are not in, or you have no phone. */
  mayTake: z.boolean(),
});
export type AgentWaiting = z.infer<typeof agentWaiting>;

const name = z.string().trim().min(1, "Queue Name is required").max(100, "Queue Name has at most 100 characters");
const params = z.object({ queueId: id });

export const agentQueueRoutes = {
  list: route({
    method: "GET",
    path: "/v4/agentqueue/",
    summary: "Agent queues with how many wait",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: agentQueue,
    pagedBy: "queueId",
  }),
  create: route({
    method: "POST",
    path: "/v4/agentqueue/",
    summary: "Make an agent queue",
    caller: "account",
    privilege: "workflow-edit",
    body: z.strictObject({ name }),
    item: agentQueue,
  }),
  update: route({
    method: "PUT",
    path: "/v4/agentqueue/:queueId/",
    summary: "Open or close a queue; closing lets everybody who waits go on",
    caller: "account",
    privilege: "workflow-run",
    params,
    body: z.strictObject({ open: z.boolean() }),
    item: agentQueue,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/agentqueue/:queueId/",
    summary: "Delete a queue; everybody who waits goes on",
    caller: "account",
    privilege: "workflow-edit",
    params,
    item: done,
  }),
  waiting: route({
    method: "GET",
    path: "/v4/agentqueue/:queueId/waiting",
    summary: "Who waits in a queue, contacts and callers, the longest first",
    caller: "account",
    privilege: null,
    params,
    item: agentWaiting,
  }),
};

const agentStatuses = ["available", "away"] as const;

export const agentRoutes = {
  find: route({
    method: "GET",
    path: "/v4/agent/",
    summary: "Whether you take contacts, and whom you have taken",
    caller: "account",
    privilege: null,
    item: z.object({ name: z.string(), status: z.enum(agentStatuses), holds: z.array(agentQueueEntry) }),
  }),
  list: route({
    method: "GET",
    path: "/v4/agent/all/",
    summary: "Who may take contacts, whether they do now, and how many they have not wrapped up",
    caller: "account",
    privilege: null,
    item: z.object({
      userId: id,
      name: z.string(),
      status: z.enum(agentStatuses),
      /** What their phone in the browser does: nobody has it open, it rings or talks, or it could ring. */
      phone: z.enum(["closed", "busy", "open"]),
      /** Since when; null: never said, so available. */
      since: z.string().nullable(),
      holding: z.number().int(),
    }),
  }),
  update: route({
    method: "PUT",
    path: "/v4/agent/",
    summary: "Say whether you take contacts now",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({ status: z.enum(agentStatuses) }),
    item: z.object({ status: z.enum(agentStatuses) }),
  }),
  take: route({
    method: "POST",
    path: "/v4/agent/take",
    summary: "Take a contact or a caller out of a queue, whoever waits longest unless named",
    caller: "account",
    privilege: "inbox-use",
    body: z
      .strictObject({
        queueId: id,
        /** A contact's place, */
        holdId: id.optional(),
        /** or a caller's call. */
        callId: id.optional(),
      })
      .refine(({ holdId, callId }) => holdId === undefined || callId === undefined, "Name one of holdId and callId"),
    item: agentWaiting,
  }),
  /** spec 2 §3.6: the answer of the newest webhook of type dynamic_script. */
  script: route({
    method: "POST",
    path: "/v4/agent/script",
    summary: "Ask the account's script webhook what to say to a contact that you took, text with, or talk to",
    caller: "account",
    privilege: "inbox-use",
    body: z
      .strictObject({
        /** A contact that you took out of an agent queue, */
        holdId: id.optional(),
        /** a contact whose conversation you open in the inbox, */
        contactId: id.optional(),
        /** or a call on your phone that you answered. */
        offerId: id.optional(),
      })
      .refine(
        (body) => Object.values(body).filter((one) => one !== undefined).length === 1,
        "Name one of holdId, contactId and offerId",
      ),
    item: z.object({
      /** Null: no webhook of type dynamic_script is there. */
      webhookName: z.string().nullable(),
      /** Plain text; null: there is none, and `reason` says why. */
      script: z.string().nullable(),
      reason: z.string().nullable(),
    }),
    leased: "The delivery log lists every request for a script.",
  }),
  wrapUp: route({
    method: "POST",
    path: "/v4/agent/wrap-up",
    summary: "Finish with a contact that you took",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({ holdId: id, note: z.string().trim().max(2000).default("") }),
    item: agentQueueEntry,
  }),
};
