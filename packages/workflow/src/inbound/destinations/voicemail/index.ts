import { z } from "zod";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface VoicemailForm extends DestinationForm {
  selectedAsset: string;
  recordTimeoutSec: number;
  recordMaxLengthSec: number;
  recordPlayBeep: boolean;
}

/** The caller leaves a message. */
export const voicemail = destinationKind<VoicemailForm>({
  nodeType: "callDestination",
  label: destTypeLabel("voicemail"),
  help: "Plays a greeting and records what the caller says.",
  icon: "microphone",
  hue: "voice",
  destType: "voicemail",
  form: z.looseObject({
    selectedAsset: z.string().default(""),
    recordTimeoutSec: z.number().default(5),
    recordMaxLengthSec: z.number().default(30),
    recordPlayBeep: z.boolean().default(false),
    ...destinationShape,
  }),
  defaults: {
    selectedAsset: "",
    recordTimeoutSec: 5,
    recordMaxLengthSec: 30,
    recordPlayBeep: false,
    ...destinationDefaults,
  },
  fields: [
    {
      name: "selectedAsset",
      label: "Greeting",
      help: "Played first. Without one, a standard greeting is spoken.",
      input: "assetUrl",
      type: "audio",
    },
    {
      name: "recordTimeoutSec",
      label: "Timeout",
      help: "Recording stops after this much silence.",
      input: "number",
      min: 5,
      max: 30,
      suffix: "seconds",
      required: true,
    },
    {
      name: "recordMaxLengthSec",
      label: "Total Length",
      input: "number",
      min: 5,
      max: 120,
      suffix: "seconds",
      required: true,
    },
    { name: "recordPlayBeep", label: "Play Beep", input: "switch" },
  ],
  card: (form) => [{ label: "Total Length", value: `${form.recordMaxLengthSec} s` }],
  target: (form) => ({
    dest: "voicemail",
    options: {
      playUrl: form.selectedAsset,
      recordTimeoutSec: form.recordTimeoutSec,
      recordMaxLengthSec: form.recordMaxLengthSec,
      recordPlayBeep: form.recordPlayBeep,
    },
  }),
});
