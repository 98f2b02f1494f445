import { ownValue } from "../../parts/ownValue.ts";
import type { ForeignStatement } from "../foreignFlow.ts";
import { variableNameOf } from "../readParts.ts";

/** A test in terms of statements, and what is different about them. */
interface ConvertedTest {
  statements: ForeignStatement[];
  why: string;
}

type Convert = (variable: string, args: readonly string[]) => ConvertedTest | undefined;

const number = "[-+]?[0-9]+([.][0-9]+)?";
const one = (variable: string, operation: string, value: string, why = ""): ConvertedTest => ({
  statements: [{ variable, operation, value }],
  why,
});
const words = (text = ""): string[] => text.split(/[\s,]+/).filter(Boolean);
const inWords = "A word also matches inside longer words.";

/** A number test: the answer must be a number, because anything else is compared as text. */
const numeric =
  (operation: string): Convert =>
  (variable, [value = ""]) =>
    /^-?\d+(\.\d+)?$/.test(value.trim())
      ? {
          statements: [
            { variable, operation: "PATTERN", value: number },
            { variable, operation, value: value.trim() },
          ],
          why: "",
        }
      : undefined;

const tests: Readonly<Record<string, Convert>> = {
  has_text: (variable) => one(variable, "EXISTS", ""),
  has_value: (variable) => one(variable, "EXISTS", ""),
  has_only_text: (variable, [text = ""]) => equal(variable, text),
  has_only_phrase: (variable, [text = ""]) => equal(variable, text),
  has_phrase: (variable, [text = ""]) => (text.trim() === "" ? undefined : one(variable, "CONTAINS", text, inWords)),
  has_any_word: (variable, [text = ""]) =>
    words(text).length === 0 ? undefined : one(variable, "CONTAINS_ONE_OF", words(text).join(","), inWords),
  has_all_words: (variable, [text = ""]) =>
    words(text).length === 0
      ? undefined
      : { statements: words(text).map((value) => ({ variable, operation: "CONTAINS", value })), why: inWords },
  has_beginning: (variable, [text = ""]) => (text.trim() === "" ? undefined : one(variable, "BEGINS_WITH", text)),
  has_pattern: (variable, [text = ""]) =>
    text.trim() === "" ? undefined : one(variable, "PATTERN", /^\^/.test(text) ? `${text}.*` : `.*(${text}).*`),
  has_number: (variable) => one(variable, "PATTERN", number),
  has_number_lt: numeric("LT_THAN"),
  has_number_lte: numeric("DN_GT_THAN"),
  has_number_eq: numeric("EQUALS"),
  has_number_gte: numeric("DN_LT_THAN"),
  has_number_gt: numeric("GT_THAN"),
  has_number_between: (variable, [low = "", high = ""]) => {
    const [from, to] = [numeric("DN_LT_THAN")(variable, [low]), numeric("DN_GT_THAN")(variable, [high])];
    return from === undefined || to === undefined
      ? undefined
      : { statements: [...from.statements, ...to.statements.slice(1)], why: "" };
  },
  has_email: (variable) => one(variable, "PATTERN", ".*[^@ ]+@[^@ ]+[.][^@ ]+.*"),
  has_phone: (variable) => one(variable, "PATTERN", "[+]?[0-9 ().-]{7,20}"),
  has_category: (variable, args) => (args.length === 0 ? undefined : one(variable, "EQUALS_ONE_OF", args.join(","))),
  has_group: (_, [uuid = "", name = uuid]) =>
    one(groupField(name), "EXISTS", "", "Groups are custom fields of the contact."),
};

const equal = (variable: string, text: string): ConvertedTest | undefined =>
  text.trim() === "" ? undefined : one(variable, "EQUALS", text);

/** The custom field that records membership in a group. */
export const groupField = (name: string): string => `group_${variableNameOf(name)}`.toLowerCase();

/** A test of a router, or undefined where a condition cannot do it. */
export const convertTest = (type: string, variable: string, args: readonly string[]): ConvertedTest | undefined =>
  args.some((arg) => arg.includes("@(") || /^@\w/.test(arg)) ? undefined : ownValue(tests, type)?.(variable, args);
