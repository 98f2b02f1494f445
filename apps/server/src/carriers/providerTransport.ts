import type { WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";
import type { Egress } from "../egress/egress.ts";
import { EgressError } from "../egress/egressError.ts";
import { ProviderError } from "./connectionKind.ts";
import { beforeWriting } from "./sendWire.ts";

const answerWithinMs = 30_000;

/** Sends requests to an address that a user entered, until `signal` is aborted. A refused address is an answer to no request. */
export const providerTransport =
  (egress: Egress, signal?: AbortSignal) =>
  async ({ method, url, headers, body }: WireRequest): Promise<WireAnswer> => {
    try {
      const answer = await egress.request({
        method,
        url,
        headers,
        ...(body !== "" && { body }),
        timeoutMs: answerWithinMs,
        maxRedirects: 0,
        ...(signal && { signal }),
      });
      return { status: answer.status, headers: answer.headers, body: answer.body.toString("utf8") };
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      return { broken: isBeforeWriting(error) ? "before_first_byte" : "after_first_byte", words };
    }
  };

function isBeforeWriting(error: unknown): boolean {
  if (!(error instanceof EgressError)) return false;
  if (["bad_address", "refused_address", "unknown_host"].includes(error.failure)) return true;
  return error.failure === "unreachable" && beforeWriting(error);
}

/** Sends a request that changes something at a provider. `whyNot` puts its failure into words. */
export async function changeAtProvider(
  egress: Egress,
  request: WireRequest,
  { whyNot, isDone = isSuccess }: { whyNot(answer: WireAnswer): string; isDone?(status: number): boolean },
): Promise<WireAnswer> {
  const answer = await providerTransport(egress)(request);
  if (!("broken" in answer) && isDone(answer.status)) return answer;
  const isInDoubt = "broken" in answer ? answer.broken === "after_first_byte" : answer.status >= 500;
  throw new ProviderError(whyNot(answer), { isInDoubt });
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** A test that succeeded, unless the provider cannot reach this installation. */
export const testedAt = (publicUrl: string, tested: { ok: boolean; words: string }, provider: string) =>
  !tested.ok || isReachable(publicUrl)
    ? tested
    : {
        ok: false,
        words: `${tested.words}. But ${provider} cannot reach ${publicUrl} with receipts and replies: the operator must set TRUNKLINE_PUBLIC_URL to the public https address of this installation`,
      };

/** Providers call public names with TLS alone. */
const isReachable = (publicUrl: string): boolean =>
  publicUrl.startsWith("https://") && !/^https:\/\/(localhost|127\.|10\.|192\.168\.|\[)/.test(publicUrl);
