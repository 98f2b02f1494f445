import { z } from "zod";
import { done, id, page, route } from "../route.ts";

const callbackStates = ["waiting", "dialing", "done", "gaveUp"] as const;
export type CallbackState = (typeof callbackStates)[number];

/** Why a callback was given up, or is done without a call of its own (`reached`: the caller reached a user by another call). */
const callbackReasons = ["reached", "attempts", "dnc", "expired", "place_gone", "number_gone", "canceled"] as const;

/** A caller who asked to be called back (decision 0110). */
const queueCallback = z.object({
  callbackId: id,
  /** The call in which it was asked for. */
  callId: id,
  contactId: id.nullable(),
  contactName: z.string().nullable(),
  phone: z.string(),
  /** The number that was called, from which the caller is called back. */
  ownNumber: z.string(),
  kind: z.enum(["workGroup", "liveList"]),
  name: z.string(),
  /** When the caller began to wait. Callers and callbacks are served in this order. */
  since: z.string(),
  asked: z.string(),
  /** `dialing`: a user answered, and the caller is called. */
  state: z.enum(callbackStates),
  reason: z.enum(callbackReasons).nullable(),
  /** Calls so far. */
  attempts: z.int(),
  /** The place among the callbacks that wait there, from 1. Null: it does not wait. */
  position: z.int().nullable(),
  /** The call of the last attempt. Null: none was made. */
  outCallId: id.nullable(),
  /** The user who answered for it last. */
  userName: z.string().nullable(),
  /** No phone rings for it before. */
  due: z.string(),
  ended: z.string().nullable(),
  /** The call with which this user takes it: `POST /v4/agent/phone/pick`. Null: they cannot, or not now. */
  pickCallId: id.nullable(),
});
export type QueueCallback = z.infer<typeof queueCallback>;

/** Callers who are called back, in the order of their arrival. */
export const queueCallbackRoutes = {
  list: route({
    method: "GET",
    path: "/v4/call-center/callback/",
    summary: "List callbacks",
    description: "Callers who asked to be called back while they waited, newest first.",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject({
      ...page,
      state: z.enum(callbackStates, { error: `state must be one of ${callbackStates.join(", ")}` }).optional(),
      /** True: only those that wait or are dialed. */
      open: z.enum(["true"], { error: "open must be true" }).optional(),
    }),
    item: queueCallback,
  }),
  cancel: route({
    method: "DELETE",
    path: "/v4/call-center/callback/:callbackId/",
    summary: "Cancel a callback",
    description: "The caller is not called. Refused while the call is in progress.",
    caller: "account",
    privilege: "inbox-use",
    params: z.object({ callbackId: id }),
    item: done,
  }),
};
