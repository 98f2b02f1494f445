import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { z } from "zod";
import { route, wholeList } from "../route.ts";
import { whyNoRouteTag } from "./routeTag.ts";

const text = z.string().max(4_000, "A text must have at most 4,000 characters").default("");
const url = z.string().trim().max(2_000, "An address must have at most 2,000 characters").default("");
const whole = (label: string) => z.number({ error: `${label} must be a number` });

const action = z.strictObject({
  type: z.enum(["say", "play", "hangup", "dial", "nextMenu", "workflow", "livelist"], {
    error: "Action Type is required",
  }),
  value: text,
});
const option = z.strictObject({
  dtmfKey: whole("DMTF Key"),
  say: text,
  actions: z.array(action).max(20, "An option must have at most 20 actions").default([]),
});
const menu = z.strictObject({
  menuId: z.string({ error: "Name is required" }),
  say: text,
  play: url,
  recording: z.boolean().default(false),
  version: z.number().int().default(0),
  entry: z.boolean().default(false),
  options: z.array(option).max(20).default([]),
});
const configurationOptions = z.strictObject({
  ttsVoice: z.string({ error: "Voice is required" }).default(""),
  maxAttempts: whole("Max Attempts").default(3),
  timeout: whole("Timeout").default(3),
  minDigits: z.literal(1).default(1),
  maxDigits: z.literal(1).default(1),
  say: text,
  play: url,
  recording: z.boolean().default(false),
  ttsPlaybackSpeed: z
    .enum(["100%", "110%", "120%", "130%"], { error: "TTS Playback Speed must be 100%, 110%, 120% or 130%" })
    .default("100%"),
  maxAttemptsPlay: url,
  maxAttemptsSay: text,
  description: z.string().trim().max(500, "Description must have at most 500 characters").default(""),
});

/** A saved IVR menu (spec 3 §3). `ivrIssues` checks its parts against each other. */
export const ivr = z.strictObject({
  ivrName: z.string({ error: "Name is required" }),
  /** Counted by the server: one more with every saved change. */
  version: z.number().int().default(0),
  configurationOptions,
  menus: z.array(menu),
}) satisfies z.ZodType<Ivr>;

/** Why a name cannot be used for an IVR, or undefined. It is the IVR's route tag too. */
export const whyNoIvrName = (name: string): string | undefined =>
  name.trim() === "" ? undefined : whyNoRouteTag(name)?.replace("Title", "Name").replace("title", "name");

/** A row of the IVR list. */
const listedIvr = z.object({
  ivrName: z.string(),
  /** Its route tag, equal to the name (readings, IVR and live lists). */
  routeTag: z.string(),
  version: z.number().int(),
  description: z.string(),
  menus: z.number().int(),
  created: z.string(),
  updated: z.string(),
});
export type ListedIvr = z.infer<typeof listedIvr>;

/** An earlier version: its content, who saved it and when. */
const archivedIvr = ivr.extend({ saved: z.object({ at: z.string(), by: z.string() }) });

const named = z.object({ name: z.string().max(200) });
const admin = { caller: "account", privilege: "ivr-admin", maxBodyBytes: 3 * 1024 * 1024 } as const;

/** IVR menus (spec 3 §7). Their numbers, hold music and route are set through the route tag. */
export const ivrRoutes = {
  list: route({
    method: "GET",
    path: "/v4/ivr",
    summary: "List IVR menus",
    description: "Sorted by name.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: listedIvr,
    pagedBy: "ivrName",
  }),
  create: route({
    ...admin,
    method: "POST",
    path: "/v4/ivr",
    summary: "Create an IVR menu",
    description: "The name is saved in lower case and becomes its route tag.",
    body: ivr,
    item: ivr,
  }),
  find: route({
    method: "GET",
    path: "/v4/ivr/:name",
    summary: "Get an IVR menu",
    caller: "account",
    privilege: null,
    params: named,
    item: ivr,
  }),
  update: route({
    ...admin,
    method: "PUT",
    path: "/v4/ivr/:name",
    summary: "Update an IVR menu",
    description: "The current state is saved as an earlier version.",
    params: named,
    body: ivr.extend({
      /** The version this change is based on. Refused when a newer one exists. */
      basedOn: z.number().int().min(0).optional(),
    }),
    item: ivr,
  }),
  archived: route({
    method: "GET",
    path: "/v4/ivr/:name/archived",
    summary: "List earlier versions of an IVR menu",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    params: named,
    item: archivedIvr,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/ivr",
    summary: "Delete an IVR menu",
    description: "Its route tag is deleted as well.",
    caller: "account",
    privilege: "ivr-admin",
    body: z.strictObject({ ivrName: z.string({ error: "Name is required" }).trim().min(1, "Name is required") }),
    item: z.object({ ivrName: z.string() }),
  }),
};
