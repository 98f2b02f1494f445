/** The length of an Ed25519 public key. */
const keyBytes = 32;
/** How far an event's time may be from ours, in seconds. An older one may be a recorded event that is sent again. */
const longestAgeSeconds = 300;

/** Whether the provider signed this event, not long ago: Ed25519 over the time, `|` and the body as it arrived. */
export async function isSigned(
  publicKey: string,
  { body, timestamp, signature }: { body: string; timestamp: string; signature: string },
  nowMs: number,
): Promise<boolean> {
  const [key, given] = [decodeBase64(publicKey), decodeBase64(signature)];
  if (key?.length !== keyBytes || given === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > longestAgeSeconds) return false;
  const verifier = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify("Ed25519", verifier, given, new TextEncoder().encode(`${timestamp}|${body}`));
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
