import { readOperation } from "./operations.ts";
import { operators, type SqlPiece } from "./operators.ts";

/** One comparison of a condition, an event, a rule or a filter. Both `DN_` and `negated` are read (readings, Statements). */
export interface Statement {
  variable: string;
  operation: string;
  value: string | readonly string[];
  negated?: boolean;
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

/** Statements of one path all hold (readings, Outbound editor). */
export const allMatch = (statements: readonly Statement[], read: (variable: string) => string | undefined): boolean =>
  statements.every((statement) => judge(statement, read));

/** The statement as SQL over a text column that may be null; undefined when the operation cannot be asked of the store. */
export function statementSql(statement: Statement, column: string, firstParameter: number): SqlPiece | undefined {
  const operation = readOperation(statement.operation, statement.negated);
  const piece = operation && operators[operation.base].sql?.(column, statement.value, firstParameter);
  if (!operation || !piece) return undefined;
  const present = `(coalesce(${column}, '') <> '' AND ${piece.text})`;
  return { text: operation.negated ? `(NOT ${present})` : present, values: piece.values };
}
