import { z } from "zod";
import { id, route } from "../route.ts";
import { availability } from "./agentqueue.ts";

const party = {
  callId: id,
  contactId: id.nullable(),
  contactName: z.string().nullable(),
  phone: z.string(),
  /** What the caller waits for: an agent queue, a work group or a live list, by name. `person` is a call placed by the user. */
  kind: z.enum(["queue", "workGroup", "liveList", "person"]),
  name: z.string(),
  /** The caller hung up and is called when you answer. */
  isCallback: z.boolean(),
};

/** Whom the user consults while the contact is on hold (decision 0111). */
const consult = z.object({
  name: z.string(),
  /** Null: a number. */
  userId: id.nullable(),
  /** `joined`: all three speak. `ended`: they did not answer, or have left. */
  state: z.enum(["ringing", "talking", "joined", "ended"]),
});
export type Consult = z.infer<typeof consult>;

/** A call on a user's browser phone. */
const phoneCall = z.object({
  offerId: id,
  ...party,
  direction: z.enum(["in", "out"]),
  state: z.enum(["ringing", "talking", "over"]),
  isHeld: z.boolean(),
  /** You answered, and your own phone still rings. */
  ringsOwnPhone: z.boolean(),
  at: z.string(),
  answered: z.string().nullable(),
  ended: z.string().nullable(),
  /** A supervisor whom you hear. One who only listens is not shown. */
  supervision: z.object({ by: z.string(), mode: z.enum(["whisper", "join"]) }).nullable(),
  consult: consult.nullable(),
  /** The user who consults you. The call is theirs. */
  consultedBy: z.string().nullable(),
  /** Whether you can consult someone. Depends on the carrier. */
  canConsult: z.boolean(),
  /** End of the wrap-up time. Until then the user is not rung. */
  wrapUntil: z.string().nullable(),
});
export type PhoneCall = z.infer<typeof phoneCall>;

/** A caller waiting for the user. */
const waitingCaller = z.object({ ...party, since: z.string() });
export type WaitingCaller = z.infer<typeof waitingCaller>;

const phone = z.object({
  /** `available`: callers ring here while the phone is open. */
  ...availability,
  /** Your phone number or SIP address, which rings when you answer a call of a provider. Null: none. */
  ringsAt: z.string().nullable(),
  calls: z.array(phoneCall),
  waiting: z.array(waitingCaller),
});

/** A token with which this browser takes the calls of a provider. */
const phoneToken = z.object({
  connectionId: id,
  /** The name of the connection. */
  name: z.string(),
  token: z.string(),
  expires: z.string(),
});
export type PhoneToken = z.infer<typeof phoneToken>;

const phoneActions = [
  "answer",
  "decline",
  "hold",
  "resume",
  "hangUp",
  "transfer",
  "done",
  "consult",
  "complete",
  "join",
  "back",
] as const;
export type PhoneAction = (typeof phoneActions)[number];

/** A phone without media for this long is not connected. */
const timeoutMs = 8_000;

/** A signed-in user's browser phone. */
export const phoneRoutes = {
  find: route({
    method: "GET",
    path: "/v4/agent/phone/",
    summary: "Get the state of your phone",
    description: "What is ringing, who you are talking to, and who is waiting for you.",
    caller: "account",
    privilege: "inbox-use",
    timeoutMs,
    item: phone,
  }),
  open: route({
    method: "PUT",
    path: "/v4/agent/phone/",
    summary: "Report that your phone is open or closed",
    description: "Repeat at least every 30 seconds while it is open.",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({
      open: z.boolean({ error: "open must be true or false" }),
      /** The connections whose calls this browser takes with sound. Missing: as before. */
      inBrowser: z.array(id).max(20, "inBrowser must have at most 20 connections").optional(),
    }),
    timeoutMs,
    item: phone,
  }),
  tokens: route({
    method: "GET",
    path: "/v4/agent/phone/tokens",
    summary: "Get tokens for calls in your browser",
    description:
      "One for each carrier connection that has an API key for browsers and at least one number, to be used with the provider's browser SDK. A token only receives calls.",
    caller: "account",
    privilege: "inbox-use",
    item: phoneToken,
    timeoutMs,
  }),
  ringAt: route({
    method: "PUT",
    path: "/v4/agent/phone/own",
    summary: "Set your phone number or SIP address",
    description: "It rings when you answer a call of a number at a provider. Empty: none.",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({ ringsAt: z.string({ error: "ringsAt must be text" }).trim().max(300) }),
    item: phone,
  }),
  pick: route({
    method: "POST",
    path: "/v4/agent/phone/pick",
    summary: "Answer a waiting caller",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({ callId: id }),
    item: phone,
  }),
  dial: route({
    method: "POST",
    path: "/v4/agent/phone/dial",
    summary: "Call a number",
    description:
      "Your phone connects when they answer. Refused for numbers that may not be called, as other calls are.",
    caller: "account",
    privilege: "inbox-use",
    body: z.strictObject({
      to: z.string({ error: "Phone number is required" }).trim().min(1, "Phone number is required").max(40),
      /** One of the account's numbers. */
      from: z.string({ error: "From is required" }).trim().min(1, "From is required").max(40),
    }),
    item: z.object({ callId: id }),
  }),
  act: route({
    method: "POST",
    path: "/v4/agent/phone/:offerId/",
    summary: "Control a call on your phone",
    description:
      "Answer, decline, hold, resume, hang up, transfer or wrap up. Consult someone while the contact is on hold, then complete the transfer, join all three, or go back.",
    caller: "account",
    privilege: "inbox-use",
    params: z.object({ offerId: id }),
    body: z
      .strictObject({
        action: z.enum(phoneActions, { error: `action must be one of ${phoneActions.join(", ")}` }),
        /** Target of a transfer or a consultation: a phone number, a SIP address, the name of a work group or, for a transfer, of a live list, or, for a consultation, a user. */
        to: z
          .strictObject({
            kind: z.enum(["number", "workGroup", "liveList", "user"], {
              error: "to.kind must be number, workGroup, liveList or user",
            }),
            value: z.string().trim().min(1, "Transfer to is required").max(300),
          })
          .optional(),
      })
      .refine(({ action, to }) => (action !== "transfer" && action !== "consult") || to !== undefined, {
        error: "Transfer to is required",
        path: ["to"],
      }),
    item: phone,
  }),
};
