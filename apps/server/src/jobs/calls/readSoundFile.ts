import type { Egress } from "../../egress/egress.ts";

/** Recordings are the size of an hour of telephone sound at most, and twice that for two channels. */
const mostRecordingBytes = 128 * 1024 * 1024;
const fetchTimeoutMs = 60_000;

/** The file of a recording at a provider, or why it cannot be had, as text. `isGone`: there is none at the address. */
export type SoundFile = { data: Buffer } | { problem: string; isGone: boolean };

/** Fetches the file of a recording. */
export async function readSoundFile(egress: Egress, url: string, headers: Record<string, string>): Promise<SoundFile> {
  try {
    const { status, body } = await egress.request({
      method: "GET",
      url,
      headers,
      timeoutMs: fetchTimeoutMs,
      maxBytes: mostRecordingBytes,
    });
    if (status === 200 && body.length > 0) return { data: body };
    return { problem: describeAnswer(status), isGone: status >= 400 && status < 500 && status !== 429 };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `the provider cannot be reached: ${why}`, isGone: false };
  }
}

function describeAnswer(status: number): string {
  if (status === 200) return "the provider sent an empty file";
  if (status === 404) return "the provider does not have the file (404)";
  if (status === 401 || status === 403) return `the provider refused access to the file (${status})`;
  if (status === 429) return "the provider allows no more requests at the moment (429)";
  return status >= 500 ? `the provider has a problem (${status})` : `the provider answered ${status}`;
}
