import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";

/** A formatted number: +1 (202) 555-0123 in North America, else as stored. */
export function formatPhone(phone: string | null | undefined): string {
  if (!phone) return "---";
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return parts ? `+1 (${parts[1]}) ${parts[2]}-${parts[3]}` : phone;
}

const whole = new Intl.NumberFormat("en-US");
/** A count with thousands separated. */
export const formatCount = (count: number): string => whole.format(count);

/** What is counted up to 10 000 and no further: "10,000+". */
export const countUpTo = (count: number): string => (count > 10_000 ? `${formatCount(10_000)}+` : formatCount(count));

/** A share of 1 in percent: "12.3 %", and "0 %" of nothing. */
export const formatShare = (part: number, whole: number): string =>
  formatPercent(whole === 0 ? 0 : (100 * part) / whole);

/** "1 contact", "2 contacts". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const ordinalRules = new Intl.PluralRules("en-US", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** "1st", "2nd". */
export const ordinal = (nth: number): string => `${nth}${endings[ordinalRules.select(nth)] ?? "th"}`;
