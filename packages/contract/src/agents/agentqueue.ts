import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { target, targetBody, wrapUpBody, wrapUpTime } from "./target.ts";

/** A queue in which contacts and callers wait for an agent (spec 2 §3.3 agentQueue; telecom §8). */
const agentQueue = z.object({
  queueId: id,
  name: z.string(),
  /** Contacts who arrive at a closed queue continue at once. */
  open: z.boolean(),
  /** Contacts and callers, counted up to 10,001, which means more than 10,000. */
  waiting: z.number().int(),
  /** When the contact or caller who has waited longest arrived. */
  oldest: z.string().nullable(),
  /** Contacts and callers answered by an agent, counted up to 10,001. */
  taken: z.number().int(),
  /** Of calls. Contacts of workflows are not counted in the service level. */
  ...target,
  ...wrapUpTime,
  /** A work group has this name. Its callers wait in the queue, and the target is that of the group. */
  isOfGroup: z.boolean(),
  created: z.string(),
});
export type AgentQueue = z.infer<typeof agentQueue>;

/** A contact's entry in a queue. */
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
  /** When the wait expires. */
  until: z.string().nullable(),
  state: z.enum(["waiting", "taken", "closed", "wrapped_up"]),
  agentName: z.string().nullable(),
  taken: z.string().nullable(),
  note: z.string().nullable(),
});
export type AgentQueueEntry = z.infer<typeof agentQueueEntry>;

/** A queue entry, waiting or answered: a contact held by a workflow, or a caller. */
const agentWaiting = agentQueueEntry.extend({
  /** Only for contacts. A caller is identified by the call. */
  holdId: id.nullable(),
  contactId: id.nullable(),
  campaignId: id.nullable(),
  journeyId: id.nullable(),
  callId: id.nullable(),
  /** `workGroup`: the caller waits for the work group with the queue's name. */
  kind: z.enum(["contact", "queue", "workGroup"]),
  /** False when the caller waits for a work group you are not in, or when you have no phone. */
  mayTake: z.boolean(),
});
export type AgentWaiting = z.infer<typeof agentWaiting>;

const name = z.string().trim().min(1, "Queue Name is required").max(100, "Queue Name has at most 100 characters");
const params = z.object({ queueId: id });

export const newQueueBody = z.strictObject({ name, ...targetBody, ...wrapUpBody });
export const queueChangeBody = z
  .strictObject({ open: z.boolean().optional(), ...targetBody, ...wrapUpBody })
  .refine((body) => Object.values(body).some((value) => value !== undefined), "Send open, a target or a wrap-up");

export const agentQueueRoutes = {
  list: route({
    method: "GET",
    path: "/v4/agentqueue/",
    summary: "List agent queues",
    description: "Each queue comes with the number of contacts and callers waiting.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: agentQueue,
    pagedBy: "queueId",
  }),
  create: route({
    method: "POST",
    path: "/v4/agentqueue/",
    summary: "Create an agent queue",
    caller: "account",
    privilege: "workflow-edit",
    body: newQueueBody,
    item: agentQueue,
  }),
  update: route({
    method: "PUT",
    path: "/v4/agentqueue/:queueId/",
    summary: "Open or close an agent queue, or set its target and wrap-up",
    description: "Closing a queue lets everyone in it continue. What is left out stays as it is.",
    caller: "account",
    privilege: "workflow-run",
    params,
    body: queueChangeBody,
    item: agentQueue,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/agentqueue/:queueId/",
    summary: "Delete an agent queue",
    description: "Contacts and callers in it continue.",
    caller: "account",
    privilege: "workflow-edit",
    params,
    item: done,
  }),
  waiting: route({
    method: "GET",
    path: "/v4/agentqueue/:queueId/waiting",
    summary: "List who is waiting in a queue",
    description: "Contacts and callers, longest wait first.",
    caller: "account",
    privilege: null,
    params,
    item: agentWaiting,
  }),
};

const agentStatuses = ["available", "away"] as const;

/** Whether an agent takes calls, why not, and since when. */
export const availability = {
  status: z.enum(agentStatuses),
  /** Why the agent is away. Null: available, or no reason was chosen. */
  reason: z.object({ reasonId: id, name: z.string() }).nullable(),
  /** When it was set. Null means never, which counts as available. */
  since: z.string().nullable(),
};

export const agentRoutes = {
  find: route({
    method: "GET",
    path: "/v4/agent/",
    summary: "Get your availability and the contacts you have answered",
    caller: "account",
    privilege: null,
    item: z.object({ name: z.string(), ...availability, holds: z.array(agentQueueEntry) }),
  }),
  list: route({
    method: "GET",
    path: "/v4/agent/all/",
    summary: "List agents with their availability",
    description: "Each agent comes with the number of contacts they have not wrapped up.",
    caller: "account",
    privilege: null,
    item: z.object({
      userId: id,
      name: z.string(),
      status: z.enum(agentStatuses),
      /** The name of the reason for being away, if one was chosen. */
      reason: z.string().nullable(),
      /** State of the user's browser phone: closed, busy (ringing or on a call) or free. */
      phone: z.enum(["closed", "busy", "open"]),
      /** When the availability was last set. Null means never, which counts as available. */
      since: z.string().nullable(),
      holding: z.number().int(),
    }),
  }),
  update: route({
    method: "PUT",
    path: "/v4/agent/",
    summary: "Set your availability",
    description: "During a call it applies when the call and its wrap-up are over.",
    caller: "account",
    privilege: "inbox-use",
    body: z
      .strictObject({
        status: z.enum(agentStatuses),
        /** Why you are away, an id of GET /v4/agent/reason/. */
        reasonId: id.optional(),
      })
      .refine(({ status, reasonId }) => status === "away" || reasonId === undefined, {
        error: "A reason is only for the status away",
        path: ["reasonId"],
      }),
    item: z.object(availability),
  }),
  take: route({
    method: "POST",
    path: "/v4/agent/take",
    summary: "Answer a contact or caller in a queue",
    description: "Answers the one who has waited longest unless you name one.",
    caller: "account",
    privilege: "inbox-use",
    body: z
      .strictObject({
        queueId: id,
        /** A queue entry of a contact, */
        holdId: id.optional(),
        /** or the call of a caller. */
        callId: id.optional(),
      })
      .refine(
        ({ holdId, callId }) => holdId === undefined || callId === undefined,
        "Send either holdId or callId, not both",
      ),
    item: agentWaiting,
  }),
  /** The answer of the newest webhook of type dynamic_script (spec 2 §3.6). */
  script: route({
    method: "POST",
    path: "/v4/agent/script",
    summary: "Get the agent script for a contact",
    description: "Asks the account's script webhook. Send exactly one of holdId, contactId and offerId.",
    caller: "account",
    privilege: "inbox-use",
    body: z
      .strictObject({
        /** A contact you answered in an agent queue, */
        holdId: id.optional(),
        /** a contact whose conversation is open in the inbox, */
        contactId: id.optional(),
        /** or a call you answered on your phone. */
        offerId: id.optional(),
      })
      .refine(
        (body) => Object.values(body).filter((one) => one !== undefined).length === 1,
        "Send exactly one of holdId, contactId and offerId",
      ),
    item: z.object({
      /** Null when the account has no webhook of type dynamic_script. */
      webhookName: z.string().nullable(),
      /** Plain text. When null, `reason` says why. */
      script: z.string().nullable(),
      reason: z.string().nullable(),
    }),
    leased: "The delivery log lists every request for a script.",
  }),
  wrapUp: route({
    method: "POST",
    path: "/v4/agent/wrap-up",
    summary: "Wrap up a contact",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({ holdId: id, note: z.string().trim().max(2000).default("") }),
    item: agentQueueEntry,
  }),
};
