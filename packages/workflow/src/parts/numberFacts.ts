import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js";
import { areaCodeStates } from "./data/areaCodeStates.ts";
import { areaCodeOf, zonesOfPhone } from "./recipientZones.ts";

/** What is known of a phone number; what is not known is left out. */
export interface NumberFacts {
  /** Two letters. */
  country?: string;
  /** The state, province or territory, by its letters; several are joined by commas, as an area code may span them. */
  state?: string;
  /** IANA zones joined by commas. */
  timezone?: string;
  /** The kind of line, as carriers' look-ups call it: mobile, landline, tollFree … (telecom-domain §1.7). */
  type?: string;
  /** `true` or `false`. */
  wireless?: string;
  /** Whose line it is. */
  company?: string;
  /** The network that carries it. */
  network?: string;
  city?: string;
  zip?: string;
}

// North American mobile and fixed numbers look the same: FIXED_LINE_OR_MOBILE tells nothing
const lineTypes: Partial<Record<Exclude<NumberType, undefined>, string>> = {
  MOBILE: "mobile",
  FIXED_LINE: "landline",
  TOLL_FREE: "tollFree",
  PREMIUM_RATE: "premium",
  SHARED_COST: "sharedCost",
  VOIP: "voip",
  PERSONAL_NUMBER: "personal",
  PAGER: "pager",
  UAN: "uan",
  VOICEMAIL: "voicemail",
};

/** What an E.164 number tells by itself, without asking anybody; undefined when there can be no such number. */
export function numberFacts(phone: string): NumberFacts | undefined {
  const number = parsePhoneNumberFromString(phone);
  if (!number?.isValid()) return undefined;
  const kind = number.getType();
  const type = kind === undefined ? undefined : lineTypes[kind];
  const state = areaCodeStates[areaCodeOf(phone) ?? ""]?.join(",");
  const timezone = zonesOfPhone(phone)?.join(",");
  return {
    ...(number.country !== undefined && { country: number.country }),
    ...(state !== undefined && { state }),
    ...(timezone !== undefined && { timezone }),
    ...(type !== undefined && { type, wireless: String(type === "mobile") }),
  };
}

const factNames = ["company", "wireless", "network", "city", "state", "country", "zip", "type", "timezone"] as const;

/** The variables that a look-up may fill: those of spec 2 §2.1, and two of ours. */
export const factVariables: readonly string[] = factNames.map((name) => `phonenumber1.${name}`);

/** Facts as workflow variables. */
export const factsAsVariables = (facts: NumberFacts): Record<string, string> =>
  Object.fromEntries(
    factNames.flatMap((name) => (facts[name] === undefined ? [] : [[`phonenumber1.${name}`, facts[name]]])),
  );
