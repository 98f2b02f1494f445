import type { WireAnswer, WireRequest } from "../carrier.ts";
import { RegistryRefusal } from "../registry/registry.ts";
import { headersOf, readObject, type TwilioAccount } from "./messages.ts";

export type Json = Record<string, unknown>;
/** The fields of a form. A name can be repeated. */
export type Form = readonly (readonly [name: string, value: string])[];

/** Where an account registers. */
export interface RegistrationPlace {
  account: TwilioAccount;
  /** Where brands and 10DLC campaigns are registered, without a slash at its end. */
  url: string;
  /** The service that 10DLC campaigns are registered for. Empty: none. */
  messagingServiceSid: string;
  transport(request: WireRequest): Promise<WireAnswer>;
}

/** Asks the provider. Null: it does not know what was asked for. Refusals are thrown in its words, other failures to be retried. */
export async function ask(
  { account, url, transport }: RegistrationPlace,
  method: "GET" | "POST" | "DELETE",
  path: string,
  form: Form = [],
): Promise<Json | null> {
  const isForm = method === "POST";
  const answer = await transport({
    method,
    url: `${url}${path}`,
    headers: { ...headersOf(account), ...(isForm && { "content-type": "application/x-www-form-urlencoded" }) },
    body: isForm ? new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString() : "",
  });
  if ("broken" in answer) throw new Error("The provider does not answer");
  const { status } = answer;
  const body = readObject(answer.body);
  if (status >= 200 && status < 300) return body ?? {};
  if (status === 404) return null;
  // a wrong token is shown at the connection, and rate limits pass
  if (status === 401 || status === 403 || status === 408 || status === 429 || status >= 500)
    throw new Error(`The provider answered ${status}`);
  const words = textOf(body?.["message"]) || `The provider refused it (${status})`;
  throw new RegistryRefusal(words);
}

/** The same, refused if the provider does not know it. */
export async function need(...asked: Parameters<typeof ask>): Promise<Json> {
  const answer = await ask(...asked);
  if (answer === null) throw new RegistryRefusal("The provider does not know it");
  return answer;
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one): one is Json => typeof one === "object" && one !== null) : [];
