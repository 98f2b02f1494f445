import { ownValue, setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";

/** The first message of each field. */
export function problemsByField(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = String(path[0]);
    setOwnValue(problems, field, ownValue(problems, field) ?? message);
  }
  return problems;
}
