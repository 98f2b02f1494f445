import type { OutgoingText, SendResult, WireAnswer, WireRequest } from "../carrier.ts";
import { readSendAnswer } from "../requestConnection.ts";
import { buildRequest, readData, readProblem, type TelnyxAccount } from "./account.ts";
import { failureOfRefusal } from "./errorCodes.ts";

/** How texts leave the account. */
export interface TelnyxSender {
  messagingProfileId: string;
  /** The public address of status events. It names our message, because the provider's messages have no field for our id. */
  webhookUrl: string;
}

/** Sends a text or a picture. Status events go to our address alone, not to that of the profile. */
export const buildSend = (
  account: TelnyxAccount,
  { messagingProfileId, webhookUrl }: TelnyxSender,
  { from, to, text, mediaUrl }: OutgoingText,
): WireRequest =>
  buildRequest(account, "POST", "/messages", {
    from,
    to,
    messaging_profile_id: messagingProfileId,
    ...(text !== "" && { text }),
    ...(mediaUrl !== null && { media_urls: [mediaUrl] }),
    type: mediaUrl === null ? "SMS" : "MMS",
    webhook_url: webhookUrl,
    // the same address again: an event that could not be received is sent there
    webhook_failover_url: webhookUrl,
    use_profile_webhooks: false,
  });

/** Why a text cannot be sent at all. Null means that it can. */
export const refuseUnsendable = ({ text, mediaUrl }: OutgoingText): SendResult | null =>
  text === "" && mediaUrl === null ? { outcome: "refused", failure: "carrier_content", code: "40316" } : null;

/** The outcome of a send. */
export const readSend = (answer: WireAnswer): SendResult =>
  readSendAnswer(
    answer,
    (body) => {
      const id = readData(body)?.["id"];
      return typeof id === "string" && id !== "" ? id : null;
    },
    (status, body) => {
      const problem = readProblem(body);
      return { failure: failureOfRefusal(status, problem), code: problem?.code || String(status) };
    },
  );

/** How long nothing may be sent after an answer, in milliseconds: until the provider's limit is reset. Null: it does not say. */
export function resetAfterMs(answer: WireAnswer): number | null {
  if ("broken" in answer) return null;
  const { headers } = answer;
  const seconds = /^\d+/.exec(headers["retry-after"] ?? headers["x-ratelimit-reset"] ?? "")?.[0];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

/** Whether an answer says that it was the last request that the provider's limit allows now. */
export const isLastAllowed = (answer: WireAnswer): boolean =>
  "headers" in answer && /^0\b/.test(answer.headers["x-ratelimit-remaining"] ?? "");
