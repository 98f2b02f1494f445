import { z } from "zod";
import { id, route } from "../route.ts";

const party = {
  callId: id,
  contactId: id.nullable(),
  contactName: z.string().nullable(),
  phone: z.string(),
  /** What the caller waits for: an agent queue, a work group or a live list, by its name; `person` is a call that the user placed. */
  kind: z.enum(["queue", "workGroup", "liveList", "person"]),
  name: z.string(),
};

/** A call on the phone that a user has in the browser. */
const phoneCall = z.object({
  offerId: id,
  ...party,
  direction: z.enum(["in", "out"]),
  state: z.enum(["ringing", "talking", "over"]),
  isHeld: z.boolean(),
  at: z.string(),
  answered: z.string().nullable(),
  ended: z.string().nullable(),
  /** Until then the user finishes with the call and is not rung. */
  wrapUntil: z.string().nullable(),
});
export type PhoneCall = z.infer<typeof phoneCall>;

/** Somebody who waits for the user. */
const waitingCaller = z.object({ ...party, since: z.string() });
export type WaitingCaller = z.infer<typeof waitingCaller>;

const phone = z.object({
  /** available: callers ring here while the phone is open. */
  status: z.enum(["available", "away"]),
  calls: z.array(phoneCall),
  waiting: z.array(waitingCaller),
});

const phoneActions = ["answer", "decline", "hold", "resume", "hangUp", "transfer", "done"] as const;
export type PhoneAction = (typeof phoneActions)[number];

/** A phone that hears nothing for so long is not connected. */
const timeoutMs = 8_000;

/** The phone that a signed-in user has in the browser. */
export const phoneRoutes = {
  find: route({
    method: "GET",
    path: "/v4/agent/phone/",
    summary: "Your phone: what rings, whom you talk to, and who waits for you",
    caller: "account",
    privilege: "inbox-use",
    timeoutMs,
    item: phone,
  }),
  open: route({
    method: "PUT",
    path: "/v4/agent/phone/",
    summary: "Say that your phone is open, at least every 30 seconds, or closed",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({ open: z.boolean({ error: "open must be true or false" }) }),
    timeoutMs,
    item: phone,
  }),
  pick: route({
    method: "POST",
    path: "/v4/agent/phone/pick",
    summary: "Take a caller who waits for you",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({ callId: id }),
    item: phone,
  }),
  act: route({
    method: "POST",
    path: "/v4/agent/phone/:offerId/",
    summary: "Answer, decline, hold, resume, hang up, transfer, or be done with a call",
    caller: "account",
    privilege: "inbox-use",
    params: z.object({ offerId: id }),
    body: z
      .strictObject({
        action: z.enum(phoneActions, { error: `action is one of ${phoneActions.join(", ")}` }),
        /** Where a transfer goes: a phone number, a SIP address, or the name of a work group or a live list. */
        to: z
          .strictObject({
            kind: z.enum(["number", "workGroup", "liveList"], { error: "to.kind is number, workGroup or liveList" }),
            value: z.string().trim().min(1, "Transfer to is required").max(300),
          })
          .optional(),
      })
      .refine(({ action, to }) => action !== "transfer" || to !== undefined, {
        error: "Transfer to is required",
        path: ["to"],
      }),
    item: phone,
  }),
};
