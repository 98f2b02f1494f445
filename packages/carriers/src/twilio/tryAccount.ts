import type { WireAnswer, WireRequest } from "../carrier.ts";
import type { PhoneKey } from "./browserPhone.ts";
import { addressOf, buildReadAccount, buildReadBalance, readObject, type TwilioAccount } from "./messages.ts";

/** Why the provider does not let this account send, in words that say what to do. Null: it does. */
export function accountProblem(answer: WireAnswer): string | null {
  if ("broken" in answer)
    return `the provider cannot be reached${answer.words ? ` (${answer.words})` : ""}. Check the base address`;
  const body = readObject(answer.body);
  if (answer.status === 401) return "the account SID or the auth token is wrong";
  if (answer.status === 404) return "the provider has no such account. Check the base address and the account SID";
  if (answer.status < 200 || answer.status >= 300) return `the provider answered HTTP ${answer.status}`;
  if (body === null || typeof body["sid"] !== "string")
    return "the base address does not answer as the Twilio API does";
  if (body["status"] === "suspended") return "the provider has suspended the account";
  if (body["status"] === "closed") return "the account is closed";
  return null;
}

/** Reads the account and its balance once, and tries the key of browsers. Returns what the user reads. */
export async function tryAccount(
  account: TwilioAccount,
  key: PhoneKey | null,
  transport: (request: WireRequest) => Promise<WireAnswer>,
): Promise<{ ok: boolean; words: string }> {
  const read = await transport(buildReadAccount(account));
  const problem = accountProblem(read);
  if (problem !== null || "broken" in read) return { ok: false, words: `The test failed: ${problem}` };
  const name = readObject(read.body)?.["friendly_name"];
  const balance = balanceIn(await transport(buildReadBalance(account)));
  const words = `The provider accepted the account${typeof name === "string" && name !== "" ? ` "${name}"` : ""}${balance === null ? "" : `, balance ${balance}`}`;
  const keyProblem = key === null ? null : problemOfKey(await transport(buildTryKey(account, key)));
  return keyProblem === null ? { ok: true, words } : { ok: false, words: `${words}. But ${keyProblem}` };
}

/** A key cannot read its account, but the account's calls. */
const buildTryKey = (account: TwilioAccount, { keySid, secret }: PhoneKey): WireRequest => ({
  method: "GET",
  url: `${addressOf(account, "/Calls")}?PageSize=1`,
  headers: { authorization: `Basic ${btoa(`${keySid}:${secret}`)}`, accept: "application/json" },
  body: "",
});

function problemOfKey(answer: WireAnswer): string | null {
  if ("broken" in answer) return "the API key could not be tried. Test again";
  if (answer.status === 401 || answer.status === 403)
    return "the API key SID or its secret is wrong, so browsers would carry no sound";
  return answer.status === 200 ? null : `the provider answered HTTP ${answer.status} when the API key was tried`;
}

/** Not every provider with this API reports a balance. */
function balanceIn(answer: WireAnswer): string | null {
  if ("broken" in answer || answer.status !== 200) return null;
  const body = readObject(answer.body);
  const [amount, currency] = [body?.["balance"], body?.["currency"]];
  return typeof amount === "string" && typeof currency === "string" ? `${amount} ${currency}` : null;
}
