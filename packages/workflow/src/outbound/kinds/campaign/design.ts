import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export interface Draft extends Own, OneExit {}

export const design: Design<Own, Draft> = {
  label: "Workflow",
  hue: "logic",
  icon: "arrow-ramp-right",
  defaults: { campaignId: "", observeTimezoneProtection: true, next: null },
  fields: [
    {
      name: "campaignId",
      label: "Campaign ID",
      help: "The workflow to enroll in.",
      input: "pick",
      from: "campaigns",
      required: true,
    },
    {
      name: "observeTimezoneProtection",
      label: "Observe Timezone Protection",
      help: "On: the other workflow waits for its own window. Off: it starts at once.",
      input: "switch",
    },
  ],
  card: (draft) => [{ label: "Campaign ID", value: draft.campaignId || undefined }],
  ...oneExit,
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ campaignId, observeTimezoneProtection }, [next = null]) => ({ campaignId, observeTimezoneProtection, next }),
  write: ({ campaignId, observeTimezoneProtection }) => ({ campaignId, observeTimezoneProtection }),
};
