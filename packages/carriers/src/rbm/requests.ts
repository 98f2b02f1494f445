import type { OutgoingText, SendResult, WireAnswer, WireRequest } from "../carrier.ts";
import type { Failure } from "../failures.ts";
import { objectOf, readObject } from "../readObject.ts";
import { readSendAnswer } from "../requestConnection.ts";
import type { RbmContent } from "./content.ts";

/** The agent that messages are sent as. */
export interface RbmAgent {
  /** Without a slash at its end. */
  baseUrl: string;
  agentId: string;
}

/** Which kind of traffic the agent's messages are. Empty: as the agent is registered. */
export type TrafficType = "" | "AUTHENTICATION" | "TRANSACTION" | "PROMOTION" | "SERVICEREQUEST";

const phonePattern = /^\+[1-9]\d{6,14}$/;
/** Whether Google's API can address this phone. */
export const isE164 = (phone: string): boolean => phonePattern.test(phone);

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, accept: "application/json" });

/** Sends a message. Google ignores a second one with the same id. */
export function buildSend(
  { baseUrl, agentId }: RbmAgent,
  token: string,
  { messageId, to }: Pick<OutgoingText, "messageId" | "to">,
  {
    contentMessage,
    trafficType,
    ttlSeconds,
  }: Pick<RbmContent, "contentMessage"> & { trafficType: TrafficType; ttlSeconds: number },
): WireRequest {
  const query = new URLSearchParams({ messageId, agentId });
  return {
    method: "POST",
    url: `${baseUrl}/v1/phones/${to}/agentMessages?${query}`,
    headers: { ...headersOf(token), "content-type": "application/json" },
    body: JSON.stringify({
      contentMessage,
      ...(trafficType !== "" && { messageTrafficType: trafficType }),
      ttl: `${ttlSeconds}s`,
    }),
  };
}

/** The outcome of a send. 409: the id was used, so Google has the message. */
export const readSend = (answer: WireAnswer, messageId: string): SendResult =>
  "status" in answer && answer.status === 409
    ? { outcome: "accepted", carrierRef: messageId }
    : readSendAnswer(
        answer,
        () => messageId,
        (status, body) => ({ failure: failureOf({ status, body }), code: String(status) }),
      );

/** The failure of a refused message (telecom §3). */
function failureOf({ status, body }: { status: number; body: string }): Failure {
  switch (status) {
    case 400:
      // Google fetches pictures while it answers
      if (/\b(file|media|thumbnail)/i.test(wordsOf(body))) return "carrier_picture";
      // a field that is named is ours; without one the handset lacks the feature
      return namesField(body) ? "carrier_content" : "carrier_no_feature";
    case 401:
    case 403:
      return "carrier_account";
    case 404:
      return "carrier_no_rcs";
    case 413:
      return "carrier_content";
    case 429:
      return "carrier_throttled";
    default:
      return "carrier_rejected";
  }
}

/** Google's words about a refused message, and the fields that it names. */
const wordsOf = (body: string): string =>
  JSON.stringify(objectOf(readObject(body)?.["error"]) ?? {}).replace(/[A-Z]/g, " $&");

function namesField(body: string): boolean {
  const details = objectOf(readObject(body)?.["error"])?.["details"];
  return Array.isArray(details) && details.some((one) => Array.isArray(objectOf(one)?.["fieldViolations"]));
}

/** Asks what a phone can show. `requestId` is a UUID of the caller's choice. */
export const buildCapabilities = (
  { baseUrl, agentId }: RbmAgent,
  token: string,
  { phone, requestId }: { phone: string; requestId: string },
): WireRequest => ({
  method: "GET",
  url: `${baseUrl}/v1/phones/${phone}/capabilities?${new URLSearchParams({ requestId, agentId })}`,
  headers: headersOf(token),
  body: "",
});

/** What a phone can show: its features, null without RCS, or why it is not known. */
export type Capabilities = { features: ReadonlySet<string> | null } | { failure: Failure; code: string | null };

/** Reads what a phone can show. Nothing was sent to the phone, so every failure may be tried again. */
export function readCapabilities(answer: WireAnswer): Capabilities {
  if ("broken" in answer) return { failure: "carrier_unavailable", code: null };
  const { status } = answer;
  if (status === 404) return { features: null };
  if (status === 200) {
    const features = readObject(answer.body)?.["features"];
    return { features: new Set(Array.isArray(features) ? features.map(String) : []) };
  }
  const code = String(status);
  if (status === 400) return { failure: "carrier_invalid_number", code };
  if (status === 403) return { failure: "carrier_account", code };
  return { failure: status === 429 ? "carrier_throttled" : "carrier_unavailable", code };
}

/** How long to wait after a 429, in milliseconds. Null if the answer does not say. */
export function retryAfterMs(answer: WireAnswer): number | null {
  if ("broken" in answer) return null;
  const value = answer.headers["retry-after"];
  return value !== undefined && /^\d+$/.test(value) ? Number(value) * 1000 : null;
}
