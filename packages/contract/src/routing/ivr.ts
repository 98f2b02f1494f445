import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { z } from "zod";
import { route, wholeList } from "../route.ts";
import { whyNoRouteTag } from "./routeTag.ts";

const text = z.string().max(4_000, "A text has at most 4,000 characters").default("");
const url = z.string().trim().max(2_000, "An address has at most 2,000 characters").default("");
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
  actions: z.array(action).max(20, "An option has at most 20 actions").default([]),
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
    .enum(["100%", "110%", "120%", "130%"], { error: "TTS Playback Speed is 100%, 110%, 120% or 130%" })
    .default("100%"),
  maxAttemptsPlay: url,
  maxAttemptsSay: text,
  description: z.string().trim().max(500, "Description must have at most 500 characters").default(""),
});

/** An IVR menu as it is saved (spec 3 §3). What its parts mean together is checked by `ivrIssues`. */
export const ivr = z.strictObject({
  ivrName: z.string({ error: "Name is required" }),
  /** The server counts it: every change that was saved is one more. */
  version: z.number().int().default(0),
  configurationOptions,
  menus: z.array(menu),
}) satisfies z.ZodType<Ivr>;

/** Why a name that is filled in cannot be an IVR's: it is its route tag as well; undefined when it can. */
export const whyNoIvrName = (name: string): string | undefined =>
  name.trim() === "" ? undefined : whyNoRouteTag(name)?.replace("Title", "Name").replace("title", "name");

/** An IVR in the list. */
const listedIvr = z.object({
  ivrName: z.string(),
  /** Its route tag: the same name (readings, IVR and live lists). */
  routeTag: z.string(),
  version: z.number().int(),
  description: z.string(),
  menus: z.number().int(),
  created: z.string(),
  updated: z.string(),
});
export type ListedIvr = z.infer<typeof listedIvr>;

/** An earlier version: what it was, who saved it and when. */
const archivedIvr = ivr.extend({ saved: z.object({ at: z.string(), by: z.string() }) });

const named = z.object({ name: z.string().max(200) });
const admin = { caller: "account", privilege: "ivr-admin", maxBodyBytes: 3 * 1024 * 1024 } as const;

/** IVR menus (spec 3 §7). Their numbers, hold music and route are calls of route tags. */
export const ivrRoutes = {
  list: route({
    method: "GET",
    path: "/v4/ivr",
    summary: "IVR menus by name",
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
    summary: "Make an IVR menu; its name is kept in lower case and is its route tag",
    body: ivr,
    item: ivr,
  }),
  find: route({
    method: "GET",
    path: "/v4/ivr/:name",
    summary: "One IVR menu",
    caller: "account",
    privilege: null,
    params: named,
    item: ivr,
  }),
  update: route({
    ...admin,
    method: "PUT",
    path: "/v4/ivr/:name",
    summary: "Change an IVR menu; what it was before is kept as an earlier version",
    params: named,
    body: ivr.extend({
      /** The version that this change was made on; another one by now is refused. */
      basedOn: z.number().int().min(0).optional(),
    }),
    item: ivr,
  }),
  archived: route({
    method: "GET",
    path: "/v4/ivr/:name/archived",
    summary: "Earlier versions of an IVR menu, the newest first",
    caller: "account",
    privilege: null,
    params: named,
    item: archivedIvr,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/ivr",
    summary: "Delete an IVR menu together with its route tag",
    caller: "account",
    privilege: "ivr-admin",
    body: z.strictObject({ ivrName: z.string({ error: "Name is required" }).trim().min(1, "Name is required") }),
    item: z.object({ ivrName: z.string() }),
  }),
};
