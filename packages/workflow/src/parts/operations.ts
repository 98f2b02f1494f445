import type { Option } from "../nodeKind.ts";

/** Wire operations without their `DN_` forms (readings, Operations). */
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

/** Form labels of an operation and its `DN_` form. Their evaluation is in `operators.ts`, which pages do not load. */
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

/** An operation without `DN_`, and whether it is negated. Undefined when it does not exist. */
export function readOperation(
  operation: string,
  negated = false,
): { base: BaseOperation; negated: boolean } | undefined {
  const isDn = operation.startsWith("DN_");
  const base = isDn ? operation.slice(3) : operation;
  return Object.hasOwn(labels, base) ? { base: base as BaseOperation, negated: negated || isDn } : undefined;
}

/** The form label of an operation, including `DN_`. */
export function operationLabel(operation: string): string {
  const read = readOperation(operation);
  if (read === undefined) return operation;
  const [plain, negated] = labels[read.base];
  return read.negated ? negated : plain;
}

const option = (operation: string): Option => ({ value: operation, label: operationLabel(operation) });
const withNegation = (operation: BaseOperation): Option[] => [option(operation), option(`DN_${operation}`)];

/** Text comparisons, in form order. */
const comparing: readonly BaseOperation[] = [
  "EQUALS",
  "EQUALS_ONE_OF",
  "CONTAINS",
  "CONTAINS_ONE_OF",
  "BEGINS_WITH",
  "ENDS_WITH",
];
const conditionBases: readonly BaseOperation[] = [...comparing, "EXISTS", "GT_THAN", "LT_THAN"];
/** Text comparisons including patterns. */
export const textBases: readonly BaseOperation[] = [...comparing, "REGEX"];

/** Operations of conditions and events. REGEX and its `DN_` form are excluded (spec 2 §3.3; readings, Operations). */
export const conditionOperations: readonly Option[] = conditionBases.flatMap(withNegation);

/** Operations of contact filters. REGEX is excluded (readings, Statements). */
export const contactOperations: readonly Option[] = conditionBases.flatMap(withNegation);

/** Operations of text rules. */
export const textOperations: readonly Option[] = [...textBases, "EXISTS" as const].flatMap(withNegation);

/** EXISTS and DN_EXISTS hide the value (spec 2 §3.3). */
export const needsValue = (operation: string): boolean => readOperation(operation)?.base !== "EXISTS";

/** Removes the white space that SQL removes. */
export const trim = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");

/** Items of a list: one per line or comma, without blank ones (readings, Operations). */
export const listOf = (value: string | readonly string[]): string[] =>
  (typeof value === "string" ? value.split(/[\n,]/) : value).map(trim).filter((item) => item !== "");
