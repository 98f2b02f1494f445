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
  help: "Holds the contact here, then goes on.\n\nWait holds for a while. Wait until a time of day goes on when the clock next shows that time on an active day. Schedule goes on at one moment, the same for everybody or each contact's own from a variable. Timezone protect goes on at once while the hours are open, else when they next open.\n\nA recipient whose number may lie in several time zones goes on when the hour has come in all of them. A moment that has passed does not hold anybody.",
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
