import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import type { Own } from "./saved.ts";

export const design: Design<Own, Own> = {
  label: "Webhook",
  help: "Calls a webhook of event type `campaign_workflow_callback` for each contact and waits for its answer, retries included. Then the contact takes the success or the failure path.\n\nWhat the webhook's response mapping names is stored in workflow variables. Webhooks are made under [Webhooks](/webhooks).",
  hue: "webhook",
  icon: "webhook",
  selectorsOnly: true,
  defaults: { callbackId: "", successPath: null, failurePath: null },
  fields: [
    { name: "callbackId", label: "Callback ID", input: "pick", from: "webhooks", required: true },
    { name: "successPath", label: "Success Path", help: "The webhook succeeded.", input: "path", required: true },
    {
      name: "failurePath",
      label: "Failure Path",
      help: "The last try failed, or its answer was not the expected one.",
      input: "path",
      required: true,
    },
  ],
  card: (draft) => [{ label: "Callback ID", value: draft.callbackId || undefined }],
  exits: (draft) => [
    { name: "success", target: draft.successPath },
    { name: "failure", target: draft.failurePath },
  ],
  retarget: (draft, [successPath = null, failurePath = null]) => ({ ...draft, successPath, failurePath }),
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ callbackId, successPath, failurePath }) => ({ callbackId, successPath, failurePath }),
  write: ({ callbackId, successPath, failurePath }) => ({ callbackId, successPath, failurePath }),
};
