import { ownValue } from "../parts/ownValue.ts";
import { type Decimal, decimalOf, multiply, parseDecimal, plainText, type Rounding, round } from "./decimal.ts";

const group = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ",");

/** `3,000,000.125`: grouped, at most three decimals, rounded half even. */
export const formatGrouped = (number: Decimal): string =>
  formatParts(number, { grouped: true, minWhole: 1, minDecimals: 0, maxDecimals: 3 });

interface Pattern {
  grouped: boolean;
  minWhole: number;
  minDecimals: number;
  maxDecimals: number;
}

function formatParts(number: Decimal, pattern: Pattern, mode: Rounding = "halfEven"): string {
  const rounded = plainText(round(number, pattern.maxDecimals, mode));
  const sign = rounded.startsWith("-") ? "-" : "";
  const [whole = "0", decimals = ""] = rounded.replace("-", "").split(".");
  const padded = (whole === "0" && pattern.minWhole === 0 ? "" : whole).padStart(pattern.minWhole, "0");
  const fraction = decimals.padEnd(pattern.minDecimals, "0");
  const text = (pattern.grouped ? group(padded) : padded) + (fraction === "" ? "" : `.${fraction}`);
  return sign + (text === "" ? "0" : text);
}

const patternForm = /^([^#0,.]*)([#0,]*)(?:\.(0*)(#*))?([^#0,.]*)$/;
const hundred = decimalOf(100);

/** Formats with a Java DecimalFormat pattern such as `#,##0.00` or `0.#%`. Undefined for an unsupported pattern. */
export function formatPattern(number: Decimal, pattern: string): string | undefined {
  const named = ownValue(namedFormats, pattern);
  if (named !== undefined) return named(number);
  const match = patternForm.exec(pattern);
  if (!match) return undefined;
  const [, prefix = "", whole = "", zeros = "", optional = "", suffix = ""] = match;
  if (whole === "" && zeros === "" && optional === "") return undefined;
  const scaled = suffix.includes("%") ? multiply(number, hundred) : number;
  const text = formatParts(scaled, {
    grouped: whole.includes(","),
    minWhole: whole.replace(/[^0]/g, "").length,
    minDecimals: zeros.length,
    maxDecimals: zeros.length + optional.length,
  });
  return text.startsWith("-") ? `-${prefix}${text.slice(1)}${suffix}` : `${prefix}${text}${suffix}`;
}

const namedFormats: Record<string, ((number: Decimal) => string) | undefined> = {
  __proto__: null as never,
  number: formatGrouped,
  computer: plainText,
  c: plainText,
  currency: (number) => formatPattern(number, "$#,##0.00") ?? "",
  percent: (number) => formatPattern(number, "#,##0%") ?? "",
};

/** Parses a number in computer form. */
export const readNumber = (text: string): Decimal | undefined => parseDecimal(text);
