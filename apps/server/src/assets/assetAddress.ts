import type { AssetRow } from "../store/assets/asset.ts";

const shape = /\/assets\/([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{32})\/[^/?#]+$/;

/** The public path of an asset: its account and what nobody can guess, then its name, so that it ends as files of its kind do. */
export function assetPath(account: string, { secret, fileName }: Pick<AssetRow, "secret" | "fileName">): string {
  const owner = Buffer.from(account.replaceAll("-", ""), "hex").toString("base64url");
  return `/assets/${owner}${secret}/${encodeURIComponent(fileName)}`;
}

/** What a public address of ours names; null for any other address. It says nothing about whether the asset is there. */
export function readAssetAddress(address: string): { account: string; secret: string } | null {
  const [, owner, secret] = shape.exec(address) ?? [];
  if (owner === undefined || secret === undefined) return null;
  const hex = Buffer.from(owner, "base64url").toString("hex");
  const account = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { account, secret };
}
