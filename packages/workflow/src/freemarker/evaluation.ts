import { limits } from "./budget.ts";
import type { BuiltIn, BuiltInContext } from "./builtIn.ts";
import { isLazy } from "./builtInNames.ts";
import { decimalOf, negate, parseDecimal, toNumber, whole } from "./decimal.ts";
import type { Evaluator } from "./evaluator.ts";
import { evaluateLazily } from "./lazyBuiltIns.ts";
import { operate } from "./operate.ts";
import { isEmpty, otherBuiltIns } from "./otherBuiltIns.ts";
import { Scope } from "./scope.ts";
import type { Expression } from "./syntax.ts";
import { MissingError, placeOf, TemplateError } from "./templateError.ts";
import { textBuiltIns } from "./textBuiltIns.ts";
import { isDecimal, showValue, typeOf, type Value } from "./values.ts";

/** Input of a template. */
export interface Inputs {
  /** A variable's text, or undefined. */
  read(name: string): string | undefined;
  /** Epoch ms of `.now`. */
  nowMs?: number;
  /** IANA zone for formatting and parsing dates. Default: UTC. */
  zone?: string;
}

/** One evaluation of expressions, with its variables and remaining budget. */
export class Evaluation implements Evaluator {
  readonly scope = new Scope();
  private readonly source: string;
  private readonly inputs: Inputs;
  private readonly printParts: (expression: Extract<Expression, { is: "parts" }>) => string;
  private steps = 0;
  private depth = 0;

  constructor(
    source: string,
    inputs: Inputs,
    printParts: (expression: Extract<Expression, { is: "parts" }>) => string,
  ) {
    this.source = source;
    this.inputs = inputs;
    this.printParts = printParts;
  }

  fail(problem: string, at: number): never {
    throw new TemplateError(problem, placeOf(this.source, at));
  }

  /** Counts steps, so that no template runs forever. */
  spend(at: number, cost = 1): void {
    this.steps += cost;
    if (this.steps > limits.steps) this.fail("takes too many steps", at);
  }

  /** The value of an expression. Throws a `MissingError` when it has none. */
  value(expression: Expression): Value {
    const value = this.optional(expression);
    if (value === undefined) throw new MissingError(nameOf(expression), placeOf(this.source, expression.at));
    return value;
  }

  /** The value, or undefined when the last part of the expression has none. */
  optional(expression: Expression): Value | undefined {
    this.spend(expression.at);
    if (++this.depth > limits.depth) this.fail("is nested too deeply", expression.at);
    try {
      return this.bounded(this.evaluate(expression), expression.at);
    } finally {
      this.depth--;
    }
  }

  private evaluate(expression: Expression): Value | undefined {
    switch (expression.is) {
      case "literal":
        return typeof expression.value === "number" ? parseDecimal(expression.digits ?? "") : expression.value;
      case "parts":
        return this.printParts(expression);
      case "name":
        return this.scope.get(expression.name) ?? this.inputs.read(expression.name);
      case "special":
        return this.special(expression);
      case "member":
        return this.member(expression);
      case "index":
        return this.indexed(expression);
      case "builtIn":
        return this.builtIn(expression);
      case "default":
        return this.optional(expression.of) ?? (expression.otherwise ? this.value(expression.otherwise) : "");
      case "exists":
        return this.optional(expression.of) !== undefined;
      case "group":
        return this.group(expression.inner);
      case "unary":
        return this.unary(expression);
      case "binary":
        return this.binary(expression);
      case "range":
        return this.range(expression);
      case "sequence":
        return expression.items.map((item) => this.value(item));
      case "hash":
        return new Map(expression.entries.map(({ key, value }) => [this.text(key), this.value(value)]));
    }
  }

  /** Limits the length of texts and sequences. */
  private bounded(value: Value | undefined, at: number): Value | undefined {
    if (typeof value === "string" && value.length > limits.characters) this.fail("the text is too long", at);
    if (Array.isArray(value) && value.length > limits.items) this.fail("the sequence is too long", at);
    return value;
  }

  condition(expression: Expression): boolean {
    const value = this.value(expression);
    return typeof value === "boolean" ? value : this.fail(`${typeOf(value)} is neither true nor false`, expression.at);
  }

  /** The value as text. */
  text(expression: Expression): string {
    return this.shown(this.value(expression), expression.at);
  }

  private shown(value: Value, at: number): string {
    const text = showValue(value);
    if (text !== undefined) return text;
    const hint = typeof value === "boolean" ? "; use ?c or ?then" : "";
    return this.fail(`${typeOf(value)} cannot be printed${hint}`, at);
  }

  private special({ name, at }: Extract<Expression, { is: "special" }>): Value {
    const { nowMs, zone = "Etc/UTC" } = this.inputs;
    if (name === "now" && nowMs !== undefined) return { ms: nowMs, shows: "datetime", zone };
    return this.fail(`.${name} is not available`, at);
  }

  /** A dotted name can be a variable's full name. The template's own variables are hashes. */
  private member({ of, name, path, at }: Extract<Expression, { is: "member" }>): Value | undefined {
    const root = path?.slice(0, path.indexOf("."));
    if (root !== undefined && path !== undefined && this.scope.get(root) === undefined) {
      const flat = this.inputs.read(path);
      if (flat !== undefined || this.optional(of) === undefined) return flat;
    }
    const hash = this.value(of);
    return hash instanceof Map ? hash.get(name) : this.fail(`${typeOf(hash)} has no ${name}`, at);
  }

  private indexed({ of, index, at }: Extract<Expression, { is: "index" }>): Value | undefined {
    const target = this.value(of);
    if (index.is === "range") return this.slice(target, index, at);
    const key = this.value(index);
    if (typeof key === "string")
      return target instanceof Map ? target.get(key) : this.fail(`${typeOf(target)} has no "${key}"`, at);
    const position = this.count(key, at);
    if (Array.isArray(target)) return target[position];
    const text = this.shown(target, at);
    return text[position] ?? this.fail(`there is no character ${position}`, at);
  }

  private slice(target: Value, { from, to, kind }: Extract<Expression, { is: "range" }>, at: number): Value {
    const items = Array.isArray(target) ? target : this.shown(target, at);
    const start = this.count(this.value(from), at);
    const last = to === undefined ? undefined : this.count(this.value(to), at);
    const end =
      last === undefined
        ? items.length
        : kind === ".."
          ? last + 1
          : kind === "..<"
            ? last
            : Math.min(items.length, start + last);
    if (kind === ".." && last !== undefined && last < start - 1 && typeof items === "string")
      this.fail("a text cannot be cut backwards", at);
    if (start < 0 || start > items.length || end > items.length) this.fail("the range is out of bounds", at);
    return items.slice(start, Math.max(start, end));
  }

  private group(inner: Expression): Value | undefined {
    try {
      return this.optional(inner);
    } catch (error) {
      if (error instanceof MissingError) return undefined;
      throw error;
    }
  }

  private unary({ operator, of, at }: Extract<Expression, { is: "unary" }>): Value {
    if (operator === "!") return !this.condition(of);
    const value = this.value(of);
    if (typeof value !== "object" || !isDecimal(value)) return this.fail(`${typeOf(value)} is not a number`, at);
    return operator === "-" ? negate(value) : value;
  }

  private binary({ operator, left, right, at }: Extract<Expression, { is: "binary" }>): Value {
    if (operator === "&&") return this.condition(left) && this.condition(right);
    if (operator === "||") return this.condition(left) || this.condition(right);
    return operate(operator, this.value(left), this.value(right), (problem) => this.fail(problem, at));
  }

  private range({ from, to, kind, at }: Extract<Expression, { is: "range" }>): Value {
    if (to === undefined) return this.fail("a range without an end can only cut", at);
    const start = this.count(this.value(from), at);
    const given = this.count(this.value(to), at);
    const step = kind === "..*" ? Math.sign(given) : given < start ? -1 : 1;
    const length = kind === "..*" ? Math.abs(given) : Math.abs(given - start) + (kind === ".." ? 1 : 0);
    if (length > limits.items) this.fail("the sequence is too long", at);
    return Array.from({ length }, (_, index) => decimalOf(start + index * step));
  }

  private builtIn(expression: Extract<Expression, { is: "builtIn" }>): Value | undefined {
    const { name, of, at } = expression;
    if (isLazy(name)) return evaluateLazily(this, expression);
    if (name === "has_content") return !isEmpty(this.optional(of));
    const found = builtInOf(name) ?? this.fail(`?${name} is not available`, at);
    const target = this.value(of);
    this.spend(at, costOf(target));
    const given = (expression.arguments ?? []).map((argument) =>
      argument.is === "lambda" ? this.fail(`?${name} takes no function`, argument.at) : this.value(argument),
    );
    return found(target, given, this.contextAt(at));
  }

  private contextAt(at: number): BuiltInContext {
    return {
      zone: this.inputs.zone ?? "Etc/UTC",
      fail: (problem) => this.fail(problem, at),
      text: (value) => (value === undefined ? this.fail("an argument is missing", at) : this.shown(value, at)),
      number: (value) =>
        typeof value === "object" && isDecimal(value)
          ? value
          : this.fail(value === undefined ? "an argument is missing" : `${typeOf(value)} is not a number`, at),
      count: (value) => (value === undefined ? this.fail("an argument is missing", at) : this.count(value, at)),
    };
  }

  /** An integer small enough to count and index with. */
  private count(value: Value, at: number): number {
    if (typeof value !== "object" || !isDecimal(value)) return this.fail(`${typeOf(value)} is not a number`, at);
    const number = toNumber({ digits: whole(value), scale: 0 });
    return Number.isSafeInteger(number) ? number : this.fail("the number is too large", at);
  }
}

/** Sorting ten thousand items costs more than one step. */
const costOf = (target: Value): number =>
  typeof target === "string" ? target.length >> 6 : Array.isArray(target) ? target.length >> 2 : 0;

const builtInOf = (name: string): BuiltIn | undefined => {
  if (Object.hasOwn(textBuiltIns, name)) return textBuiltIns[name];
  return Object.hasOwn(otherBuiltIns, name) ? otherBuiltIns[name] : undefined;
};

/** The name reported for a missing value: the dotted name if there is one. */
function nameOf(expression: Expression): string {
  switch (expression.is) {
    case "name":
      return expression.name;
    case "member":
      return expression.path ?? `${nameOf(expression.of)}.${expression.name}`;
    case "index":
    case "builtIn":
    case "default":
      return nameOf(expression.of);
    case "group":
      return nameOf(expression.inner);
    default:
      return "an expression";
  }
}
