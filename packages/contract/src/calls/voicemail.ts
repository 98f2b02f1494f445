import { z } from "zod";
import { done, id, page, route } from "../route.ts";

/** What somebody said after the beep. */
const voicemail = z.object({
  voicemailId: id,
  callId: id,
  contactId: id.nullable(),
  contactName: z.string().nullable(),
  /** Who spoke. */
  phone: z.string(),
  /** The account's number that they spoke to. */
  ownNumber: z.string(),
  seconds: z.int(),
  recordingUrl: z.string(),
  /** True: the simulated carrier carries no sound, and no microphone was recorded. */
  recordingIsSilent: z.boolean(),
  /** When it was marked heard. */
  heard: z.string().nullable(),
  heardBy: z.string().nullable(),
  created: z.string(),
});
export type Voicemail = z.infer<typeof voicemail>;

const params = z.object({ voicemailId: id });

/** The voicemail box (readings, Requests of our pages). */
export const voicemailRoutes = {
  list: route({
    method: "GET",
    path: "/v4/voicemail/",
    summary: "Voicemails, the latest first",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject({
      ...page,
      /** In the contact's name and in both numbers. */
      search: z.string().max(200).optional(),
      heard: z.enum(["true", "false"], { error: "heard is true or false" }).optional(),
    }),
    item: voicemail,
  }),
  update: route({
    method: "PUT",
    path: "/v4/voicemail/:voicemailId/",
    summary: "Mark a voicemail heard, or new again",
    caller: "account",
    privilege: "inbox-use",
    params,
    body: z.strictObject({ heard: z.boolean({ error: "heard must be true or false" }) }),
    item: voicemail,
  }),
  callBack: route({
    method: "POST",
    path: "/v4/voicemail/:voicemailId/call-back",
    summary: "Call back who left a voicemail, from the number that they called; your phone talks when they answer",
    caller: "account",
    privilege: "inbox-use",
    params,
    item: z.object({ callId: id }),
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/voicemail/:voicemailId/",
    summary: "Take a voicemail out of the box; its recording stays with the call",
    caller: "account",
    privilege: "inbox-use",
    params,
    item: done,
  }),
};
