import type { Design } from "../../../nodeKind.ts";
import {
  conditionalPathsField,
  describePath,
  newPath,
  type PathDraft,
  pathExits,
  readPath,
  retargetPaths,
  statementIssues,
  writePath,
} from "../../../parts/conditionalPaths.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import type { NodeId } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

export interface Draft {
  conditionalPaths: PathDraft[];
  defaultNodePath: NodeId | null;
}

export const design: Design<Own, Draft> = {
  label: "Condition",
  hue: "logic",
  icon: "arrows-split-2",
  selectorsOnly: true,
  defaults: { conditionalPaths: [newPath], defaultNodePath: null },
  fields: [
    conditionalPathsField(false, true),
    {
      name: "defaultNodePath",
      label: "Default Path",
      help: "When no other path matches.",
      input: "path",
      required: true,
    },
  ],
  card: (draft) => [{ label: "Paths", value: draft.conditionalPaths.map(describePath).join("; ") || undefined }],
  exits: (draft) => [...pathExits(draft.conditionalPaths), { name: "otherwise", target: draft.defaultNodePath }],
  retarget: (draft, targets) => ({
    ...draft,
    conditionalPaths: retargetPaths(draft.conditionalPaths, targets),
    defaultNodePath: targets[draft.conditionalPaths.length] ?? null,
  }),
  validate: (draft) => [
    ...fieldIssues(design.fields, draft),
    ...statementIssues(draft.conditionalPaths, { audiences: true }),
  ],
  read: ({ conditions, defaultNodePath }) => {
    const paths = conditions.at(-1)?.statements.length === 0 ? conditions.slice(0, -1) : conditions;
    return { conditionalPaths: paths.map(readPath), defaultNodePath: defaultNodePath };
  },
  write: ({ conditionalPaths, defaultNodePath }) => ({
    conditions: [
      ...conditionalPaths.map((path) => writePath(path, "name")),
      { targetNode: defaultNodePath, statements: [] },
    ],
    defaultNodePath,
  }),
};
