import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js";
import { areaCodeStates } from "../data/areaCodeStates.ts";
import type { NumberFacts } from "../factVariables.ts";
import { ownValue } from "../ownValue.ts";
import { areaCodeOf, zonesOfPhone } from "../time/recipientZones.ts";

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
  const state = ownValue(areaCodeStates, areaCodeOf(phone) ?? "")?.join(",");
  const timezone = zonesOfPhone(phone)?.join(",");
  return {
    ...(number.country !== undefined && { country: number.country }),
    ...(state !== undefined && { state }),
    ...(timezone !== undefined && { timezone }),
    ...(type !== undefined && { type, wireless: String(type === "mobile") }),
  };
}
