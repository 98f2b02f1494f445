import { readOperation } from "../parts/operations.ts";
import { regexProblem } from "../parts/text/regex.ts";
import { parseTime } from "../parts/time/timeOfDay.ts";
import type { RuleEntry } from "./route.ts";

/** Why a rule cannot be evaluated, or undefined. Such a rule would silently never match (spec 1 §3.5). */
export function ruleProblem({ type, operation, value }: RuleEntry): { field: string; message: string } | undefined {
  const base = readOperation(operation)?.base;
  if (base === undefined) return { field: "operation", message: `The operation "${operation}" does not exist` };
  const pattern = base === "REGEX" ? regexProblem(value) : undefined;
  if (pattern !== undefined) return { field: "value", message: pattern };
  const isOnClock = type === "time" && (base === "LESS_THAN" || base === "GREATER_THAN");
  if (isOnClock && parseTime(value) === undefined)
    return { field: "value", message: "A time rule must have a time of day, such as 17:30:00" };
  return undefined;
}
