import { evaluatePath } from "./evaluatePath.ts";
import { JsonPathError } from "./jsonPathError.ts";
import { parsePath } from "./parsePath.ts";
import type { JsonPath } from "./syntax.ts";

// few paths are asked very often; a full cache is simply emptied
const parsedPaths = new Map<string, JsonPath>();
const maxParsed = 1000;

function parsedPath(path: string): JsonPath {
  const known = parsedPaths.get(path);
  if (known !== undefined) return known;
  const parsed = parsePath(path);
  if (parsedPaths.size >= maxParsed) parsedPaths.clear();
  parsedPaths.set(path, parsed);
  return parsed;
}

/**
 * The values that a JSONPath (RFC 9535) finds in parsed JSON; none is an empty list, never an error. Throws a
 * `JsonPathError` that names the place when the path is none, or when finding would cost too much.
 */
export const queryJson = (path: string, value: unknown): unknown[] => evaluatePath(parsedPath(path), value);

/** What is wrong with a path, and where; undefined when nothing is. For forms, before it is saved (spec 2 §5.2). */
export function jsonPathProblem(path: string): string | undefined {
  try {
    parsedPath(path);
    return undefined;
  } catch (error) {
    if (error instanceof JsonPathError) return error.message;
    throw error;
  }
}
