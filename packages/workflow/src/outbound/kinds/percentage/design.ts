import type { Design, Field, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import type { NodeId } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

interface Row {
  targetNode: NodeId | null;
  percentage: number | null;
}

export interface Draft {
  percentagePaths: Row[];
}

const newRow: Row = { targetNode: null, percentage: 50 };

const columns: Field<Row>[] = [
  { name: "targetNode", label: "Target Node", lead: "go to", input: "path", anySection: true, required: true },
  {
    name: "percentage",
    label: "Percentage",
    lead: "weight",
    input: "number",
    min: 1,
    decimals: 2,
    fixedDecimals: true,
    required: true,
  },
];

export const design: Design<Own, Draft> = {
  label: "Percent",
  hue: "logic",
  icon: "percentage",
  selectorsOnly: true,
  defaults: { percentagePaths: [newRow, newRow] },
  fields: [
    {
      name: "percentagePaths",
      label: "Paths",
      input: "rows",
      rowLabel: "Path",
      add: "Add path",
      min: 1,
      newRow,
      fields: columns,
    },
  ],
  // as saved and as shown in the form (spec 2 §3.2): 50.00
  card: (draft) => [
    { label: "Paths", value: draft.percentagePaths.map(({ percentage }) => (percentage ?? 0).toFixed(2)).join(" / ") },
  ],
  exits: (draft) => draft.percentagePaths.map((row) => ({ name: share(draft, row), target: row.targetNode })),
  retarget: (draft, targets) => ({
    ...draft,
    percentagePaths: draft.percentagePaths.map((row, index) => ({ ...row, targetNode: targets[index] ?? null })),
  }),
  validate: (draft) => [...fieldIssues(design.fields, draft), ...repeatedTargets(draft)],
  read: ({ percentages }, children) => ({
    percentagePaths: percentages.map((weight, index) => ({
      targetNode: children[index] ?? null,
      percentage: weight / 100,
    })),
  }),
  write: (draft) => ({ percentages: draft.percentagePaths.map((row) => Math.round((row.percentage ?? 0) * 100)) }),
};

/** The share of contacts that a path gets: `33.33 %`. */
function share(draft: Draft, row: Row): string {
  const total = draft.percentagePaths.reduce((sum, one) => sum + (one.percentage ?? 0), 0);
  return total > 0 ? `${(((row.percentage ?? 0) / total) * 100).toFixed(2)} %` : "0.00 %";
}

const repeatedTargets = (draft: Draft): Issue[] =>
  draft.percentagePaths.flatMap(({ targetNode }, index) =>
    targetNode !== null && draft.percentagePaths.findIndex((row) => row.targetNode === targetNode) < index
      ? [{ field: `percentagePaths.${index}.targetNode`, message: `Target Node ${index + 1} must be unique` }]
      : [],
  );
