import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js";

export type ParsedPhone = { e164: string } | { problem: string };

// area codes and exchanges never start with 0 or 1; area codes never end in 11 or have 9 in the middle
const plainNanp = /^(?:\+?1)?([2-9](?!11)[0-8]\d)([2-9]\d{2})(\d{4})$/;

/** Whether a text is a phone number in any readable form. */
export const isPhone = (text: string): boolean => "e164" in parsePhone(text);

/** A phone number in any readable form as E.164, or the text itself where it is none, such as a short code. */
export function e164Of(text: string): string {
  const parsed = parsePhone(text);
  return "e164" in parsed ? parsed.e164 : text.trim();
}

/** A phone number in any readable form as E.164, or the reason why it is invalid. */
export function parsePhone(text: string, defaultCountry = "US"): ParsedPhone {
  const bare = text.replace(/[\s().-]/g, "");
  if (bare === "") return { problem: "empty" };
  if (defaultCountry === "US" || defaultCountry === "CA" || bare.startsWith("+1")) {
    const match = plainNanp.exec(bare);
    if (match) return { e164: `+1${match[1]}${match[2]}${match[3]}` };
  }
  // 00 is the international prefix in most countries; elsewhere no number starts with it
  const dialled = bare.startsWith("00") ? `+${bare.slice(2)}` : text;
  const number = parsePhoneNumberFromString(dialled, defaultCountry as CountryCode);
  if (number === undefined) return { problem: "not a phone number" };
  if (number.ext) return { problem: "has an extension" };
  return number.isValid() ? { e164: number.number } : { problem: "no such phone number" };
}
