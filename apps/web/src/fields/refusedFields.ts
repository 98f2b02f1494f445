import { ApiFailure } from "../api/call.ts";

/** What the server says is wrong with the fields of a body that it refused, by the field's name: `body.phone` is `phone`. */
export function refusedFields(problem: unknown): Record<string, string> {
  if (!(problem instanceof ApiFailure)) return {};
  const found: Record<string, string> = {};
  for (const { where = "", message } of problem.errors) {
    const field = /^body\.(\w+)/.exec(where)?.[1];
    if (field !== undefined) found[field] ??= message;
  }
  return found;
}
