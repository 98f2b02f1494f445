import { z } from "zod";
import { mostRouteTests } from "../inbound/askRoute.ts";
import { savedInbound } from "../inbound/saved.ts";

/** Invisible characters and those that change text direction, which no name needs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** A display name. */
export const nameText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !unseen.test(text), { error: "must not contain invisible characters" });

const pairs = z.record(z.string(), z.string()).default({});

/** A webhook. The server checks its fields like its form (spec 2 §5.4). */
export const bundledWebhook = z.looseObject({
  id: z.string().min(1),
  name: nameText(72),
  /** The connection's id within this file. */
  callbackServerConfigId: z.string().nullable().default(null),
});

/** A connection without its secrets. Only the names of secret headers are included. */
export const bundledConnection = z.object({
  id: z.string().min(1),
  name: nameText(72),
  description: z.string().max(2_000).default(""),
  headers: pairs,
  /** Names of the headers whose values are secret. */
  authHeaders: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
  /** Whether requests are signed. */
  signs: z.boolean().default(false),
});

/** A disposition that starts one of the workflows (spec 2 §3.8). */
export const bundledDisposition = z.looseObject({
  key: nameText(72),
  triggeredCampaignId: z.string().nullable().default(null),
  workGroups: z.array(nameText(72)).max(500).default([]),
});

/** A file used by nodes, templates or RCS messages. */
export const bundledAsset = z.object({
  /** The address used in this bundle. Memes use the file name. */
  address: z.string().min(1).max(500),
  type: z.enum(["mms-image", "meme-image", "audio", "inboundxml"]),
  fileName: nameText(255),
  /** Its content. Null when it was too large to include. */
  data: z.base64({ error: "must be Base64" }).nullable().default(null),
});

/** Most workflows in a file. */
export const mostWorkflows = 50;

/** A destination in the form of its endpoint. The server checks the rest. */
const destination = z.looseObject({ name: z.string().min(1).max(200) });

/** An inbound workflow: its name, graph and destinations (spec 1 §3.2). Numbers are not included. */
export const bundledRoute = z.object({
  routeTag: nameText(72),
  description: z.string().max(500).default(""),
  /** Null when its destinations were created through the API without a graph. */
  drawing: savedInbound.nullable().default(null),
  destinations: z.array(destination).max(2_000).default([]),
  tests: z.array(z.looseObject({})).max(mostRouteTests).default([]),
});

/** An IVR menu, with the rule that makes it answer (spec 3 §3). */
export const bundledIvr = z.object({
  ivr: z.looseObject({ ivrName: nameText(72), menus: z.array(z.looseObject({})).default([]) }),
  rule: destination.nullable().default(null),
});

/** A work group without its people. The server checks its settings like its form. */
export const bundledWorkGroup = z.looseObject({ name: nameText(100) });
