import type { RecordFormat } from "@trunkline/carriers/callLine.ts";
import { assetPath } from "../assets/assetAddress.ts";
import { readFileKind } from "../assets/readFileKind.ts";
import { insertAsset } from "../store/assets/asset.ts";
import type { Query } from "../store/database.ts";
import { encodeMp3 } from "./encodeMp3.ts";
import { readPeaks } from "./readWav.ts";

/** A stored recording. */
export interface Recording {
  assetId: string;
  url: string;
}

/** Whether a recording's name says that it is silent, which shows in its address too. A second one of a call has a number. */
export const isSilentName = (fileName: string): boolean => /-silent(-\d+)?\.(wav|mp3)$/.test(fileName);

/** What is recorded on a call, as WAV or in the format that it is saved in: sound, or silence where no microphone was. */
export interface Recorded {
  data: Buffer;
  isSilent: boolean;
  /** The format to save it in; wav by default. */
  format?: RecordFormat | undefined;
}

/** Saves what was recorded on a call as an asset; `publicUrl` is the address that others see. A WAV that cannot be encoded stays one. */
export async function storeRecording(
  q: Query,
  account: string,
  callId: string,
  { data, isSilent, format = "wav" }: Recorded,
  publicUrl: string,
): Promise<Recording> {
  const isWav = readFileKind("recording", data)?.contentType === "audio/wav";
  const mp3 = format === "mp3" ? (isWav ? await encodeMp3(data) : data) : null;
  const row = await insertAsset(q, account, {
    type: "recording",
    fileName: `call-${callId}${isSilent ? "-silent" : ""}.${mp3 === null ? "wav" : "mp3"}`,
    contentType: mp3 === null ? "audio/wav" : "audio/mpeg",
    data: mp3 ?? data,
    createdBy: null,
    callId,
    peaks: isWav ? readPeaks(data) : null,
  });
  return { assetId: row.assetId, url: publicUrl + assetPath(account, row) };
}
