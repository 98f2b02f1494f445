import { type BaseOperation, trim } from "./operations.ts";
import { remembered } from "./remembered.ts";
import { isMatch } from "./text/regex.ts";
import { epochDayOfDate } from "./time/calendar.ts";
import { parseTime } from "./time/timeOfDay.ts";

type Value = string | readonly string[];

/** A fragment of SQL with numbered parameters. */
export interface SqlPiece {
  text: string;
  values: (string | number | string[])[];
}

/** A row of the operator table: in-memory evaluation, and the same in SQL. */
export interface Operator {
  /** `actual` is never empty. */
  evaluate(actual: string, value: Value): boolean;
  /** For a text expression that is not empty. Missing when the store does not support it. */
  sql?(column: string, value: Value, firstParameter: number): SqlPiece;
}

/** A statement's value, parsed once, because statements are evaluated very often. */
interface Prepared {
  /** Trimmed and lower case. */
  text: string;
  number: number | undefined;
  /** Epoch seconds. */
  instant: number | undefined;
}

// fifteen digits on each side of the point are exact in both JavaScript and PostgreSQL
const numberPattern = "^[+-]?([0-9]{1,15}([.][0-9]{0,15})?|[.][0-9]{1,15})$";
const datePattern =
  "^[1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))" +
  "([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?)?$";
const numberForm = new RegExp(numberPattern);
const dateForm = new RegExp(datePattern);

function prepare(text: string): Prepared {
  const bare = trim(text);
  const first = bare.charCodeAt(0);
  // numbers and dates never start with a letter
  const counts = first < 65;
  return {
    text: bare.toLowerCase(),
    number: counts && numberForm.test(bare) ? Number(bare) : undefined,
    instant: counts && dateForm.test(bare) ? epochSecondsOf(bare) : undefined,
  };
}

/** Epoch seconds of a text in date form, UTC without an offset. February 29 of a common year is March 1, as in the SQL. */
function epochSecondsOf(text: string): number {
  const part = (from: number): number => Number(text.slice(from, from + 2) || 0);
  const days = epochDayOfDate(Number(text.slice(0, 4)), part(5), part(8));
  const seconds = text[16] === ":" ? part(17) : 0;
  const offset = /([+-])(\d\d):(\d\d)$/.exec(text.slice(10));
  const offsetSeconds = offset ? (Number(offset[2]) * 3600 + Number(offset[3]) * 60) * (offset[1] === "-" ? -1 : 1) : 0;
  return days * 86_400 + part(11) * 3600 + part(14) * 60 + seconds - offsetSeconds;
}

const preparedValue = remembered(prepare);
const preparedItems = remembered((text) => itemsOf(text.split(/[\n,]/)));

const itemsOf = (items: readonly string[]): Prepared[] => items.map(prepare).filter((item) => item.text !== "");

const single = (value: Value): Prepared => preparedValue(typeof value === "string" ? value : value.join(","));
const several = (value: Value): Prepared[] => (typeof value === "string" ? preparedItems(value) : itemsOf(value));

const isEqual = (one: Prepared, other: Prepared): boolean =>
  one.text === other.text ||
  (one.number !== undefined && one.number === other.number) ||
  (one.instant !== undefined && one.instant === other.instant);

/** Compares numbers if both are numbers, instants if both are dates, else texts by code point, as COLLATE "C" does. */
function compare(actual: string, value: Value): number {
  const one = prepare(actual);
  const other = single(value);
  if (one.number !== undefined && other.number !== undefined) return one.number - other.number;
  if (one.instant !== undefined && other.instant !== undefined) return one.instant - other.instant;
  return compareText(one.text, other.text);
}

function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    if (one[index] !== other[index]) return (one.codePointAt(index) ?? 0) - (other.codePointAt(index) ?? 0);
  }
  return one.length - other.length;
}

/** Compares times of day (time rules), anything else like GT_THAN and LT_THAN. */
function compareTimes(actual: string, value: Value): number {
  const one = parseTime(actual);
  const other = parseTime(typeof value === "string" ? value : value.join(","));
  return one !== undefined && other !== undefined ? one - other : compare(actual, value);
}

const sqlTrim = (column: string): string => `btrim(${column}, E' \\t\\r\\n')`;
/** ICU folds case like JavaScript (final sigma, dotted capital I), except for letters newer than its Unicode version. */
const sqlText = (column: string): string => `(lower(${sqlTrim(column)} COLLATE "und-x-icu") COLLATE "C")`;
const sqlNumber = (column: string): string => `${sqlTrim(column)}::float8`;

/** `epochSecondsOf` for a column in date form. */
function sqlInstant(column: string): string {
  const bare = sqlTrim(column);
  const part = (from: number): string => `coalesce(nullif(substr(${bare}, ${from}, 2), '')::int, 0)`;
  const offset =
    `CASE WHEN ${bare} ~ '[+-][0-9]{2}:[0-9]{2}$' THEN (substr(right(${bare}, 5), 1, 2)::int * 3600 + right(${bare}, 2)::int * 60) ` +
    `* CASE left(right(${bare}, 6), 1) WHEN '-' THEN -1 ELSE 1 END ELSE 0 END`;
  return (
    `((make_date(substr(${bare}, 1, 4)::int, ${part(6)}, 1) - DATE '1970-01-01' + ${part(9)} - 1)::bigint * 86400 ` +
    `+ ${part(12)} * 3600 + ${part(15)} * 60 + CASE WHEN substr(${bare}, 17, 1) = ':' THEN ${part(18)} ELSE 0 END - ${offset})`
  );
}

const sqlHas = (column: string, pattern: string): string => `${sqlTrim(column)} ~ '${pattern}'`;

/** CASE rather than AND, because only CASE guarantees that the cast is not evaluated for other texts. */
const sqlWhen = (test: string, then: string, otherwise: string): string =>
  `(CASE WHEN ${test} THEN ${then} ELSE ${otherwise} END)`;

function sqlEqualsOneOf(column: string, items: readonly Prepared[], first: number): SqlPiece {
  const numbers = items.flatMap((item) => (item.number === undefined ? [] : [item.number]));
  const instants = items.flatMap((item) => (item.instant === undefined ? [] : [item.instant]));
  const parts = [`${sqlText(column)} = ANY($${first}::text[])`];
  // as text, so that the driver does not need to know the array type
  const values = [items.map((item) => item.text)];
  // added only when a value needs it, because this scans all contacts without an index
  if (numbers.length > 0) {
    const asNumber = `${sqlNumber(column)} = ANY($${first + values.length}::float8[])`;
    parts.push(sqlWhen(sqlHas(column, numberPattern), asNumber, "false"));
    values.push(numbers.map(String));
  }
  if (instants.length > 0) {
    const asInstant = `${sqlInstant(column)} = ANY($${first + values.length}::bigint[])`;
    parts.push(sqlWhen(sqlHas(column, datePattern), asInstant, "false"));
    values.push(instants.map(String));
  }
  return { text: `(${parts.join(" OR ")})`, values };
}

function sqlOrder(sign: "<" | ">"): NonNullable<Operator["sql"]> {
  return (column, value, first) => {
    const { text, number, instant } = single(value);
    const asText = `${sqlText(column)} ${sign} $${first}`;
    const values = [text];
    if (number !== undefined) {
      const asNumber = `${sqlNumber(column)} ${sign} $${first + 1}::float8`;
      return { text: sqlWhen(sqlHas(column, numberPattern), asNumber, asText), values: [...values, number] };
    }
    if (instant !== undefined) {
      const asInstant = `${sqlInstant(column)} ${sign} $${first + 1}::bigint`;
      return { text: sqlWhen(sqlHas(column, datePattern), asInstant, asText), values: [...values, instant] };
    }
    return { text: `(${asText})`, values };
  };
}

const containsAny = (column: string, texts: string[], first: number): SqlPiece => ({
  text: `EXISTS (SELECT 1 FROM unnest($${first}::text[]) AS item WHERE position(item IN ${sqlText(column)}) > 0)`,
  values: [texts],
});

/** The operator table. Each row evaluates in memory and in SQL (readings, Statements). */
export const operators: Readonly<Record<BaseOperation, Operator>> = {
  EQUALS: {
    evaluate: (actual, value) => isEqual(prepare(actual), single(value)),
    sql: (column, value, first) => sqlEqualsOneOf(column, [single(value)], first),
  },
  EQUALS_ONE_OF: {
    evaluate: (actual, value) => {
      const one = prepare(actual);
      return several(value).some((item) => isEqual(one, item));
    },
    sql: (column, value, first) => sqlEqualsOneOf(column, several(value), first),
  },
  CONTAINS: {
    evaluate: (actual, value) => trim(actual).toLowerCase().includes(single(value).text),
    sql: (column, value, first) => containsAny(column, [single(value).text], first),
  },
  CONTAINS_ONE_OF: {
    evaluate: (actual, value) => {
      const text = trim(actual).toLowerCase();
      return several(value).some((item) => text.includes(item.text));
    },
    sql: (column, value, first) =>
      containsAny(
        column,
        several(value).map((item) => item.text),
        first,
      ),
  },
  BEGINS_WITH: {
    evaluate: (actual, value) => trim(actual).toLowerCase().startsWith(single(value).text),
    sql: (column, value, first) => ({
      text: `starts_with(${sqlText(column)}, $${first}::text)`,
      values: [single(value).text],
    }),
  },
  ENDS_WITH: {
    evaluate: (actual, value) => trim(actual).toLowerCase().endsWith(single(value).text),
    sql: (column, value, first) => ({
      text: `right(${sqlText(column)}, length($${first}::text)) = $${first}::text`,
      values: [single(value).text],
    }),
  },
  REGEX: { evaluate: (actual, value) => isMatch(actual, typeof value === "string" ? value : value.join(",")) },
  EXISTS: {
    evaluate: () => true,
    sql: () => ({ text: "true", values: [] }),
  },
  GT_THAN: {
    evaluate: (actual, value) => compare(actual, value) > 0,
    sql: sqlOrder(">"),
  },
  LT_THAN: {
    evaluate: (actual, value) => compare(actual, value) < 0,
    sql: sqlOrder("<"),
  },
  GREATER_THAN: {
    evaluate: (actual, value) => compareTimes(actual, value) > 0,
  },
  LESS_THAN: {
    evaluate: (actual, value) => compareTimes(actual, value) < 0,
  },
};
