import { z } from "zod";
import { isE164, isSip } from "../../../parts/phone/dialTarget.ts";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface CallForwardForm extends DestinationForm {
  numberOrSip: string;
}

/** Spec 1 §5.2, to the letter. */
const numberOrSipMessage = "Must be a valid E.164 (an international number with example) phone number or SIP address.";

/** Forwards the call to another phone. */
export const callForward = destinationKind<CallForwardForm>({
  nodeType: "callDestination",
  label: destTypeLabel("call-relay"),
  help: "Rings another phone and connects the caller.",
  icon: "phone-outgoing",
  hue: "voice",
  destType: "call-relay",
  form: z.looseObject({ numberOrSip: z.string().default(""), ...destinationShape }),
  defaults: { numberOrSip: "", ...destinationDefaults },
  fields: [
    {
      name: "numberOrSip",
      label: "Phone Number or SIP Address",
      input: "text",
      placeholder: "+12025550123 or sip:desk@pbx.example.com",
      required: true,
      maxLength: 300,
    },
  ],
  card: (form) => [{ label: "To", value: form.numberOrSip || undefined }],
  issues: ({ numberOrSip }) =>
    numberOrSip.trim() === "" || isE164(numberOrSip.trim()) || isSip(numberOrSip)
      ? []
      : [{ field: "numberOrSip", message: numberOrSipMessage }],
  target: (form) => ({ dest: form.numberOrSip.trim(), options: {} }),
});
