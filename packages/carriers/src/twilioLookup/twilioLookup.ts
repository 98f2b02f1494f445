import type { WireAnswer, WireRequest } from "../carrier.ts";
import type { CarrierFacts } from "../numberLookup.ts";

/** The address and the credentials. */
export interface LookupKeys {
  /** Without a slash at its end. */
  baseUrl: string;
  sid: string;
  token: string;
}

/** What a look-up found. `refused` is one of the closed reasons (`failures.ts`); null facts: there is no such number. */
export type LookupResult =
  | { facts: CarrierFacts | null }
  | { refused: "carrier_account" | "carrier_throttled" | "carrier_unavailable"; retryable: boolean };

/** Twilio's Lookup API, v2, with its line type package; other services use the same format. */
export const buildLookup = (phone: string, { baseUrl, sid, token }: LookupKeys): WireRequest => ({
  method: "GET",
  url: `${baseUrl}/v2/PhoneNumbers/${encodeURIComponent(phone)}?Fields=line_type_intelligence`,
  headers: { authorization: `Basic ${btoa(`${sid}:${token}`)}`, accept: "application/json" },
  body: "",
});

interface Answer {
  valid?: unknown;
  country_code?: unknown;
  // Twilio has no place of a number; services that have one name it as Twilio's phone number resources do
  locality?: unknown;
  region?: unknown;
  postal_code?: unknown;
  line_type_intelligence?: {
    carrier_name?: unknown;
    mobile_country_code?: unknown;
    mobile_network_code?: unknown;
    type?: unknown;
  } | null;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function readLookup(answer: WireAnswer): LookupResult {
  if ("broken" in answer) return { refused: "carrier_unavailable", retryable: true };
  const { status, body } = answer;
  if (status === 404) return { facts: null };
  if (status === 429) return { refused: "carrier_throttled", retryable: true };
  if (status >= 500) return { refused: "carrier_unavailable", retryable: true };
  const said = status >= 200 && status < 300 ? readAnswer(body) : null;
  if (said === null) return { refused: status >= 400 ? "carrier_account" : "carrier_unavailable", retryable: false };
  if (said.valid === false) return { facts: null };
  const line = said.line_type_intelligence ?? {};
  const named = textOf(line.type);
  const type = named === "unknown" ? undefined : named;
  const company = textOf(line.carrier_name);
  const [mcc, mnc] = [textOf(line.mobile_country_code), textOf(line.mobile_network_code)];
  const network = mcc !== undefined && mnc !== undefined ? `${mcc}${mnc}` : undefined;
  const country = textOf(said.country_code);
  const [city, state, zip] = [textOf(said.locality), textOf(said.region), textOf(said.postal_code)];
  return {
    facts: {
      ...(company !== undefined && { company }),
      ...(network !== undefined && { network }),
      ...(city !== undefined && { city }),
      ...(state !== undefined && { state }),
      ...(country !== undefined && { country }),
      ...(zip !== undefined && { zip }),
      ...(type !== undefined && { type, wireless: type === "mobile" }),
    },
  };
}

function readAnswer(body: string): Answer | null {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" && read !== null ? (read as Answer) : null;
  } catch {
    return null;
  }
}
