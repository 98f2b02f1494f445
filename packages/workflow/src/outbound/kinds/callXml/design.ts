import type { Design, Field } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { callbackFields } from "../../../parts/phone/callForm.ts";
import { callVariables } from "../../../parts/phone/callVariables.ts";
import type { Own } from "./saved.ts";

export interface Draft extends Own, OneExit {}

export const design: Design<Own, Draft> = {
  label: "Call XML",
  help: "Calls the contact and does what a call script says: a document of the InboundXML dialect with Say, Play, Gather, GetSpeech, Record, PlayLastRecording, Dial, Enqueue, Sms, Pause, Redirect, Reject and Hangup. The script is asked for when somebody answers, by POST, with `callSid`, `from`, `to` and the like. The journey goes on when the call has ended.\n\nA script that cannot be had or read is replaced by the fallback; without one the call ends and the step tells the line that is wrong. How the call went is in `nodeX.status`, `nodeX.answeredBy`, `nodeX.duration`, `nodeX.digits` and `nodeX.recordingUrl`.",
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
      help: "Where the call script is: an uploaded one, or an external address that is asked at every call.",
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
