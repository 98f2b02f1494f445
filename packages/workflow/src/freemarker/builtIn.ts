import type { Decimal } from "./decimal.ts";
import type { Value } from "./values.ts";

/** What a built-in may ask of the evaluation that it is part of. */
export interface BuiltInContext {
  /** IANA zone in which dates show. */
  zone: string;
  /** Ends the evaluation with a message at this place. */
  fail(problem: string): never;
  /** The text of an argument or target that has to be one; numbers are printed. */
  text(value: Value | undefined): string;
  number(value: Value | undefined): Decimal;
  /** A whole number small enough to count with. */
  count(value: Value | undefined): number;
}

/** `target?name(arguments)`; undefined where it leads to nothing, like the first of no items. */
export type BuiltIn = (target: Value, given: readonly Value[], context: BuiltInContext) => Value | undefined;

export type BuiltIns = Readonly<Record<string, BuiltIn>>;
