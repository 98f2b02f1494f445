import { z } from "zod";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface CustomCallForm extends DestinationForm {
  callXml: string;
}

/** The call does what a script says; `validateInboundNode` reads the script. */
export const customCall = destinationKind<CustomCallForm>({
  nodeType: "callDestination",
  label: destTypeLabel("call"),
  help: "Answers the call and does what a call script of yours says.",
  icon: "file-phone",
  hue: "voice",
  destType: "call",
  form: z.looseObject({ callXml: z.string().default(""), ...destinationShape }),
  defaults: { callXml: "", ...destinationDefaults },
  fields: [
    {
      name: "callXml",
      label: "Call XML",
      help: "A call script: Say, Play, Gather, Record, Dial and the like inside of Response.",
      input: "textarea",
      uncounted: true,
      required: true,
    },
  ],
  card: (form) => [{ label: "Call XML", value: form.callXml ? `${form.callXml.length} characters` : undefined }],
  target: (form) => ({ dest: "call", options: { callXml: form.callXml } }),
});
