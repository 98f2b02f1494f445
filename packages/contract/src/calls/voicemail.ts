import { z } from "zod";
import { done, id, page, route } from "../route.ts";

/** What is known of the sound of a voicemail. */
export const spoken = {
  /** The loudest sample of each part of the recording, from 0 to 255. Null for recordings of older versions. */
  peaks: z.array(z.int()).nullable(),
  /** Null: no speech service was set. `waiting` with a problem: the last attempt failed and it is tried again. */
  transcript: z
    .object({
      state: z.enum(["waiting", "done", "failed"]),
      text: z.string().nullable(),
      problem: z.string().nullable(),
    })
    .nullable(),
};
export type Transcript = NonNullable<Voicemail["transcript"]>;

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
  /** When it was marked handled. Null: open. */
  handled: z.string().nullable(),
  handledBy: z.string().nullable(),
  /** The user who deals with it. */
  assignedTo: z.object({ userId: id, name: z.string() }).nullable(),
  /** The work group that deals with it. */
  workGroup: z.object({ workGroupId: id, name: z.string() }).nullable(),
  ...spoken,
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
      /** Searches the contact's name, both numbers and the transcript. */
      search: z.string().max(200).optional(),
      heard: z.enum(["true", "false"], { error: "heard must be true or false" }).optional(),
      handled: z.enum(["true", "false"], { error: "handled must be true or false" }).optional(),
      /** `me`, `nobody`, or a user. Includes those of the user's work groups that no user is named for. */
      assigned: z.union([z.literal("me"), z.literal("nobody"), id]).optional(),
      workGroup: id.optional(),
    }),
    item: voicemail,
  }),
  update: route({
    method: "PUT",
    path: "/v4/voicemail/:voicemailId/",
    summary: "Update a voicemail",
    description: "Mark it as heard or new, as handled or open, or assign it to a user or a work group.",
    caller: "account",
    privilege: "inbox-use",
    params,
    body: z
      .strictObject({
        heard: z.boolean({ error: "heard must be true or false" }).optional(),
        /** A handled voicemail is also heard. */
        handled: z.boolean({ error: "handled must be true or false" }).optional(),
        /** Replaces the work group. Null: no one. */
        assignedTo: id.nullable().optional(),
        /** Replaces the user. Null: none. */
        workGroupId: id.nullable().optional(),
      })
      .refine(({ assignedTo, workGroupId }) => !(assignedTo && workGroupId), {
        error: "Assign it to a user or to a work group, not both",
        path: ["workGroupId"],
      }),
    item: voicemail,
  }),
  transcribe: route({
    method: "POST",
    path: "/v4/voicemail/:voicemailId/transcript",
    summary: "Transcribe a voicemail again",
    caller: "account",
    privilege: "inbox-use",
    params,
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
