import type { WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";
import type { Egress } from "../egress/egress.ts";
import { EgressError } from "../egress/egressError.ts";
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

/** Providers call public names with TLS alone. */
export const isReachable = (publicUrl: string): boolean =>
  publicUrl.startsWith("https://") && !/^https:\/\/(localhost|127\.|10\.|192\.168\.|\[)/.test(publicUrl);
