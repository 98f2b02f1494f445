import type { Design, Field } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { callbackFields } from "../../../parts/phone/callForm.ts";
import { callVariables } from "../../../parts/phone/callVariables.ts";
import type { Own } from "./saved.ts";

export interface Draft extends Own, OneExit {}

export const design: Design<Own, Draft> = {
  label: "Call XML",
  hue: "voice",
  icon: "file-phone",
  defaults: {
    url: "",
    statusCallbackUrl: "",
    fallbackUrl: "",
    record: false,
    recordCallbackUrl: "",
    ifMachine: "continue",
    ifMachineCallbackUrl: "",
    ifMachineCallbackUrlMethod: "POST",
    next: null,
  },
  fields: [
    {
      name: "url",
      label: "URL",
      help: "An uploaded call script, or an external address that is requested for every call.",
      input: "assetUrl",
      type: "inboundxml",
      required: true,
    },
    ...(callbackFields as readonly unknown[] as Field<Draft>[]),
    {
      name: "ifMachineCallbackUrlMethod",
      label: "If Machine Callback URL Method",
      input: "choice",
      options: [
        { value: "GET", label: "GET" },
        { value: "POST", label: "POST" },
      ],
    },
  ],
  card: (draft) => [{ label: "URL", value: draft.url || undefined }],
  ...oneExit,
  gives: callVariables,
  validate: (draft) => fieldIssues(design.fields, draft),
  read: (own, [next = null]) => ({ ...own, next }),
  write: ({ next: _next, ...own }) => own,
};
