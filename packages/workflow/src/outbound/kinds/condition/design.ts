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
  help: "The contact follows the first path whose statements are all true, or the default path.\n\nStatements can use the contact's fields (`state`, `firstName`, your custom fields), replies (`node3.reply`) and variables of other nodes, and ask whether the contact is in an audience at that moment. Text is compared ignoring case, numbers and dates by value. A missing value matches no operation, so `does not exist` and other negated operations are true for it.\n\nExample: `state` is one of `CA, NV`.",
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
