import type { Option } from "../nodeKind.ts";
import { ownValue } from "./ownValue.ts";

/** The variable of statements that ask whether the contact is in an audience (decision 0104). The dot keeps it apart from custom fields. */
export const audienceVariable: Option = { value: "audience.member", label: "Audience" };

/** The operations of these statements, in form order. */
export const audienceOperations: readonly Option[] = [
  { value: "IN_AUDIENCE", label: "Is in" },
  { value: "DN_IN_AUDIENCE", label: "Is not in" },
];

/** A statement that may ask about an audience. `value` is the audience's name when it was chosen, for people. */
interface Asking {
  operation: string;
  negated?: boolean | undefined;
  audienceId?: string | undefined;
}

/** Whether a statement asks about an audience, and in which sense. */
export function audienceAsked({ operation, negated = false }: Asking): { negated: boolean } | undefined {
  const isDn = operation.startsWith("DN_");
  return (isDn ? operation.slice(3) : operation) === "IN_AUDIENCE" ? { negated: negated || isDn } : undefined;
}

/** The variable that holds the answer for an audience: `yes` or `no`. */
export const membershipOf = (audienceId: string): string => `audience.${audienceId.toLowerCase()}`;

/** Whether the statement is true for what the journey knows. A deleted audience has no answer, and neither sense is true for it. */
export function evaluateMembership(statement: Asking, vars: Readonly<Record<string, string>>): boolean {
  const asked = audienceAsked(statement);
  const answer = ownValue(vars, membershipOf(statement.audienceId ?? ""));
  return asked !== undefined && answer !== undefined && (answer === "yes") !== asked.negated;
}

/** The audiences that paths ask about, each once. */
export const audiencesOf = (paths: readonly { statements: readonly Asking[] }[]): string[] => [
  ...new Set(
    paths.flatMap(({ statements }) =>
      statements.flatMap((one) =>
        audienceAsked(one) !== undefined && one.audienceId !== undefined && one.audienceId !== ""
          ? [one.audienceId.toLowerCase()]
          : [],
      ),
    ),
  ),
];

/** The audiences that the nodes of a workflow ask about. */
export const audiencesOfNodes = (nodes: Iterable<object>): string[] => [
  ...new Set(
    [...nodes].flatMap((node) => {
      const paths = ownValue(node as Record<string, unknown>, "conditions");
      return Array.isArray(paths) ? audiencesOf(paths as Parameters<typeof audiencesOf>[0]) : [];
    }),
  ),
];
