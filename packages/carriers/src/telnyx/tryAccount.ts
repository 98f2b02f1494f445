import type { WireAnswer, WireRequest } from "../carrier.ts";
import { buildRequest, readData, type TelnyxAccount, textOf, wordsOfRefusal } from "./account.ts";
import { applicationProblem, buildReadApplication } from "./application.ts";

/** Reads the messaging profile that texts leave by. */
export const buildReadProfile = (account: TelnyxAccount, messagingProfileId: string): WireRequest =>
  buildRequest(account, "GET", `/messaging_profiles/${encodeURIComponent(messagingProfileId)}`);

/** Reads the account's balance. */
const buildReadBalance = (account: TelnyxAccount): WireRequest => buildRequest(account, "GET", "/balance");

/** Why the provider does not let this account send, in words that say what to do. Null: it does. */
export function accountProblem(answer: WireAnswer): string | null {
  if ("broken" in answer)
    return `the provider cannot be reached${answer.words ? ` (${answer.words})` : ""}. Check the base address`;
  const { status } = answer;
  if (status === 401) return "the API key is wrong or was revoked. Create one in the portal, under API Keys";
  if (status === 403) {
    const words = wordsOfRefusal(answer);
    return `the API key may not use this messaging profile${words === "" ? "" : `: ${words}`}`;
  }
  if (status === 404) return "the account has no such messaging profile. Copy its ID from the portal, under Messaging";
  // the limit of requests says nothing about the account
  if (status === 429) return null;
  if (status < 200 || status >= 300) return `the provider answered HTTP ${status}. Try again later`;
  const profile = readData(answer.body);
  if (profile?.["record_type"] !== "messaging_profile")
    return "the base address does not answer as the Telnyx API does. Check the base address";
  return profile["enabled"] === false
    ? "the messaging profile is disabled. Enable it in the portal, under Messaging"
    : null;
}

/** Reads the messaging profile, the application if there is one, and the balance once. Returns what the user reads. */
export async function tryAccount(
  account: TelnyxAccount,
  { messagingProfileId, applicationId }: { messagingProfileId: string; applicationId: string },
  transport: (request: WireRequest) => Promise<WireAnswer>,
): Promise<{ ok: boolean; words: string }> {
  const read = await transport(buildReadProfile(account, messagingProfileId));
  const problem = accountProblem(read);
  if (problem !== null || "broken" in read) return { ok: false, words: `The test failed: ${problem}` };
  if (read.status === 429) return { ok: false, words: "The test failed: too many requests. Try again in a minute" };
  const name = textOf(readData(read.body)?.["name"]);
  const noCalls =
    applicationId === "" ? null : applicationProblem(await transport(buildReadApplication(account, applicationId)));
  if (noCalls !== null) return { ok: false, words: `The test failed: ${noCalls}` };
  const balance = balanceIn(await transport(buildReadBalance(account)));
  return {
    ok: true,
    words: `The provider accepted the API key${applicationId === "" ? " and" : ", the call control application and"} the messaging profile "${name}"${balance === null ? "" : `, balance ${balance}`}`,
  };
}

/** A key may not be allowed to read the balance. */
function balanceIn(answer: WireAnswer): string | null {
  if ("broken" in answer || answer.status !== 200) return null;
  const data = readData(answer.body);
  const [amount, currency] = [textOf(data?.["balance"]), textOf(data?.["currency"])];
  return amount === "" || currency === "" ? null : `${amount} ${currency}`;
}
