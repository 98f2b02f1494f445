import { ownValue, setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";
import { ApiFailure } from "../api/call.ts";

/** The server's messages for a refused body by field name: `body.phone` is `phone`. */
export function refusedFields(problem: unknown): Record<string, string> {
  if (!(problem instanceof ApiFailure)) return {};
  const found: Record<string, string> = {};
  for (const { where = "", message } of problem.errors) {
    const field = /^body\.(\w+)/.exec(where)?.[1];
    if (field !== undefined) setOwnValue(found, field, ownValue(found, field) ?? message);
  }
  return found;
}
