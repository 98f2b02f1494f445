import type { Design } from "../../../nodeKind.ts";
import {
  askForReply,
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
import {
  describeTimeout,
  readTimeout,
  type TimeoutDraft,
  timeoutDefaults,
  timeoutFields,
  timeoutIssues,
  writeTimeout,
} from "../../../parts/time/timeoutForm.ts";
import type { NodeId } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

export interface Draft extends TimeoutDraft {
  timeoutPath: NodeId | null;
  conditionalPaths: PathDraft[];
}

export const design: Design<Own, Draft> = {
  label: "Event",
  hue: "logic",
  icon: "message-question",
  selectorsOnly: true,
  defaults: { ...timeoutDefaults, timeoutPath: null, conditionalPaths: [newPath] },
  fields: [
    conditionalPathsField<Draft>(true),
    ...timeoutFields<Draft>("Timeout Type", ["wait", "waitTime", "schedule", "scheduleTz"]),
    {
      name: "timeoutPath",
      label: "Default Path",
      help: "When time runs out.",
      input: "path",
      anySection: true,
      required: true,
    },
  ],
  card: (draft) => [
    { label: "Paths", value: draft.conditionalPaths.map(describePath).join("; ") || undefined },
    { label: "Timeout", value: describeTimeout(draft) },
  ],
  exits: (draft) => [
    ...pathExits(draft.conditionalPaths),
    {
      name: `no reply ${draft.timeoutType === "wait" ? "in " : ""}${describeTimeout(draft)}`,
      target: draft.timeoutPath,
    },
  ],
  retarget: (draft, targets) => ({
    ...draft,
    conditionalPaths: retargetPaths(draft.conditionalPaths, targets),
    timeoutPath: targets[draft.conditionalPaths.length] ?? null,
  }),
  prefill: (draft, reply) => {
    const conditionalPaths = askForReply(draft.conditionalPaths, reply);
    return conditionalPaths === draft.conditionalPaths ? draft : { ...draft, conditionalPaths };
  },
  validate: (draft, at) => [
    ...fieldIssues(design.fields, draft),
    ...statementIssues(draft.conditionalPaths),
    ...timeoutIssues(draft, at),
  ],
  read: ({ timeoutData, conditions }) => ({
    ...readTimeout(timeoutData),
    timeoutPath: timeoutData.timeoutPath,
    conditionalPaths: conditions.map(readPath),
  }),
  write: (draft) => ({
    timeoutData: { ...writeTimeout(draft), timeoutPath: draft.timeoutPath } as Own["timeoutData"],
    conditions: draft.conditionalPaths.map((path) => writePath(path, "code")),
  }),
};
