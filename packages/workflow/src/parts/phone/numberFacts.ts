import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js";
import { areaCodeStates } from "../data/areaCodeStates.ts";
import type { NumberFacts } from "../factVariables.ts";
import { ownValue } from "../ownValue.ts";
import { areaCodeOf, zonesOfPhone } from "../time/recipientZones.ts";

// North American mobile and fixed numbers look alike, so FIXED_LINE_OR_MOBILE is not a fact
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

/** Facts contained in an E.164 number itself. Undefined when the number is impossible. */
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
