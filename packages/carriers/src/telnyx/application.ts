import type { WireAnswer, WireRequest } from "../carrier.ts";
import { objectOf } from "../readObject.ts";
import { buildRequest, readData, type TelnyxAccount, textOf, wordsOfRefusal } from "./account.ts";

/** The call control application that calls are placed by, and that numbers send their calls to. */
interface Application {
  name: string;
  /** Null: nowhere. */
  webhookUrl: string | null;
  isActive: boolean;
  /** It can place calls. */
  hasVoiceProfile: boolean;
}

const pathOf = (applicationId: string): string => `/call_control_applications/${encodeURIComponent(applicationId)}`;

/** Reads the application. */
export const buildReadApplication = (account: TelnyxAccount, applicationId: string): WireRequest =>
  buildRequest(account, "GET", pathOf(applicationId));

/** What the application is. Null: the answer describes none. */
export function readApplication(answer: WireAnswer): Application | null {
  const data = "broken" in answer || answer.status !== 200 ? null : readData(answer.body);
  if (data === null || data["record_type"] !== "call_control_application") return null;
  return {
    name: textOf(data["application_name"]),
    webhookUrl: textOf(data["webhook_event_url"]) || null,
    isActive: data["active"] !== false,
    hasVoiceProfile: textOf(objectOf(data["outbound"])?.["outbound_voice_profile_id"]) !== "",
  };
}

/** Sends the events of the application's calls to an address. Its name must be repeated. */
export const buildPointApplication = (
  account: TelnyxAccount,
  applicationId: string,
  name: string,
  url: string,
): WireRequest =>
  buildRequest(account, "PATCH", pathOf(applicationId), {
    application_name: name,
    webhook_event_url: url,
    // the same address again: an event that could not be received is sent there
    webhook_event_failover_url: url,
    webhook_api_version: "2",
  });

/** Why calls cannot be placed by the application, in words that say what to do. Null: they can. */
export function applicationProblem(answer: WireAnswer): string | null {
  if ("broken" in answer) return "the application could not be read. Try again";
  if (answer.status === 404)
    return "the account has no such call control application. Copy its ID from the portal, under Voice, or leave the field empty to have no calls";
  const application = readApplication(answer);
  if (application === null) {
    const words = wordsOfRefusal(answer);
    return `the call control application could not be read${words === "" ? ` (HTTP ${answer.status})` : `: ${words}`}`;
  }
  if (!application.isActive)
    return "the call control application is not active. Activate it in the portal, under Voice";
  return application.hasVoiceProfile
    ? null
    : "the call control application has no outbound voice profile, so no calls can be placed. Choose one in the portal, in the application's outbound settings";
}
