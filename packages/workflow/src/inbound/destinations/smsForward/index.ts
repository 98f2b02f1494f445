import { z } from "zod";
import { isE164 } from "../../../parts/phone/dialTarget.ts";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface SmsForwardForm extends DestinationForm {
  phoneNumber: string;
}

/** Forwards the text to another phone. */
export const smsForward = destinationKind<SmsForwardForm>({
  nodeType: "smsDestination",
  label: destTypeLabel("sms"),
  help: "Forwards the text to another phone, with the sender's number.",
  icon: "message-forward",
  hue: "sms",
  destType: "sms",
  form: z.looseObject({ phoneNumber: z.string().default(""), ...destinationShape }),
  defaults: { phoneNumber: "", ...destinationDefaults },
  fields: [
    {
      name: "phoneNumber",
      label: "Phone Number",
      input: "text",
      placeholder: "+12025550123",
      required: true,
      maxLength: 30,
    },
  ],
  card: (form) => [{ label: "To", value: form.phoneNumber || undefined }],
  issues: ({ phoneNumber }) =>
    phoneNumber.trim() === "" || isE164(phoneNumber.trim())
      ? []
      : [{ field: "phoneNumber", message: "Must be a valid E.164 phone number" }],
  target: (form) => ({ dest: form.phoneNumber.trim(), options: {} }),
});
