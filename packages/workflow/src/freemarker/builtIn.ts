import type { Decimal } from "./decimal.ts";
import type { Value } from "./values.ts";

/** What a built-in can use of its evaluation. */
export interface BuiltInContext {
  /** IANA zone for formatting dates. */
  zone: string;
  /** Ends the evaluation with an error at this place. */
  fail(problem: string): never;
  /** The text of an argument or target. Numbers are formatted. */
  text(value: Value | undefined): string;
  number(value: Value | undefined): Decimal;
  /** An integer small enough to count with. */
  count(value: Value | undefined): number;
}

/** `target?name(arguments)`. Undefined for a missing value, such as the first of no items. */
export type BuiltIn = (target: Value, given: readonly Value[], context: BuiltInContext) => Value | undefined;

export type BuiltIns = Readonly<Record<string, BuiltIn>>;
