import { assetLimits } from "@trunkline/contract/assets/asset.ts";
import { assetPath } from "../assets/assetAddress.ts";
import { readFileKind } from "../assets/readFileKind.ts";
import type { Egress } from "../egress/egress.ts";
import { EgressError } from "../egress/egressError.ts";
import { insertAsset } from "../store/assets/asset.ts";
import type { Database } from "../store/database.ts";

/** Where a carrier keeps a picture that a contact sent. */
interface RemoteMedia {
  url: string;
  headers: Record<string, string>;
  /** The file name, without its ending. */
  name: string;
}

const type = "received";
const withinMs = 10_000;

/** Fetches a picture from a carrier and stores it as an asset. It is what its first bytes say, not what the carrier calls it. */
export async function receiveMedia(
  { db, egress, publicUrl }: { db: Database; egress: Egress; publicUrl: string },
  account: string,
  { url, headers, name }: RemoteMedia,
): Promise<{ url: string } | { problem: string }> {
  const { bytes: maxBytes, kinds } = assetLimits[type];
  let data: Buffer;
  try {
    const answer = await egress.request({ method: "GET", url, headers, timeoutMs: withinMs, maxBytes });
    if (answer.status !== 200) return { problem: `the carrier answered HTTP ${answer.status}` };
    data = answer.body;
  } catch (error) {
    if (error instanceof EgressError) return { problem: error.message };
    throw error;
  }
  const kind = readFileKind(type, data);
  if (kind === null) return { problem: `the file is no ${kinds}` };
  const row = await db.tx([account], (q) =>
    insertAsset(q, account, {
      type,
      fileName: `${name}.${kind.ending}`,
      contentType: kind.contentType,
      width: kind.width,
      height: kind.height,
      data,
      createdBy: null,
    }),
  );
  return { url: publicUrl + assetPath(account, row) };
}
