import type { WireAnswer, WireRequest } from "../../carrier.ts";
import { ownValue } from "../../ownValue.ts";
import { RegistryRefusal } from "../registry.ts";

/** The credentials for The Campaign Registry, and the connectivity partner through which 10DLC campaigns reach the carriers. */
export interface TcrKeys {
  /** Without a slash at its end, with the version: https://csp-api.campaignregistry.com/v2. */
  baseUrl: string;
  apiKey: string;
  secret: string;
  /** The connectivity partner that 10DLC campaigns are shared with (S……). */
  upstream: string;
  /** Who vets brands. */
  vettingProvider: string;
}

export type Method = WireRequest["method"];
export type Json = Record<string, unknown>;

/** A call of the registry's API: JSON both ways, the account's key and secret as Basic authentication. */
export const buildCall = (
  { baseUrl, apiKey, secret }: TcrKeys,
  method: Method,
  path: string,
  body?: object,
): WireRequest => ({
  method,
  url: `${baseUrl}${path}`,
  headers: {
    authorization: `Basic ${btoa(`${apiKey}:${secret}`)}`,
    accept: "application/json",
    ...(body && { "content-type": "application/json" }),
  },
  body: body ? JSON.stringify(body) : "",
});

/** What is not there is said in words and by a code of its own, with whatever HTTP status. */
const isUnknown = ({ code, description }: Json): boolean =>
  Number(code) === 502 || /^(brand|campaign) not found/i.test(textOf(description));

/**
 * What the registry answered; null: it does not know what was asked about. What it refuses is thrown in its own words;
 * everything else that goes wrong is thrown to be tried again.
 */
export function readAnswer(answer: WireAnswer): unknown {
  if ("broken" in answer) throw new Error("The registry does not answer");
  const { status, body } = answer;
  const said = parsed(body);
  if (status >= 200 && status < 300) return said ?? {};
  // invalid credentials are for the operator to fix, and rate limits pass
  if (status === 401 || status === 403 || status === 408 || status === 429)
    throw new Error(`The registry answered ${status}`);
  const errors = (Array.isArray(said) ? said : said === null ? [] : [said]) as Json[];
  if (status === 404 || errors.some(isUnknown)) return null;
  if (status >= 500) throw new Error(`The registry answered ${status}`);
  const words = errors.flatMap(({ field, description }) =>
    typeof description === "string"
      ? [typeof field === "string" && field ? `${field}: ${description}` : description]
      : [],
  );
  throw new RegistryRefusal(words.length > 0 ? words.join("; ") : `The registry refused it (${status})`);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

export const recordOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(recordOf) : []);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** Only what is filled in, since empty texts are no values to the registry. */
const filled = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== "" && value !== "NONE"),
  );

const brandFields = [
  ...["entityType", "displayName", "companyName", "einIssuingCountry", "firstName", "lastName", "mobilePhone"],
  ...["phone", "email", "businessContactEmail", "website", "street", "city", "state", "postalCode", "country"],
  ...["vertical", "stockSymbol", "stockExchange", "altBusinessId", "altBusinessIdType"],
  "ipAddress",
];

/** A brand as the registry takes it; what it is changed with has no reference, tags or mock flag. */
export function brandOf(filing: Readonly<Json>, reference: string | null): Json {
  const ein = textOf(filing["ein"]);
  return {
    ...filled({
      ...Object.fromEntries(brandFields.map((name) => [name, ownValue(filing, name)])),
      ein: filing["einIssuingCountry"] === "US" ? ein.replace(/\D/g, "") : ein,
    }),
    brandRelationship: textOf(filing["brandRelationship"]) || "BASIC_ACCOUNT",
    ...(reference !== null && {
      referenceId: reference,
      mock: filing["mock"] === true,
      ...(Array.isArray(filing["tag"]) && filing["tag"].length > 0 && { tag: filing["tag"] }),
    }),
  };
}

const changeable = [
  ...["description", "sample1", "sample2", "sample3", "sample4", "sample5", "messageFlow", "helpMessage"],
];
const flags = [
  ...["embeddedLink", "embeddedPhone", "numberPool", "ageGated", "directLending"],
  ...["subscriberOptin", "subscriberOptout", "subscriberHelp"],
];

/** What the registry lets be changed of a 10DLC campaign. */
export const campaignChangeOf = (filing: Readonly<Json>): Json =>
  filled(Object.fromEntries(changeable.map((name) => [name, ownValue(filing, name)])));

/** A 10DLC campaign as the registry takes it. Number set, MMS and screenshot are no part of its form. */
export const campaignOf = (filing: Readonly<Json>, brandId: string, reference: string): Json => ({
  ...campaignChangeOf(filing),
  ...Object.fromEntries(flags.map((name) => [name, ownValue(filing, name) === true])),
  ...filled({
    privacyPolicyLink: filing["privacyPolicyLink"],
    termsAndConditionsLink: filing["termsAndConditionsLink"],
  }),
  brandId,
  usecase: filing["usecase"],
  subUsecases: filing["subUsecases"],
  referenceId: reference,
  // the words that the product answers whatever a workflow does
  optoutKeywords: "STOP",
  helpKeywords: "HELP",
  termsAndConditions: true,
  affiliateMarketing: false,
  autoRenewal: true,
  ...(Array.isArray(filing["tag"]) && filing["tag"].length > 0 && { tag: filing["tag"] }),
});
