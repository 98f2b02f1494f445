import { z } from "zod";
import { done, id, page, route } from "../route.ts";

/** Asset types (readings, Requests without a path). Only calls create `recording` and only journeys create `meme`. */
export const uploadTypes = ["mms-image", "meme-image", "audio", "inboundxml"] as const;
/** Types created by calls, journeys and pictures that contacts send. There can be many per contact, so their list is paged. */
export const madeTypes = ["recording", "meme", "received"] as const;
export const assetTypes = [...uploadTypes, ...madeTypes] as const;
export type AssetType = (typeof assetTypes)[number];

const KB = 1024;
/** Size limit per type. Carriers drop pictures above 1 MB (spec 2 §9). */
export const assetLimits: Record<AssetType, { bytes: number; kinds: string }> = {
  "mms-image": { bytes: KB * KB, kinds: "gif, jpg or png" },
  "meme-image": { bytes: 5 * KB * KB, kinds: "gif, jpg or png" },
  audio: { bytes: 10 * KB * KB, kinds: "mp3 or wav" },
  inboundxml: { bytes: 256 * KB, kinds: "xml" },
  recording: { bytes: 100 * KB * KB, kinds: "wav" },
  meme: { bytes: KB * KB, kinds: "jpg or png" },
  received: { bytes: 5 * KB * KB, kinds: "gif, jpg or png" },
};

const asset = z.object({
  assetId: id,
  type: z.enum(assetTypes),
  fileName: z.string(),
  contentType: z.string(),
  bytes: z.number().int(),
  /** In pixels, pictures only. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Public address, readable without signing in. */
  publicUrl: z.string(),
  created: z.string().nullable(),
  usedBy: z.array(z.object({ kind: z.enum(["workflow", "template"]), id, name: z.string() })),
});
export type Asset = z.infer<typeof asset>;

export const assetRoutes = {
  list: route({
    method: "GET",
    path: "/v4/asset/",
    summary: "List assets",
    description:
      "All uploads, or those of one type, newest first. Recordings and drawn pictures are listed only by type, in pages.",
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
    summary: "Upload an asset",
    description: "Multipart form data with `type` and `file`.",
    caller: "account",
    privilege: "workflow-edit",
    rawBody: "multipart/form-data",
    maxBodyBytes: 11 * KB * KB,
    item: asset,
  }),
  /** Used by the form of a meme node (spec 2 §3.3). */
  preview: route({
    method: "POST",
    path: "/v4/asset/meme/preview",
    summary: "Preview a meme",
    description: "Draws the text on the picture as the Meme node would. Nothing is saved.",
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
    /** `picture` is the drawn picture as a data URL. */
    item: z.object({ picture: z.string(), width: z.number().int(), height: z.number().int() }),
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/asset/:assetId/",
    summary: "Delete an asset",
    description: "Its address stops working wherever it is used.",
    caller: "account",
    privilege: "workflow-edit",
    params: z.object({ assetId: id }),
    item: done,
  }),
};
