import { pathProblem } from "../../../jsonpath/pathProblem.ts";
import type { Design, Field, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { isBlank } from "../../../parts/required.ts";
import { variableName } from "../../../parts/variables.ts";
import { maxComputations, type Own } from "./saved.ts";

// a type, not an interface: only a type may carry unknown keys
type Row = {
  variable: string;
  type: "freemarker" | "jsonpath";
  freemarker: string;
  jsonPath: string;
  jsonPathSourceVariable: string;
};

export interface Draft extends OneExit {
  computations: Row[];
}

const newRow: Row = { variable: "", type: "freemarker", freemarker: "", jsonPath: "", jsonPathSourceVariable: "" };

const isTemplate = (row: Row): boolean => row.type === "freemarker";
const isPath = (row: Row): boolean => row.type === "jsonpath";

/** Fields of the other type are saved empty (wire reading 12). */
const withoutOther = (row: Row): Partial<Row> =>
  isTemplate(row) ? { jsonPath: "", jsonPathSourceVariable: "" } : { freemarker: "" };

const columns: Field<Row>[] = [
  {
    name: "variable",
    label: "Variable Name",
    help: "Later nodes and texts use the result by this name.",
    input: "text",
    placeholder: "total",
    maxLength: 100,
    required: true,
  },
  {
    name: "type",
    label: "Type",
    input: "choice",
    required: true,
    options: [
      { value: "freemarker", label: "FreeMarker" },
      { value: "jsonpath", label: "JSONPath" },
    ],
    sets: withoutOther,
  },
  {
    name: "freemarker",
    label: "Template",
    help: "Such as ${firstName?upper_case} or <#if age?number gte 18>adult<#else>minor</#if>.",
    input: "textarea",
    variables: true,
    uncounted: true,
    required: true,
    show: isTemplate,
  },
  {
    name: "jsonPathSourceVariable",
    label: "Source Variable",
    help: "The variable that holds JSON, such as the answer of a webhook.",
    input: "variable",
    required: true,
    show: isPath,
  },
  {
    name: "jsonPath",
    label: "Expression",
    help: "Such as $.order.id or $.items[?@.price > 10].name.",
    input: "text",
    placeholder: "$.order.id",
    required: true,
    show: isPath,
  },
];

export const design: Design<Own, Draft> = {
  label: "Computation",
  hue: "logic",
  icon: "calculator",
  defaults: { computations: [newRow], next: null },
  fields: [
    {
      name: "computations",
      label: "Computations",
      input: "rows",
      rowLabel: "Computation",
      add: "Add computation",
      min: 1,
      max: maxComputations,
      newRow,
      fields: columns,
    },
  ],
  card: (draft) => [{ label: "Variables", value: names(draft).join(", ") || undefined }],
  ...oneExit,
  gives: (_, draft) => names(draft),
  validate: (draft) => [...fieldIssues(design.fields, draft), ...draft.computations.flatMap(rowIssues)],
  read: ({ computations }, [next = null]) => ({ computations, next }),
  write: ({ computations }) => ({ computations: computations.map((row) => ({ ...row, ...withoutOther(row) })) }),
};

const names = ({ computations }: Draft): string[] =>
  computations.flatMap(({ variable }) => (isBlank(variable) ? [] : [variableName(variable)]));

/** Checks beyond the field descriptions: repeated names, and expressions that cannot be parsed (spec 2 §5.2). */
function rowIssues(row: Row, index: number, rows: readonly Row[]): Issue[] {
  const say = (field: keyof Row, message: string): Issue => ({ field: `computations.${index}.${field}`, message });
  const issues: Issue[] = [];
  const name = variableName(row.variable);
  if (/[\s${}]/.test(name)) {
    issues.push(say("variable", `Variable Name ${index + 1} cannot contain spaces, $ or braces`));
  } else if (name !== "" && rows.slice(0, index).some((other) => variableName(other.variable) === name)) {
    issues.push(say("variable", "Duplicate variable name"));
  }
  const path = isPath(row) && !isBlank(row.jsonPath) ? pathProblem(row.jsonPath.trim()) : undefined;
  if (path !== undefined) issues.push(say("jsonPath", `Expression ${index + 1} is not JSONPath: ${path}`));
  return issues;
}
