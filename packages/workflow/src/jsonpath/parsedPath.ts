import { JsonPathError } from "./jsonPathError.ts";
import { parsePath } from "./parsePath.ts";
import type { JsonPath } from "./syntax.ts";

// few paths are used very often; a full cache is emptied
const parsedPaths = new Map<string, JsonPath>();
const maxParsed = 1000;

/** Parses a path, with a cache. Throws a `JsonPathError` with the place. */
export function parsedPath(path: string): JsonPath {
  const known = parsedPaths.get(path);
  if (known !== undefined) return known;
  const parsed = parsePath(path);
  if (parsedPaths.size >= maxParsed) parsedPaths.clear();
  parsedPaths.set(path, parsed);
  return parsed;
}

/** The error of a path, or undefined. */
export function jsonPathProblem(path: string): string | undefined {
  try {
    parsedPath(path);
    return undefined;
  } catch (error) {
    if (error instanceof JsonPathError) return error.message;
    throw error;
  }
}
