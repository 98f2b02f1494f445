import { add, compare, type Decimal, divide, isTooLong, multiply, remainder, subtract } from "./decimal.ts";
import { areEqual } from "./otherBuiltIns.ts";
import type { BinaryOperator } from "./syntax.ts";
import { isDate, isDecimal, showValue, typeOf, type Value } from "./values.ts";

type Fail = (problem: string) => never;

/** Binary operators except `&&` and `||`, which evaluate their right side only when needed. */
export function operate(operator: Exclude<BinaryOperator, "&&" | "||">, left: Value, right: Value, fail: Fail): Value {
  switch (operator) {
    case "+":
      return plus(left, right, fail);
    case "-":
    case "*":
    case "/":
    case "%":
      return calculate(operator, numberOf(left, operator, fail), numberOf(right, operator, fail), fail);
    case "==":
      return equals(left, right, fail);
    case "!=":
      return !equals(left, right, fail);
    default:
      return holds(operator, order(left, right, fail));
  }
}

function numberOf(value: Value, operator: string, fail: Fail): Decimal {
  return typeof value === "object" && isDecimal(value)
    ? value
    : fail(`${operator} needs numbers, but got ${typeOf(value)}. Use ?number to convert a text`);
}

function calculate(operator: "-" | "*" | "/" | "%", left: Decimal, right: Decimal, fail: Fail): Decimal {
  const result =
    operator === "-"
      ? subtract(left, right)
      : operator === "*"
        ? multiply(left, right)
        : operator === "/"
          ? divide(left, right)
          : remainder(left, right);
  if (result === undefined) return fail("division by zero");
  return isTooLong(result) ? fail("the number is too large") : result;
}

/** Adds numbers and joins sequences and hashes. Everything else is joined as text: `"5" + 1000` is `51,000`. */
function plus(left: Value, right: Value, fail: Fail): Value {
  if (typeof left === "object" && typeof right === "object") {
    if (isDecimal(left) && isDecimal(right)) {
      const sum = add(left, right);
      return isTooLong(sum) ? fail("the number is too large") : sum;
    }
    if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
    if (left instanceof Map && right instanceof Map) return new Map([...left, ...right]);
  }
  const [one, other] = [showValue(left), showValue(right)];
  return one !== undefined && other !== undefined
    ? one + other
    : fail(`${typeOf(left)} and ${typeOf(right)} cannot be added`);
}

/** Only values of the same type can be compared: `1 == "1"` is an error. */
function equals(left: Value, right: Value, fail: Fail): boolean {
  if (typeOf(left) !== typeOf(right)) return fail(`${typeOf(left)} cannot be compared with ${typeOf(right)}`);
  if (Array.isArray(left) || left instanceof Map) return fail(`${typeOf(left)} cannot be compared`);
  return areEqual(left, right);
}

function order(left: Value, right: Value, fail: Fail): number {
  if (typeof left === "object" && typeof right === "object") {
    if (isDecimal(left) && isDecimal(right)) return compare(left, right);
    if (isDate(left) && isDate(right)) return left.ms - right.ms;
  }
  return fail(`${typeOf(left)} and ${typeOf(right)} cannot be ordered. Use ?number to convert a text`);
}

function holds(operator: "<" | "<=" | ">" | ">=", difference: number): boolean {
  if (operator === "<") return difference < 0;
  if (operator === "<=") return difference <= 0;
  return operator === ">" ? difference > 0 : difference >= 0;
}
