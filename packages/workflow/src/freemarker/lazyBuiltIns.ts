import { limits } from "./budget.ts";
import { decimalOf } from "./decimal.ts";
import type { Evaluator } from "./evaluator.ts";
import { areEqual } from "./otherBuiltIns.ts";
import type { Loop } from "./scope.ts";
import type { Argument, Expression } from "./syntax.ts";
import { typeOf, type Value } from "./values.ts";

type BuiltInExpression = Extract<Expression, { is: "builtIn" }>;

/** Evaluates a lazy built-in: only the chosen branch, a function per item, or a loop's state. */
export function evaluateLazily(evaluation: Evaluator, expression: BuiltInExpression): Value {
  switch (expression.name) {
    case "then":
      return chosen(evaluation, expression);
    case "switch":
      return switched(evaluation, expression);
    case "map":
    case "filter":
      return eachItem(evaluation, expression);
    default:
      return inLoop(evaluation, expression);
  }
}

function plainArguments(evaluation: Evaluator, { arguments: given = [], name }: BuiltInExpression): Expression[] {
  return given.map((argument) =>
    argument.is === "lambda" ? evaluation.fail(`?${name} takes no function`, argument.at) : argument,
  );
}

function chosen(evaluation: Evaluator, expression: BuiltInExpression): Value {
  const [yes, no] = plainArguments(evaluation, expression);
  if (yes === undefined || no === undefined) return evaluation.fail("?then takes two arguments", expression.at);
  return evaluation.value(evaluation.condition(expression.of) ? yes : no);
}

/** `x?switch(case1, result1, case2, result2, otherwise)`. */
function switched(evaluation: Evaluator, expression: BuiltInExpression): Value {
  const given = plainArguments(evaluation, expression);
  const target = evaluation.value(expression.of);
  for (let index = 0; index + 1 < given.length; index += 2) {
    const [test, result] = [given[index], given[index + 1]];
    if (test !== undefined && result !== undefined && areEqual(target, evaluation.value(test)))
      return evaluation.value(result);
  }
  const otherwise = given.length % 2 === 1 ? given.at(-1) : undefined;
  return otherwise ? evaluation.value(otherwise) : evaluation.fail("?switch has no case for this", expression.at);
}

function eachItem(evaluation: Evaluator, { of, name, at, arguments: given = [] }: BuiltInExpression): Value {
  const items = evaluation.value(of);
  const [mapper] = given;
  if (!Array.isArray(items)) return evaluation.fail(`${typeOf(items)} is not a sequence`, at);
  if (mapper?.is !== "lambda") return evaluation.fail(`?${name} takes a function such as x -> x`, at);
  const results: Value[] = [];
  for (const item of items.slice(0, limits.items)) {
    const result = applied(evaluation, mapper, item);
    if (name === "map") results.push(result);
    else if (result === true) results.push(item);
    else if (result !== false) evaluation.fail("?filter needs true or false", mapper.at);
  }
  return results;
}

const applied = (evaluation: Evaluator, mapper: Extract<Argument, { is: "lambda" }>, item: Value): Value =>
  evaluation.scope.within(new Map([[mapper.parameter, item]]), undefined, () => evaluation.value(mapper.body));

function inLoop(evaluation: Evaluator, expression: BuiltInExpression): Value {
  const { of, name, at } = expression;
  const loop = of.is === "name" ? evaluation.scope.loopOf(of.name) : undefined;
  if (loop === undefined) return evaluation.fail(`?${name} needs the variable of a list`, at);
  if (name !== "item_cycle") return loopValue(loop, name);
  const cycle = plainArguments(evaluation, expression);
  const item = cycle[loop.index % Math.max(1, cycle.length)];
  return item ? evaluation.value(item) : evaluation.fail("?item_cycle takes at least one argument", at);
}

function loopValue({ index, size }: Loop, name: string): Value {
  switch (name) {
    case "index":
      return decimalOf(index);
    case "counter":
      return decimalOf(index + 1);
    case "has_next":
      return index + 1 < size;
    case "is_first":
      return index === 0;
    case "is_last":
      return index + 1 === size;
    default:
      return index % 2 === 0 ? "odd" : "even";
  }
}
