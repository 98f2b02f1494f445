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
export interface IvrForm extends DestinationForm {
  ivrName: string;
  mohUrl: string;
}

const fields: InboundField<IvrForm>[] = [
  { name: "ivrName", label: "IVR", input: "pickOne", from: "ivrs", required: true },
  { name: "mohUrl", label: "Hold Music", input: "assetUrl", type: "audio" },
  ...destinationFields<IvrForm>(),
];

/** The caller hears a phone menu. */
export const ivr = destinationKind<IvrForm>({
  nodeType: "callDestination",
  label: "IVR",
  help: "Leads the caller into a phone menu.",
  icon: "dialpad",
  hue: "voice",
  destType: "ivr",
  form: z.looseObject({ ivrName: z.string().default(""), mohUrl: z.string().default(""), ...destinationShape }),
  defaults: { ivrName: "", mohUrl: "", ...destinationDefaults },
  fields,
  card: (form) => [{ label: "IVR", value: form.ivrName || undefined }],
  validate: (form) => destinationIssues(fields, form),
  target: (form) => ({ dest: "ivr", options: { ivr: form.ivrName, mohUrl: form.mohUrl } }),
});
