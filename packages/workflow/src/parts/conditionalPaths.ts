import { z } from "zod";
import type { Exit, Field, Issue } from "../nodeKind.ts";
import type { NodeId } from "../savedNode.ts";
import { audienceAsked } from "./audienceStatement.ts";
import { conditionOperations, listOf, needsValue, operationLabel, readOperation } from "./operations.ts";
import { isBlank } from "./required.ts";

/** A statement in a condition or event form: `DN_` is part of the operation, a list is text (spec 2 §3.3). */
export interface StatementDraft {
  variable: string;
  operation: string;
  value: string;
  /** Of a statement about an audience, whose name is the value. */
  audienceId?: string;
}

/** A path that contacts follow when all its statements are true. */
export interface PathDraft {
  targetNode: NodeId | null;
  statements: StatementDraft[];
}

export const newStatement: StatementDraft = { variable: "", operation: "EQUALS", value: "" };
export const newPath: PathDraft = { targetNode: null, statements: [newStatement] };

const savedStatement = z.looseObject({
  variable: z.string().default(""),
  operation: z.string().default("EQUALS"),
  value: z.union([z.string(), z.array(z.string())]).default(""),
  negated: z.boolean().optional(),
  audienceId: z.string().optional(),
});

/** An entry of a saved `conditions` list. Unknown keys are preserved. */
export const savedPath = z.looseObject({
  targetNode: z.int().nullable().default(null),
  statements: z.array(savedStatement).default([]),
});
export type SavedPath = z.infer<typeof savedPath>;

/** Saved to form. Both `DN_` and `negated` are read (readings, Statements). */
export const readPath = ({ statements, ...path }: SavedPath): PathDraft => ({
  ...path,
  statements: statements.map(({ negated, operation, value, ...rest }) => {
    const read = readOperation(operation, negated);
    const asked = audienceAsked({ operation, negated });
    if (asked !== undefined)
      return { ...rest, operation: asked.negated ? "DN_IN_AUDIENCE" : "IN_AUDIENCE", value: String(value) };
    return {
      ...rest,
      operation: read === undefined ? operation : `${read.negated ? "DN_" : ""}${read.base}`,
      value: typeof value === "string" ? value : value.join(","),
    };
  }),
});

/** Form to saved: by name with `DN_` for condition, as a code with `negated` for event (wire reading 7). */
export const writePath = ({ statements, ...path }: PathDraft, as: "name" | "code"): SavedPath => ({
  ...path,
  statements: statements.map((statement) => {
    const value = needsValue(statement.operation) ? statement.value : "";
    const read = readOperation(statement.operation);
    if (as === "name" || read === undefined) return { ...statement, value };
    return { ...statement, value, operation: read.base, negated: read.negated };
  }),
});

/** The paths of a new form, whose first statement asks for this reply. Paths that ask for something stay. */
export function askForReply(paths: PathDraft[], reply: string): PathDraft[] {
  const [first, ...more] = paths;
  const isBlankPath = first?.statements.every(({ variable, value }) => variable === "" && value === "");
  if (first === undefined || more.length > 0 || !isBlankPath) return paths;
  return [{ ...first, statements: first.statements.map((one) => ({ ...one, variable: reply })) }];
}

const columns: Field<PathDraft>[] = [
  { name: "statements", label: "Statements", input: "statements" },
  { name: "targetNode", label: "Conditional Path", lead: "then", input: "path", required: true },
];

/** The form rows of conditional paths. With `anySection`, for event, targets can be in any section (spec 2 §3.4). With `audiences`, statements can ask about audiences. */
export const conditionalPathsField = <Draft extends { conditionalPaths: PathDraft[] }>(
  anySection: boolean,
  audiences = false,
): Field<Draft> => ({
  name: "conditionalPaths",
  label: "Conditional Paths",
  help: "All statements of a path must be true. The first such path is followed.",
  input: "rows",
  rowLabel: "Conditional Path",
  add: "Add conditional path",
  newRow: newPath,
  // the next path usually asks for the same variable
  rowAfter: ({ statements: [first] }: PathDraft): PathDraft => ({
    ...newPath,
    statements: [{ ...newStatement, variable: first?.variable ?? "" }],
  }),
  fields: columns.map((column) =>
    column.input === "path"
      ? { ...column, anySection }
      : column.input === "statements"
        ? { ...column, audiences }
        : column,
  ),
});

/** Missing parts of the paths' statements (spec 2 §5.2). The field descriptions check the targets. */
export const statementIssues = (paths: readonly PathDraft[], { audiences = false } = {}): Issue[] =>
  paths.flatMap((path, pathIndex) => {
    const field = `conditionalPaths.${pathIndex}.statements`;
    const name = `Conditional Path ${pathIndex + 1}`;
    if (path.statements.length === 0) return [{ field, message: `${name} Statement 1 is required` }];
    return path.statements.flatMap((statement, index) =>
      audiences && audienceAsked(statement) !== undefined
        ? oneAudience(statement, name, `${field}.${index}`, index + 1)
        : oneStatement(statement, name, `${field}.${index}`, index + 1),
    );
  });

const oneAudience = ({ audienceId }: StatementDraft, path: string, field: string, number: number): Issue[] =>
  isBlank(audienceId) ? [{ field: `${field}.audienceId`, message: `${path} Audience ${number} is required` }] : [];

function oneStatement(statement: StatementDraft, path: string, field: string, number: number): Issue[] {
  const issues: Issue[] = [];
  const blank = (key: keyof StatementDraft, label: string) => {
    if (isBlank(statement[key]))
      issues.push({ field: `${field}.${key}`, message: `${path} ${label} ${number} is required` });
  };
  blank("variable", "Variable");
  blank("operation", "Operation");
  if (needsValue(statement.operation)) blank("value", "Value");
  if (!isBlank(statement.operation) && !conditionOperations.some(({ value }) => value === statement.operation)) {
    issues.push({
      field: `${field}.operation`,
      message: `${path} Operation ${number} must not be ${statement.operation}`,
    });
  }
  return issues;
}

/** A path as text for its edge: `reply contains yes`. */
export const describePath = (path: PathDraft): string =>
  path.statements.map((statement) => describeStatement(statement)).join(" and ") || "always";

/** A statement as text: `reply contains yes`. Both forms of negation are read. */
export function describeStatement({
  variable,
  operation,
  value,
  negated,
}: {
  variable: string;
  operation: string;
  value: string | readonly string[];
  negated?: boolean | undefined;
}): string {
  const asked = audienceAsked({ operation, negated });
  if (asked !== undefined) return `${asked.negated ? "is not" : "is"} in audience ${String(value) || "…"}`;
  const read = readOperation(operation, negated);
  const name = read === undefined ? operation : `${read.negated ? "DN_" : ""}${read.base}`;
  const subject = /^node\d+\.reply$/.test(variable) ? "reply" : variable || "…";
  const words = [subject, operationLabel(name).toLowerCase()];
  if (needsValue(name)) words.push(name.endsWith("_ONE_OF") ? listOf(value).join(", ") : String(value) || "…");
  return words.join(" ");
}

/** The exits of the conditional paths, in order. */
export const pathExits = (paths: readonly PathDraft[]): Exit[] =>
  paths.map((path) => ({ name: describePath(path), target: path.targetNode }));

/** The paths with their targets replaced. */
export const retargetPaths = (paths: readonly PathDraft[], targets: readonly (NodeId | null)[]): PathDraft[] =>
  paths.map((path, index) => ({ ...path, targetNode: targets[index] ?? null }));
