import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import {
  describeTimeout,
  readTimeout,
  type TimeoutDraft,
  timeoutDefaults,
  timeoutFields,
  timeoutIssues,
  writeTimeout,
} from "../../../parts/time/timeoutForm.ts";
import type { Own } from "./saved.ts";

export interface Draft extends TimeoutDraft, OneExit {}

export const design: Design<Own, Draft> = {
  label: "Time Delay",
  hue: "logic",
  icon: "clock-pause",
  defaults: { ...timeoutDefaults, next: null },
  fields: timeoutFields<Draft>("Delay Type", ["wait", "waitTime", "schedule", "timezoneProtect"]),
  card: (draft) => [{ label: "Delay", value: describeTimeout(draft) }],
  ...oneExit,
  validate: (draft, at) => [...fieldIssues(design.fields, draft), ...timeoutIssues(draft, at)],
  read: (own, [next = null]) => ({ ...readTimeout(own), next }),
  write: (draft) => writeTimeout(draft) as Own,
};
