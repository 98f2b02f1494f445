import { evaluatePath } from "./evaluatePath.ts";
import { parsedPath } from "./parsedPath.ts";

/**
 * The values that a JSONPath (RFC 9535) finds in parsed JSON; none is an empty list, never an error. Throws a
 * `JsonPathError` that names the place when the path is none, or when finding would cost too much.
 */
export const queryJson = (path: string, value: unknown): unknown[] => evaluatePath(parsedPath(path), value);
