import type { Design, Field } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

// a type, not an interface: only a type may carry unknown keys
type Row = {
  mode: "assignVariable" | "assignFixed" | "clear";
  variable: string;
  value: string;
};

export interface Draft extends OneExit {
  assignments: Row[];
}

const newRow: Row = { mode: "assignVariable", variable: "", value: "" };
const modes = { assignVariable: "Campaign Value", assignFixed: "Fixed Value", clear: "Clear Value" } as const;

const columns: Field<Row>[] = [
  {
    name: "mode",
    label: "Mode",
    input: "choice",
    required: true,
    options: Object.entries(modes).map(([value, label]) => ({ value, label })),
    // switching the mode clears the value: a variable's name is no fixed value, and a cleared field has none (spec 2 §3.3)
    sets: () => ({ value: "" }),
  },
  {
    name: "variable",
    label: "Variable",
    help: "The contact field to set.",
    input: "pick",
    from: "contactFields",
    required: true,
  },
  {
    name: "value",
    label: "Value",
    help: "The workflow variable to copy.",
    input: "variable",
    required: true,
    show: (row) => row.mode === "assignVariable",
  },
  { name: "value", label: "Value", input: "text", required: true, show: (row) => row.mode === "assignFixed" },
];

export const design: Design<Own, Draft> = {
  label: "Edit Contact",
  hue: "logic",
  icon: "user-edit",
  defaults: { assignments: [newRow], next: null },
  fields: [
    {
      name: "assignments",
      label: "Assignments",
      input: "rows",
      rowLabel: "Assignment",
      add: "Add assignment",
      min: 1,
      newRow,
      fields: columns,
    },
  ],
  card: (draft) => [
    {
      label: "Fields",
      value:
        draft.assignments
          .map(({ variable }) => variable)
          .filter(Boolean)
          .join(", ") || undefined,
    },
  ],
  ...oneExit,
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ assignments }, [next = null]) => ({ assignments, next }),
  write: ({ assignments }) => ({
    assignments: assignments.map((row) => (row.mode === "clear" ? { ...row, value: "" } : row)),
  }),
};
