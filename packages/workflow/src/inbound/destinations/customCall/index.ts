import { z } from "zod";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface CustomCallForm extends DestinationForm {
  callXml: string;
}

/** Runs a call script. `validateInboundNode` checks the script. */
export const customCall = destinationKind<CustomCallForm>({
  nodeType: "callDestination",
  label: destTypeLabel("call"),
  help: "Answers the call and runs your call script.",
  icon: "file-phone",
  hue: "voice",
  destType: "call",
  form: z.looseObject({ callXml: z.string().default(""), ...destinationShape }),
  defaults: { callXml: "", ...destinationDefaults },
  fields: [
    {
      name: "callXml",
      label: "Call XML",
      help: "A call script with Say, Play, Gather, Record, Dial and other verbs inside Response.",
      input: "textarea",
      uncounted: true,
      required: true,
    },
  ],
  card: (form) => [{ label: "Call XML", value: form.callXml ? `${form.callXml.length} characters` : undefined }],
  target: (form) => ({ dest: "call", options: { callXml: form.callXml } }),
});
