import type { AssetRow } from "../store/assets/asset.ts";

const shape = /\/assets\/([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{32})\/[^/?#]+$/;

/** The public path of an asset: the account, an unguessable part, and the file name with its usual extension. */
export function assetPath(account: string, { secret, fileName }: Pick<AssetRow, "secret" | "fileName">): string {
  const owner = Buffer.from(account.replaceAll("-", ""), "hex").toString("base64url");
  return `/assets/${owner}${secret}/${encodeURIComponent(fileName)}`;
}

/** Parses a public asset address of this installation, or returns null. The asset may not exist. */
export function readAssetAddress(address: string): { account: string; secret: string } | null {
  const [, owner, secret] = shape.exec(address) ?? [];
  if (owner === undefined || secret === undefined) return null;
  const hex = Buffer.from(owner, "base64url").toString("hex");
  const account = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { account, secret };
}
