import { z } from "zod";
import { isE164, isSip } from "../../../parts/phone.ts";
import {
  type DestinationForm,
  destinationDefaults,
  destinationFields,
  destinationIssues,
  destinationShape,
} from "../../destinationForm.ts";
import { destinationKind, type InboundField } from "../../kind.ts";

/** Spec 1 §3.6. */
export interface CallForwardForm extends DestinationForm {
  numberOrSip: string;
}

/** Spec 1 §5.2, to the letter. */
export const numberOrSipMessage =
  "Must be a valid E.164 (an international number with example) phone number or SIP address.";

const fields: InboundField<CallForwardForm>[] = [
  {
    name: "numberOrSip",
    label: "Phone Number or SIP Address",
    input: "text",
    placeholder: "+12025550123 or sip:desk@pbx.example.com",
    required: true,
    maxLength: 300,
  },
  ...destinationFields<CallForwardForm>(),
];

/** The call goes on to another phone. */
export const callForward = destinationKind<CallForwardForm>({
  nodeType: "callDestination",
  label: "Call Forward",
  help: "Rings another phone and connects the caller.",
  icon: "phone-outgoing",
  hue: "voice",
  destType: "call-relay",
  form: z.looseObject({ numberOrSip: z.string().default(""), ...destinationShape }),
  defaults: { numberOrSip: "", ...destinationDefaults },
  fields,
  card: (form) => [{ label: "To", value: form.numberOrSip || undefined }],
  validate: (form) => [
    ...destinationIssues(fields, form),
    ...(form.numberOrSip.trim() === "" || isE164(form.numberOrSip.trim()) || isSip(form.numberOrSip)
      ? []
      : [{ field: "numberOrSip", message: numberOrSipMessage }]),
  ],
  target: (form) => ({ dest: form.numberOrSip.trim(), options: {} }),
});
