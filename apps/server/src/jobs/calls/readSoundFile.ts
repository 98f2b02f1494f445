import type { Egress } from "../../egress/egress.ts";

/** Recordings are the size of an hour of telephone sound at most, and twice that for two channels. */
const mostRecordingBytes = 128 * 1024 * 1024;
const fetchTimeoutMs = 60_000;

/** The file of a recording at a provider. Null: it is not there, or not yet. */
export async function readSoundFile(
  egress: Egress,
  url: string,
  headers: Record<string, string>,
): Promise<Buffer | null> {
  try {
    const answer = await egress.request({
      method: "GET",
      url,
      headers,
      timeoutMs: fetchTimeoutMs,
      maxBytes: mostRecordingBytes,
    });
    return answer.status === 200 && answer.body.length > 0 ? answer.body : null;
  } catch {
    return null;
  }
}
