import { z } from "zod";
import { done, id, page, route } from "../route.ts";

/** What an upload may be (readings, Requests without a path); `recording` is made by calls alone, `meme` by journeys. */
export const uploadTypes = ["mms-image", "meme-image", "audio", "inboundxml"] as const;
/** Those that calls and journeys make: one for each, so that their list is paged. */
export const madeTypes = ["recording", "meme"] as const;
export const assetTypes = [...uploadTypes, ...madeTypes] as const;
export type AssetType = (typeof assetTypes)[number];

const KB = 1024;
/** How large a file of a type may be; carriers drop pictures above 1 MB (spec 2 §9). */
export const assetLimits: Record<AssetType, { bytes: number; kinds: string }> = {
  "mms-image": { bytes: KB * KB, kinds: "gif, jpg or png" },
  "meme-image": { bytes: 5 * KB * KB, kinds: "gif, jpg or png" },
  audio: { bytes: 10 * KB * KB, kinds: "mp3 or wav" },
  inboundxml: { bytes: 256 * KB, kinds: "xml" },
  recording: { bytes: 100 * KB * KB, kinds: "wav" },
  meme: { bytes: KB * KB, kinds: "jpg or png" },
};

const asset = z.object({
  assetId: id,
  type: z.enum(assetTypes),
  fileName: z.string(),
  contentType: z.string(),
  bytes: z.number().int(),
  /** Of pictures, in pixels. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Where carriers and browsers read it, without signing in. */
  publicUrl: z.string(),
  created: z.string().nullable(),
  usedBy: z.array(z.object({ kind: z.enum(["workflow", "template"]), id, name: z.string() })),
});
export type Asset = z.infer<typeof asset>;

export const assetRoutes = {
  list: route({
    method: "GET",
    path: "/v4/asset/",
    summary:
      "Assets: every upload, or those of one type, newest first; recordings and drawn pictures by their type alone, paged",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      type: z.enum(assetTypes, { error: `type must be one of ${assetTypes.join(", ")}` }).optional(),
    }),
    item: asset,
  }),
  create: route({
    method: "POST",
    path: "/v4/asset/",
    summary: "Upload an asset: multipart with `type` and `file`",
    caller: "account",
    privilege: "workflow-edit",
    rawBody: "multipart/form-data",
    maxBodyBytes: 11 * KB * KB,
    item: asset,
  }),
  /** spec 2 §3.3 meme: the form shows the picture while it is filled. */
  preview: route({
    method: "POST",
    path: "/v4/asset/meme/preview",
    summary: "A picture with a text on it, as the meme node would draw it; nothing is kept",
    caller: "account",
    privilege: "workflow-edit",
    body: z.strictObject({
      fileName: z.string().min(1).max(255),
      message: z.string().max(2000),
      xval: z.number(),
      yval: z.number(),
      font: z.string().max(100),
      fontSize: z.number().min(1).max(2000),
      rotate: z.number(),
      fontColor: z.string().max(60),
    }),
    /** `picture` is a data address of the drawn picture. */
    item: z.object({ picture: z.string(), width: z.number().int(), height: z.number().int() }),
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/asset/:assetId/",
    summary: "Delete an asset; what uses it finds nothing at its address",
    caller: "account",
    privilege: "workflow-edit",
    params: z.object({ assetId: id }),
    item: done,
  }),
};
