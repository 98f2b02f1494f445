import { type Asset, type AssetType, assetLimits, assetRoutes } from "@trunkline/contract/assets/asset.ts";
import { upload } from "./upload.ts";

/** Labels of the asset types. */
export const assetTypeNames: Readonly<Record<AssetType, string>> = {
  "mms-image": "Message picture",
  "meme-image": "Meme picture",
  audio: "Audio",
  inboundxml: "CallXML",
  recording: "Recording",
  meme: "Drawn picture",
  received: "Received picture",
};

/** What a file chooser offers for a type. */
export const acceptedOf = (type: AssetType): string =>
  type === "audio"
    ? "audio/mpeg,audio/wav,.mp3,.wav"
    : type === "inboundxml"
      ? "text/xml,application/xml,.xml"
      : "image/gif,image/jpeg,image/png";

/** "gif, jpg or png, at most 1 MB" */
export const limitsOf = (type: AssetType): string => {
  const { bytes, kinds } = assetLimits[type];
  return `${kinds}, at most ${sizeOf(bytes)}`;
};

/** Formats a size in bytes. */
export const sizeOf = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

/** Uploads a file as an asset and reports progress. */
export function uploadAsset(
  type: AssetType,
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Asset> {
  const form = new FormData();
  form.set("type", type);
  form.set("file", file);
  return upload(assetRoutes.create, {}, form, { onSent, signal });
}

/** The path of an asset, independent of the product's public address. */
const assetPath = /\/assets\/[\w-]{54}\/[^/?#]+$/;

/** Whether a URL belongs to an asset. */
export const isAssetAddress = (url: string): boolean => assetPath.test(url);

/** The URL to show on this page. Assets use their path, so that the public address does not matter. */
export const shownAddress = (url: string): string => assetPath.exec(url)?.[0] ?? url;
