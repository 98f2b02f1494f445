import { z } from "zod";
import {
  type DestinationForm,
  destinationDefaults,
  destinationFields,
  destinationIssues,
  destinationShape,
} from "../../destinationForm.ts";
import { destinationKind, type InboundField } from "../../kind.ts";

/** Spec 1 §3.6. */
export interface InboxForm extends DestinationForm {
  inboxName: string;
}

const fields: InboundField<InboxForm>[] = [
  {
    name: "inboxName",
    label: "Inbox Name",
    help: "A name that is new makes a new inbox.",
    input: "pickOne",
    from: "inboxes",
    required: true,
  },
  ...destinationFields<InboxForm>(),
];

/** The message goes to a named inbox. */
export const inbox = destinationKind<InboxForm>({
  nodeType: "smsDestination",
  label: "Inbox",
  help: "Puts the conversation into an inbox of this name, where people answer it.",
  icon: "inbox",
  hue: "sms",
  destType: "inbox",
  form: z.looseObject({ inboxName: z.string().default(""), ...destinationShape }),
  defaults: { inboxName: "", ...destinationDefaults },
  fields,
  card: (form) => [{ label: "Inbox", value: form.inboxName || undefined }],
  validate: (form) => destinationIssues(fields, form),
  target: (form) => ({ dest: form.inboxName.trim(), options: {} }),
});
