import { JsonPathError } from "./jsonPathError.ts";
import { parsePath } from "./parsePath.ts";
import type { JsonPath } from "./syntax.ts";

// few paths are asked very often; a full cache is simply emptied
const parsedPaths = new Map<string, JsonPath>();
const maxParsed = 1000;

/** Reads a path, or takes what was read of it before. Throws a `JsonPathError` that names the place when it is none. */
export function parsedPath(path: string): JsonPath {
  const known = parsedPaths.get(path);
  if (known !== undefined) return known;
  const parsed = parsePath(path);
  if (parsedPaths.size >= maxParsed) parsedPaths.clear();
  parsedPaths.set(path, parsed);
  return parsed;
}

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
