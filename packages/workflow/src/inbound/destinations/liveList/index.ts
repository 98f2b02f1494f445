import { z } from "zod";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface LiveListForm extends DestinationForm {
  liveListName: string;
  selectedAsset: string;
  sayText: string;
}

/** The caller waits until a user of a live list answers. */
export const liveList = destinationKind<LiveListForm>({
  nodeType: "callDestination",
  label: destTypeLabel("live-list"),
  help: "Holds the caller until a user of the live list answers.",
  icon: "list-check",
  hue: "voice",
  destType: "live-list",
  form: z.looseObject({
    liveListName: z.string().default(""),
    selectedAsset: z.string().default(""),
    sayText: z.string().default(""),
    ...destinationShape,
  }),
  defaults: { liveListName: "", selectedAsset: "", sayText: "", ...destinationDefaults },
  fields: [
    { name: "liveListName", label: "Live List", input: "pickOne", from: "liveLists", required: true },
    {
      name: "selectedAsset",
      label: "Audio File",
      help: "Played to the caller while waiting.",
      input: "assetUrl",
      type: "audio",
      required: true,
    },
    { name: "sayText", label: "Say Text", help: "Spoken before the audio.", input: "textarea", uncounted: true },
  ],
  card: (form) => [{ label: "Live List", value: form.liveListName || undefined }],
  target: (form) => ({
    dest: form.liveListName,
    options: { playUrl: form.selectedAsset, sayText: form.sayText },
  }),
});
