import { z } from "zod";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface IvrForm extends DestinationForm {
  ivrName: string;
  mohUrl: string;
}

/** Plays a phone menu. */
export const ivr = destinationKind<IvrForm>({
  nodeType: "callDestination",
  label: destTypeLabel("ivr"),
  help: "Plays a phone menu to the caller.",
  icon: "dialpad",
  hue: "voice",
  destType: "ivr",
  form: z.looseObject({ ivrName: z.string().default(""), mohUrl: z.string().default(""), ...destinationShape }),
  defaults: { ivrName: "", mohUrl: "", ...destinationDefaults },
  fields: [
    { name: "ivrName", label: "IVR", input: "pickOne", from: "ivrs", required: true },
    { name: "mohUrl", label: "Hold Music", input: "assetUrl", type: "audio" },
  ],
  card: (form) => [{ label: "IVR", value: form.ivrName || undefined }],
  target: (form) => ({ dest: "ivr", options: { ivr: form.ivrName, mohUrl: form.mohUrl } }),
});
