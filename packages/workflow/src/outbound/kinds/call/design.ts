import type { Design, Field, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { audioUrlIssue, callbackFields } from "../../../parts/phone/callForm.ts";
import { callVariables } from "../../../parts/phone/callVariables.ts";
import { voices } from "../../../voice/voices.ts";
import { columns, dtmfIssues, newRow } from "./dtmfFields.ts";
import type { Own } from "./saved.ts";

export interface Draft extends Own, OneExit {}

const speaks = (draft: Draft): boolean => draft.answerAction === "textToSpeech";
const answerActions = { textToSpeech: "Text to Speech", playAudio: "Play Audio" } as const;

export const design: Design<Own, Draft> = {
  label: "Call",
  hue: "voice",
  icon: "phone-outgoing",
  defaults: {
    answerAction: "textToSpeech",
    textToSpeechVoice: "en-us-standard-male-1",
    textToSpeechText: "",
    audioUrl: "",
    audioTimeout: 3,
    useAiRewording: false,
    dtmfActions: [],
    statusCallbackUrl: "",
    fallbackUrl: "",
    record: false,
    recordCallbackUrl: "",
    ifMachine: "continue",
    ifMachineCallbackUrl: "",
    next: null,
  },
  fields: [
    {
      name: "answerAction",
      label: "Answer Action",
      input: "choice",
      options: Object.entries(answerActions).map(([value, label]) => ({ value, label })),
    },
    {
      name: "textToSpeechVoice",
      label: "Text to Speech Voice",
      input: "choice",
      options: voices.map(({ key, label }) => ({ value: key, label })),
      show: speaks,
    },
    {
      name: "textToSpeechText",
      label: "Text to Speech Text",
      input: "textarea",
      variables: true,
      uncounted: true,
      required: true,
      show: speaks,
    },
    {
      name: "useAiRewording",
      label: "Use AI Rewording",
      help: "Slightly rewords the text for each contact, for an additional charge per call. Without a configured language model the original text is spoken.",
      input: "switch",
      show: speaks,
    },
    {
      name: "audioUrl",
      label: "Audio URL",
      help: "Audio that ends in .mp3 or .wav.",
      input: "assetUrl",
      type: "audio",
      required: true,
      show: (draft) => !speaks(draft),
    },
    {
      name: "audioTimeout",
      label: "Audio Timeout (3-999 seconds)",
      help: "How long to wait for a key after the message.",
      input: "number",
      min: 3,
      max: 999,
      suffix: "seconds",
      required: true,
    },
    {
      name: "dtmfActions",
      label: "DTMF Actions",
      input: "rows",
      rowLabel: "DTMF Action",
      add: "Add DTMF action",
      max: 10,
      newRow,
      fields: columns,
    },
    ...(callbackFields as readonly unknown[] as Field<Draft>[]),
  ],
  card: (draft) => [{ label: "Answer Action", value: answerActions[draft.answerAction] }],
  ...oneExit,
  gives: callVariables,
  validate: (draft) => [...fieldIssues(design.fields, draft), ...audioIssues(draft), ...dtmfIssues(draft.dtmfActions)],
  read: (own, [next = null]) => ({ ...own, next }),
  write: ({ next: _next, ...own }) => ({
    ...own,
    dtmfActions: own.dtmfActions.map((row) => (row.action === "dnc" ? { ...row, actionContext: "" } : row)),
  }),
};

const audioIssues = (draft: Draft): Issue[] =>
  speaks(draft) ? [] : audioUrlIssue("audioUrl", "Audio URL", draft.audioUrl);
