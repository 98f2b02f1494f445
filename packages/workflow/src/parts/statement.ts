import { readOperation } from "./operations.ts";
import { operators, type SqlPiece } from "./operators.ts";

/** A comparison in a condition, event, rule or filter. Both `DN_` and `negated` are accepted (readings, Statements). */
export interface Statement {
  variable: string;
  operation: string;
  value: string | readonly string[];
  negated?: boolean;
}

/**
 * Whether a statement is true. A missing or empty variable matches no operation, so each `DN_` form is true for it.
 * An operation that does not exist is never true.
 */
export function evaluateStatement(statement: Statement, read: (variable: string) => string | undefined): boolean {
  const operation = readOperation(statement.operation, statement.negated);
  if (operation === undefined) return false;
  const actual = read(statement.variable);
  const holds = actual !== undefined && actual !== "" && operators[operation.base].evaluate(actual, statement.value);
  return holds !== operation.negated;
}

/** Statements of one path must all be true (readings, Outbound editor). */
export const allMatch = (statements: readonly Statement[], read: (variable: string) => string | undefined): boolean =>
  statements.every((statement) => evaluateStatement(statement, read));

/** The statement as SQL over a nullable text column. Undefined when the store does not support the operation. */
export function statementSql(statement: Statement, column: string, firstParameter: number): SqlPiece | undefined {
  const operation = readOperation(statement.operation, statement.negated);
  const piece = operation && operators[operation.base].sql?.(column, statement.value, firstParameter);
  if (!operation || !piece) return undefined;
  const present = `(coalesce(${column}, '') <> '' AND ${piece.text})`;
  return { text: operation.negated ? `(NOT ${present})` : present, values: piece.values };
}
