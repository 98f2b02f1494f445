import { listOf, readOperation } from "../parts/operations.ts";
import { evaluateStatement, type Statement } from "../parts/statement.ts";

/** Values of a variable that make a statement true, and one that makes it false, from the statement's own value. "" means none. */
export function candidatesOf(statement: Statement): string[] {
  const found = tried(statement);
  const holding = found.filter((value) => evaluateStatement(statement, () => value));
  const failing = found.filter((value) => !evaluateStatement(statement, () => value));
  return [...holding.slice(0, 2), ...failing.slice(0, 1)];
}

function tried(statement: Statement): string[] {
  const { value } = statement;
  const base = readOperation(statement.operation, statement.negated)?.base;
  const items = base?.endsWith("_ONE_OF")
    ? listOf(value)
    : [typeof value === "string" ? value.trim() : value.join(",")];
  const number = Number(items[0]);
  const around =
    items[0] !== "" && Number.isFinite(number)
      ? [String(number + 1), String(number - 1)]
      : /^\d{4}-\d\d-\d\d/.test(items[0] ?? "")
        ? ["9999-12-31", "1000-01-01"]
        : [];
  return [...items, ...around, `${items[0] ?? ""}z`, "!", "something else", ""];
}
