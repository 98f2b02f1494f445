import { assetPath } from "../assets/assetAddress.ts";
import { insertAsset } from "../store/asset.ts";
import type { Query } from "../store/database.ts";

/** A recording that is kept. */
export interface Recording {
  assetId: string;
  url: string;
}

/** Whether a recording's name says that it is silent: whoever has only the address knows it too. A second one of a call has a number. */
export const isSilentName = (fileName: string): boolean => /-silent(-\d+)?\.wav$/.test(fileName);

/** What is recorded on a call: sound, or silence where no microphone was. */
export interface Recorded {
  data: Buffer;
  isSilent: boolean;
}

/** Keeps what was recorded on a call as an asset; `publicUrl` is the address that others see. */
export async function keepRecording(
  q: Query,
  account: string,
  callId: string,
  { data, isSilent }: Recorded,
  publicUrl: string,
): Promise<Recording> {
  const row = await insertAsset(q, account, {
    type: "recording",
    fileName: `call-${callId}${isSilent ? "-silent" : ""}.wav`,
    contentType: "audio/wav",
    data,
    createdBy: null,
    callId,
  });
  return { assetId: row.assetId, url: publicUrl + assetPath(account, row) };
}
