import type { Option } from "../nodeKind.ts";

/** The operations of the wire without their `DN_` forms (readings, Operations). */
export type BaseOperation =
  | "EQUALS"
  | "EQUALS_ONE_OF"
  | "CONTAINS"
  | "CONTAINS_ONE_OF"
  | "BEGINS_WITH"
  | "ENDS_WITH"
  | "REGEX"
  | "EXISTS"
  | "GT_THAN"
  | "LT_THAN"
  | "GREATER_THAN"
  | "LESS_THAN";

/** What forms call an operation, and its `DN_` form. How it judges stands in `operators.ts`, which pages do not carry. */
const labels: Readonly<Record<BaseOperation, readonly [plain: string, negated: string]>> = {
  EQUALS: ["Equals", "Does not equal"],
  EQUALS_ONE_OF: ["Equals one of", "Does not equal one of"],
  CONTAINS: ["Contains", "Does not contain"],
  CONTAINS_ONE_OF: ["Contains one of", "Does not contain one of"],
  BEGINS_WITH: ["Begins with", "Does not begin with"],
  ENDS_WITH: ["Ends with", "Does not end with"],
  REGEX: ["Matches", "Does not match"],
  EXISTS: ["Exists", "Does not exist"],
  GT_THAN: ["Greater than", "Not greater than"],
  LT_THAN: ["Less than", "Not less than"],
  GREATER_THAN: ["After", "Not after"],
  LESS_THAN: ["Before", "Not before"],
};

/** An operation without its `DN_`, and whether it is negated; undefined when there is none of that name. */
export function readOperation(
  operation: string,
  negated = false,
): { base: BaseOperation; negated: boolean } | undefined {
  const isDn = operation.startsWith("DN_");
  const base = isDn ? operation.slice(3) : operation;
  return Object.hasOwn(labels, base) ? { base: base as BaseOperation, negated: negated || isDn } : undefined;
}

/** What the forms call an operation, `DN_` included. */
export function operationLabel(operation: string): string {
  const read = readOperation(operation);
  if (read === undefined) return operation;
  const [plain, negated] = labels[read.base];
  return read.negated ? negated : plain;
}

const option = (operation: string): Option => ({ value: operation, label: operationLabel(operation) });
const withNegation = (operation: BaseOperation): Option[] => [option(operation), option(`DN_${operation}`)];

/** What compares a text with another, in the order in which forms offer it. */
const comparing: readonly BaseOperation[] = [
  "EQUALS",
  "EQUALS_ONE_OF",
  "CONTAINS",
  "CONTAINS_ONE_OF",
  "BEGINS_WITH",
  "ENDS_WITH",
];
const conditionBases: readonly BaseOperation[] = [...comparing, "EXISTS", "GT_THAN", "LT_THAN"];
/** What a text is compared by where a pattern may be given. */
export const textBases: readonly BaseOperation[] = [...comparing, "REGEX"];

/** What a condition or an event offers: REGEX is removed together with its `DN_` form (spec 2 §3.3; readings, Operations). */
export const conditionOperations: readonly Option[] = conditionBases.flatMap(withNegation);

/** What a filter of contacts offers: REGEX is not offered for picking contacts (readings, Statements). */
export const contactOperations: readonly Option[] = conditionBases.flatMap(withNegation);

/** What a rule over text offers. */
export const textOperations: readonly Option[] = [...textBases, "EXISTS" as const].flatMap(withNegation);

/** EXISTS and DN_EXISTS hide the value (spec 2 §3.3). */
export const needsValue = (operation: string): boolean => readOperation(operation)?.base !== "EXISTS";

/** Without the white space that SQL trims as well. */
export const trim = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");

/** The items of a list: one per line or comma, blank ones left out (readings, Operations). */
export const listOf = (value: string | readonly string[]): string[] =>
  (typeof value === "string" ? value.split(/[\n,]/) : value).map(trim).filter((item) => item !== "");
