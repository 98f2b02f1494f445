import { limits } from "./budget.ts";
import type { BuiltIn, BuiltInContext, BuiltIns } from "./builtIn.ts";
import type { OtherBuiltInName } from "./builtInNames.ts";
import { parseDatePattern } from "./datePattern.ts";
import { type DateValue, formatDatePattern, isoLocal, isoUtc, parseDate } from "./dates.ts";
import { compare, decimalOf, negate, plainText, type Rounding, round, whole } from "./decimal.ts";
import { formatPattern } from "./formatNumber.ts";
import { isDate, isDecimal, typeOf, type Value } from "./values.ts";

const sequence = (value: Value, context: BuiltInContext): Value[] =>
  Array.isArray(value) ? value : context.fail(`${typeOf(value)} is not a sequence`);

const rounded =
  (mode: Rounding): BuiltIn =>
  (target, _, context) =>
    round(context.number(target), 0, mode);

/** The order of `?sort`, `?min` and `?max`: numbers and dates by value, texts ignoring case and then by code point. */
function order(one: Value, other: Value, context: BuiltInContext): number {
  if (typeof one === "string" && typeof other === "string") {
    const [a, b] = [one.toLowerCase(), other.toLowerCase()];
    return a < b ? -1 : a > b ? 1 : one < other ? -1 : one > other ? 1 : 0;
  }
  if (typeof one === "object" && typeof other === "object") {
    if (isDecimal(one) && isDecimal(other)) return compare(one, other);
    if (isDate(one) && isDate(other)) return one.ms - other.ms;
  }
  return context.fail(`${typeOf(one)} and ${typeOf(other)} cannot be ordered`);
}

/** Equality as `==`. Values of different types are not equal. */
export function areEqual(one: Value, other: Value): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  if (isDecimal(one) && isDecimal(other)) return compare(one, other) === 0;
  return isDate(one) && isDate(other) && one.ms === other.ms;
}

const extreme =
  (sign: 1 | -1): BuiltIn =>
  (target, _, context) => {
    const items = sequence(target, context);
    const first = items[0] ?? context.fail("the sequence is empty");
    return items.reduce((best, item) => (order(item, best, context) * sign > 0 ? item : best), first);
  };

const sortBy: BuiltIn = (target, given, context) => {
  const path = Array.isArray(given[0]) ? given[0].map((key) => context.text(key)) : [context.text(given[0])];
  const keyOf = (item: Value): Value =>
    path.reduce<Value>((value, key) => {
      const inner = value instanceof Map ? value.get(key) : undefined;
      return inner ?? context.fail(`an item has no ${key}`);
    }, item);
  return [...sequence(target, context)].sort((one, other) => order(keyOf(one), keyOf(other), context));
};

const join: BuiltIn = (target, given, context) => {
  const items = sequence(target, context);
  if (items.length === 0) return given[1] === undefined ? "" : context.text(given[1]);
  const end = given[2] === undefined ? "" : context.text(given[2]);
  const separator = given[0] === undefined ? "" : context.text(given[0]);
  const texts = items.map((item) => context.text(item));
  const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
  return length > limits.characters ? context.fail("the text is too long") : texts.join(separator) + end;
};

const chunk: BuiltIn = (target, given, context) => {
  const items = sequence(target, context);
  const size = context.count(given[0]);
  if (size < 1) context.fail("?chunk needs a size of at least 1");
  const chunks: Value[] = [];
  for (let index = 0; index < items.length; index += size) chunks.push(items.slice(index, index + size));
  return chunks;
};

const string: BuiltIn = (target, given, context) => {
  if (typeof target === "boolean") {
    if (given.length === 0) return String(target);
    return context.text(target ? given[0] : given[1]);
  }
  if (typeof target === "string") return target;
  if (given.length === 0) return context.text(target);
  const pattern = context.text(given[0]);
  if (isDate(target) && (pattern === "iso" || pattern === "xs")) return isoLocal(target);
  const text = isDate(target) ? formatDatePattern(target, pattern) : formatPattern(context.number(target), pattern);
  return text ?? context.fail(`the format "${pattern}" is not known`);
};

const computer: BuiltIn = (target, _, context) => {
  if (typeof target === "boolean") return String(target);
  if (typeof target === "string") return JSON.stringify(target);
  return plainText(context.number(target));
};

const date =
  (shows: DateValue["shows"]): BuiltIn =>
  (target, [pattern], context) => {
    if (typeof target === "object" && isDate(target)) return { ...target, shows };
    const text = context.text(target);
    const form = pattern === undefined ? "" : context.text(pattern);
    const parsed =
      form === "" || form === "iso" || form === "xs"
        ? parseDate(text, shows, context.zone)
        : parseDatePattern(text, form, shows, context.zone);
    return parsed ?? context.fail(`"${text.slice(0, 40)}" is not a date${form === "" ? "" : ` of the form ${form}`}`);
  };

const onDate =
  (show: (date: DateValue) => string): BuiltIn =>
  (target, _, context) =>
    typeof target === "object" && isDate(target) ? show(target) : context.fail(`${typeOf(target)} is not a date`);

const size: BuiltIn = (target, _, context) =>
  target instanceof Map ? decimalOf(target.size) : decimalOf(sequence(target, context).length);

const hash = (value: Value, context: BuiltInContext): Map<string, Value> =>
  value instanceof Map ? value : context.fail(`${typeOf(value)} is not a hash`);

const is =
  (test: (value: Value) => boolean): BuiltIn =>
  (target) =>
    test(target);

const isObject = (value: Value): value is Exclude<Value, string | boolean> => typeof value === "object";

/** Built-ins of numbers, booleans, dates, sequences and hashes (telecom §11.1). */
export const otherBuiltIns: BuiltIns = {
  c: computer,
  cn: computer,
  string,
  abs: (target, _, context) => {
    const number = context.number(target);
    return number.digits < 0n ? negate(number) : number;
  },
  round: rounded("halfUp"),
  floor: rounded("floor"),
  ceiling: rounded("ceiling"),
  int: (target, _, context) => decimalOf(whole(context.number(target))),
  long: (target, _, context) =>
    typeof target === "object" && isDate(target) ? decimalOf(target.ms) : decimalOf(whole(context.number(target))),
  min: extreme(-1),
  max: extreme(1),
  size,
  first: (target, _, context) => sequence(target, context)[0],
  last: (target, _, context) => sequence(target, context).at(-1),
  reverse: (target, _, context) => [...sequence(target, context)].reverse(),
  sort: (target, _, context) => [...sequence(target, context)].sort((one, other) => order(one, other, context)),
  sort_by: sortBy,
  seq_contains: (target, given, context) =>
    sequence(target, context).some((item) => given[0] !== undefined && areEqual(item, given[0])),
  seq_index_of: (target, given, context) =>
    decimalOf(sequence(target, context).findIndex((item) => given[0] !== undefined && areEqual(item, given[0]))),
  seq_last_index_of: (target, given, context) =>
    decimalOf(sequence(target, context).findLastIndex((item) => given[0] !== undefined && areEqual(item, given[0]))),
  join,
  chunk,
  keys: (target, _, context) => [...hash(target, context).keys()],
  values: (target, _, context) => [...hash(target, context).values()],
  date: date("date"),
  time: date("time"),
  datetime: date("datetime"),
  iso_utc: onDate(isoUtc),
  iso_local: onDate(isoLocal),
  iso: onDate(isoLocal),
  number_to_datetime: (target, _, context) => ({ ms: context.count(target), shows: "datetime", zone: context.zone }),
  number_to_date: (target, _, context) => ({ ms: context.count(target), shows: "date", zone: context.zone }),
  is_string: is((value) => typeof value === "string"),
  is_boolean: is((value) => typeof value === "boolean"),
  is_number: is((value) => isObject(value) && isDecimal(value)),
  is_sequence: is(Array.isArray),
  is_enumerable: is(Array.isArray),
  is_indexable: is(Array.isArray),
  is_hash: is((value) => value instanceof Map),
  is_hash_ex: is((value) => value instanceof Map),
  is_date: is((value) => isObject(value) && isDate(value)),
  is_date_like: is((value) => isObject(value) && isDate(value)),
  is_datetime: is((value) => isObject(value) && isDate(value) && value.shows === "datetime"),
  has_content: is((value) => !isEmpty(value)),
} satisfies Record<OtherBuiltInName, BuiltIn>;

/** False and 0 count as content. Empty texts, sequences and hashes do not. */
export const isEmpty = (value: Value | undefined): boolean =>
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (value instanceof Map && value.size === 0);
