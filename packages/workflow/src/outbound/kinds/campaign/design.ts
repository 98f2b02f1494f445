import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export interface Draft extends Own, OneExit {}

export const design: Design<Own, Draft> = {
  label: "Workflow",
  help: "Enrols the contact in another workflow, in its newest version, and goes on with this one at once.\n\nThe other workflow's frequency protection counts: a contact that may not enter it again is counted there as filtered. A chain of enrolments is at most ten deep.",
  hue: "logic",
  icon: "arrow-ramp-right",
  defaults: { campaignId: "", observeTimezoneProtection: true, next: null },
  fields: [
    {
      name: "campaignId",
      label: "Campaign ID",
      help: "The workflow to enter.",
      input: "pick",
      from: "campaigns",
      required: true,
    },
    {
      name: "observeTimezoneProtection",
      label: "Observe Timezone Protection",
      help: "On: the entered workflow begins when its own window is open. Off: it begins at once.",
      input: "switch",
    },
  ],
  card: (draft) => [{ label: "Campaign ID", value: draft.campaignId || undefined }],
  ...oneExit,
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ campaignId, observeTimezoneProtection }, [next = null]) => ({ campaignId, observeTimezoneProtection, next }),
  write: ({ campaignId, observeTimezoneProtection }) => ({ campaignId, observeTimezoneProtection }),
};
