import { evaluatePath } from "./evaluatePath.ts";
import { jsonPathProblem, parsedPath } from "./parsedPath.ts";
import { setPathCheck } from "./pathProblem.ts";

setPathCheck(jsonPathProblem);

/**
 * The values that a JSONPath (RFC 9535) selects in parsed JSON. No match is an empty list. Throws a `JsonPathError` with
 * the place when the path is invalid or exceeds the limits.
 */
export const queryJson = (path: string, value: unknown): unknown[] => evaluatePath(parsedPath(path), value);
