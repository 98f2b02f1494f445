import { RE2JS } from "re2js";
import { ownValue } from "../parts/ownValue.ts";
import { epochDayOfDate } from "../parts/time/calendar.ts";
import { offsetAt } from "../parts/time/clock.ts";
import type { DateValue } from "./dates.ts";

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** What one letter of a pattern reads, and into which part of the date. */
const letters: Readonly<Record<string, (width: number) => string>> = {
  y: (width) => (width === 2 ? "\\d{2,4}" : "\\d{1,4}"),
  M: (width) => (width >= 3 ? "[A-Za-z]+" : "\\d{1,2}"),
  d: () => "\\d{1,2}",
  E: () => "[A-Za-z]+",
  H: () => "\\d{1,2}",
  h: () => "\\d{1,2}",
  m: () => "\\d{1,2}",
  s: () => "\\d{1,2}",
  S: () => "\\d{1,3}",
  a: () => "[AaPp][Mm]",
  X: () => "Z|[+-]\\d{2}:?\\d{2}",
};

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Parses a date with a Java SimpleDateFormat pattern such as `dd/MM/yyyy HH:mm`. Undefined when text or pattern is invalid. */
export function parseDatePattern(
  text: string,
  pattern: string,
  shows: DateValue["shows"],
  zone: string,
): DateValue | undefined {
  const found = fieldsOf(text.trim(), pattern);
  if (found === undefined) return undefined;
  const read = (letter: string, missing: number): number =>
    ownValue(found, letter) === undefined ? missing : Number(ownValue(found, letter));
  const month = /^[A-Za-z]/.test(found["M"] ?? "")
    ? monthNames.indexOf((found["M"] ?? "").slice(0, 3).toLowerCase()) + 1
    : read("M", 1);
  const half = found["a"]?.toLowerCase();
  const hour = found["h"] === undefined ? read("H", 0) : (read("h", 0) % 12) + (half === "pm" ? 12 : 0);
  const [day, minute, second] = [read("d", 1), read("m", 0), read("s", 0)];
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return undefined;
  const year = found["y"]?.length === 2 ? 2000 + read("y", 0) : read("y", 1970);
  const local =
    epochDayOfDate(year, month, day) * 86_400_000 + ((hour * 60 + minute) * 60 + second) * 1000 + read("S", 0);
  const offset = found["X"];
  const ms =
    offset === undefined
      ? local - offsetAt(local - offsetAt(local, zone), zone)
      : local - offsetMinutes(offset) * 60_000;
  return { ms, shows, zone };
}

/** What each letter of the pattern reads in the text. */
function fieldsOf(text: string, pattern: string): Record<string, string> | undefined {
  const order: string[] = [];
  let form = "";
  for (const [run, literal, letter] of pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g)) {
    if (literal !== undefined) form += literal === "" ? "'" : quoted(literal.replaceAll("''", "'"));
    else if (letter === undefined) form += quoted(run);
    else {
      const reads = Object.hasOwn(letters, letter) ? letters[letter] : undefined;
      if (reads === undefined) return undefined;
      order.push(letter);
      form += `(${reads(run.length)})`;
    }
  }
  if (form.length > 400) return undefined;
  // RE2, because the pattern comes from the user
  const matcher = RE2JS.compile(form).matcher(text);
  if (!matcher.matches()) return undefined;
  return Object.fromEntries(order.map((letter, index) => [letter, matcher.group(index + 1) ?? ""]));
}

function offsetMinutes(text: string): number {
  if (text === "Z") return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith("-") ? -minutes : minutes;
}
