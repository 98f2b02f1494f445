import { z } from "zod";
import { done, id, page, route } from "../route.ts";

/** A recorded message. */
const voicemail = z.object({
  voicemailId: id,
  callId: id,
  contactId: id.nullable(),
  contactName: z.string().nullable(),
  /** The caller. */
  phone: z.string(),
  /** The account's number that was called. */
  ownNumber: z.string(),
  seconds: z.int(),
  recordingUrl: z.string(),
  /** True for the simulated carrier, which carries no sound, when no microphone was recorded. */
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
    summary: "List voicemails",
    description: "Newest first.",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject({
      ...page,
      /** Searches the contact's name and both numbers. */
      search: z.string().max(200).optional(),
      heard: z.enum(["true", "false"], { error: "heard must be true or false" }).optional(),
    }),
    item: voicemail,
  }),
  update: route({
    method: "PUT",
    path: "/v4/voicemail/:voicemailId/",
    summary: "Mark a voicemail as heard or new",
    caller: "account",
    privilege: "inbox-use",
    params,
    body: z.strictObject({ heard: z.boolean({ error: "heard must be true or false" }) }),
    item: voicemail,
  }),
  callBack: route({
    method: "POST",
    path: "/v4/voicemail/:voicemailId/call-back",
    summary: "Call back a voicemail's caller",
    description: "Calls from the number they called. Your phone connects when they answer.",
    caller: "account",
    privilege: "inbox-use",
    params,
    item: z.object({ callId: id }),
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/voicemail/:voicemailId/",
    summary: "Delete a voicemail",
    description: "The recording stays with the call.",
    caller: "account",
    privilege: "inbox-use",
    params,
    item: done,
  }),
};
