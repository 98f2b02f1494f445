import { z } from "zod";
import { mostRouteTests } from "../inbound/askRoute.ts";
import { savedInbound } from "../inbound/saved.ts";

/** Characters that cannot be seen, or that turn the text around them: no name needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** A name that people read in lists. */
export const nameText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !unseen.test(text), { error: "must not hold characters that cannot be seen" });

const pairs = z.record(z.string(), z.string()).default({});

/** A webhook that nodes call; what its fields may be is judged as its own form does (spec 2 §5.4). */
export const bundledWebhook = z.looseObject({
  id: z.string().min(1),
  name: nameText(72),
  /** The connection's id in this file. */
  callbackServerConfigId: z.string().nullable().default(null),
});

/** A connection without its secrets: which headers have one is told, what it is never. */
export const bundledConnection = z.object({
  id: z.string().min(1),
  name: nameText(72),
  description: z.string().max(2_000).default(""),
  headers: pairs,
  /** Names of the headers whose values are secret. */
  authHeaders: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
  /** Requests are signed with a secret. */
  signs: z.boolean().default(false),
});

/** A disposition that starts one of the workflows (spec 2 §3.8). */
export const bundledDisposition = z.looseObject({
  key: nameText(72),
  triggeredCampaignId: z.string().nullable().default(null),
  workGroups: z.array(nameText(72)).max(500).default([]),
});

/** A file that nodes, templates or RCS messages name by its address. */
export const bundledAsset = z.object({
  /** The address that stands in the texts of this file; memes name the file itself. */
  address: z.string().min(1).max(500),
  type: z.enum(["mms-image", "meme-image", "audio", "inboundxml"]),
  fileName: nameText(255),
  /** Its bytes; null: it was too large to travel. */
  data: z.base64({ error: "must be Base64" }).nullable().default(null),
});

/** So many workflows go into one file. */
export const mostWorkflows = 50;

/** A destination as its own call takes it; the server judges the rest. */
const destination = z.looseObject({ name: z.string().min(1).max(200) });

/** An inbound workflow: what it is called, its drawing and what that became (spec 1 §3.2). Numbers stay where they are. */
export const bundledRoute = z.object({
  routeTag: nameText(72),
  description: z.string().max(500).default(""),
  /** Null: its destinations were made by calls and nothing was drawn. */
  drawing: savedInbound.nullable().default(null),
  destinations: z.array(destination).max(2_000).default([]),
  tests: z.array(z.looseObject({})).max(mostRouteTests).default([]),
});

/** An IVR menu that callers are led to, with the rule that makes it answer (spec 3 §3). */
export const bundledIvr = z.object({
  ivr: z.looseObject({ ivrName: nameText(72), menus: z.array(z.looseObject({})).default([]) }),
  rule: destination.nullable().default(null),
});

/** A work group without the people in it: how it is rung is judged as its own form does. */
export const bundledWorkGroup = z.looseObject({ name: nameText(100) });
