import type { Option } from "../nodeKind.ts";
import { type BaseOperation, operators, type SqlPiece } from "./operators.ts";

/** One comparison of a condition, an event, a rule or a filter. Both `DN_` and `negated` are read (decisions, Statements). */
export interface Statement {
  variable: string;
  operation: string;
  value: string | readonly string[];
  negated?: boolean;
}

/** An operation without its `DN_`, and whether it is negated; undefined when there is none of that name. */
export function readOperation(
  operation: string,
  negated = false,
): { base: BaseOperation; negated: boolean } | undefined {
  const isDn = operation.startsWith("DN_");
  const base = isDn ? operation.slice(3) : operation;
  return Object.hasOwn(operators, base) ? { base: base as BaseOperation, negated: negated || isDn } : undefined;
}

/**
 * Whether a statement holds. A missing or empty variable satisfies no operation, so each `DN_` form holds for it.
 * An operation that does not exist holds never.
 */
export function judge(statement: Statement, read: (variable: string) => string | undefined): boolean {
  const operation = readOperation(statement.operation, statement.negated);
  if (operation === undefined) return false;
  const actual = read(statement.variable);
  const holds = actual !== undefined && actual !== "" && operators[operation.base].judge(actual, statement.value);
  return holds !== operation.negated;
}

/** Statements of one path all hold (decisions, Outbound editor and nodes). */
export const allHold = (statements: readonly Statement[], read: (variable: string) => string | undefined): boolean =>
  statements.every((statement) => judge(statement, read));

/** The statement as SQL over a text column that may be null; undefined when the operation cannot be asked of the store. */
export function statementSql(statement: Statement, column: string, firstParameter: number): SqlPiece | undefined {
  const operation = readOperation(statement.operation, statement.negated);
  const piece = operation && operators[operation.base].sql?.(column, statement.value, firstParameter);
  if (!operation || !piece) return undefined;
  const present = `(coalesce(${column}, '') <> '' AND ${piece.text})`;
  return { text: operation.negated ? `(NOT ${present})` : present, values: piece.values };
}

/** What the forms call an operation, `DN_` included. */
export function operationLabel(operation: string): string {
  const read = readOperation(operation);
  if (read === undefined) return operation;
  const operator = operators[read.base];
  return read.negated ? operator.negatedLabel : operator.label;
}

const option = (operation: string): Option => ({ value: operation, label: operationLabel(operation) });
const withNegation = (operation: BaseOperation): Option[] => [option(operation), option(`DN_${operation}`)];

const conditionBases: readonly BaseOperation[] = [
  "EQUALS",
  "EQUALS_ONE_OF",
  "CONTAINS",
  "CONTAINS_ONE_OF",
  "BEGINS_WITH",
  "ENDS_WITH",
  "EXISTS",
  "GT_THAN",
  "LT_THAN",
];

/** What a condition or an event offers: REGEX is removed together with its `DN_` form (spec 2 §3.3, decisions). */
export const conditionOperations: readonly Option[] = conditionBases.flatMap(withNegation);

/** What a filter of contacts offers: REGEX is not offered for picking contacts (decisions, Statements). */
export const contactOperations: readonly Option[] = conditionBases.flatMap(withNegation);

/** What a rule over text offers. */
export const textOperations: readonly Option[] = [
  ...conditionBases.slice(0, 6),
  "REGEX" as const,
  "EXISTS" as const,
].flatMap(withNegation);

/** EXISTS and DN_EXISTS hide the value (spec 2 §3.3). */
export const needsValue = (operation: string): boolean => readOperation(operation)?.base !== "EXISTS";
