import type { Scope } from "./scope.ts";
import type { Expression } from "./syntax.ts";
import type { Value } from "./values.ts";

/** What built-ins that evaluate their own arguments can use of an evaluation. */
export interface Evaluator {
  readonly scope: Scope;
  fail(problem: string, at: number): never;
  /** The value of an expression. Throws a `MissingError` when it has none. */
  value(expression: Expression): Value;
  condition(expression: Expression): boolean;
}
