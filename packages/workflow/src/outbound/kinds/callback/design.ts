import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import type { Own } from "./saved.ts";

export const design: Design<Own, Own> = {
  label: "Webhook",
  hue: "webhook",
  icon: "webhook",
  selectorsOnly: true,
  defaults: { callbackId: "", successPath: null, failurePath: null },
  fields: [
    { name: "callbackId", label: "Callback ID", input: "pick", from: "webhooks", required: true },
    { name: "successPath", label: "Success Path", help: "When the webhook succeeds.", input: "path", required: true },
    {
      name: "failurePath",
      label: "Failure Path",
      help: "When the last attempt fails or returns an unexpected answer.",
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
