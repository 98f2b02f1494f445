import { z } from "zod";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface InboxForm extends DestinationForm {
  inboxName: string;
}

/** Routes the message to a named inbox. */
export const inbox = destinationKind<InboxForm>({
  nodeType: "smsDestination",
  label: destTypeLabel("inbox"),
  help: "Routes the conversation to this inbox, where people answer it.",
  icon: "inbox",
  hue: "sms",
  destType: "inbox",
  form: z.looseObject({ inboxName: z.string().default(""), ...destinationShape }),
  defaults: { inboxName: "", ...destinationDefaults },
  fields: [
    {
      name: "inboxName",
      label: "Inbox Name",
      help: "A new name creates a new inbox.",
      input: "pickOne",
      from: "inboxes",
      required: true,
    },
  ],
  card: (form) => [{ label: "Inbox", value: form.inboxName || undefined }],
  target: (form) => ({ dest: form.inboxName.trim(), options: {} }),
});
