import type { WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";

/** The most bytes read of an answer. */
const mostBytes = 1_000_000;

/** Failures before anything was written, so the request certainly did not arrive. */
const codesBeforeWriting = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/**
 * Sends a carrier adapter's request to an address that the operator or the provider fixed (readings, Running it). Never throws. Redirects count as answers because no provider's API needs them.
 */
export async function sendWire(request: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.method !== "GET" && request.body !== "" && { body: request.body }),
      redirect: "manual",
      signal,
    });
    const body = await readSome(answer);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  } catch (error) {
    return { broken: beforeWriting(error) ? "before_first_byte" : "after_first_byte" };
  }
}

/** True for an error of a request of which nothing was sent. */
export const beforeWriting = (error: unknown): boolean => codesBeforeWriting.has(codeOf(error));

async function readSome(answer: Response): Promise<string> {
  if (answer.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= mostBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function codeOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string; errors?: { code?: string }[] } }).cause;
  return cause?.code ?? cause?.errors?.[0]?.code ?? "";
}
