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
export interface LiveListForm extends DestinationForm {
  liveListName: string;
  selectedAsset: string;
  sayText: string;
}

const fields: InboundField<LiveListForm>[] = [
  { name: "liveListName", label: "Live List", input: "pickOne", from: "liveLists", required: true },
  {
    name: "selectedAsset",
    label: "Audio File",
    help: "What the caller hears while waiting.",
    input: "assetUrl",
    type: "audio",
    required: true,
  },
  { name: "sayText", label: "Say Text", help: "Spoken before the audio.", input: "textarea", uncounted: true },
  ...destinationFields<LiveListForm>(),
];

/** The caller waits until somebody of a live list picks up. */
export const liveList = destinationKind<LiveListForm>({
  nodeType: "callDestination",
  label: "Live List",
  help: "Parks the caller until somebody of the list takes the call.",
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
  fields,
  card: (form) => [{ label: "Live List", value: form.liveListName || undefined }],
  validate: (form) => destinationIssues(fields, form),
  target: (form) => ({
    dest: form.liveListName,
    options: { playUrl: form.selectedAsset, sayText: form.sayText },
  }),
});
