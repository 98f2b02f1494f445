import { assetPath } from "../assets/assetAddress.ts";
import { insertAsset } from "../store/asset.ts";
import type { Query } from "../store/database.ts";

/** A recording that is kept. */
export interface Recording {
  assetId: string;
  url: string;
}

/** Keeps what was recorded on a call as an asset; `publicUrl` is the address that others see. */
export async function keepRecording(
  q: Query,
  account: string,
  callId: string,
  data: Buffer,
  publicUrl: string,
): Promise<Recording> {
  const row = await insertAsset(q, account, {
    type: "recording",
    fileName: `call-${callId}.wav`,
    contentType: "audio/wav",
    data,
    createdBy: null,
  });
  return { assetId: row.assetId, url: publicUrl + assetPath(account, row) };
}
