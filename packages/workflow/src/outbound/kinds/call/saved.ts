import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";
import { dtmfActionNames } from "../../../voice/dtmf.ts";

const dtmfAction = z.looseObject({
  /** 0 to 9, and 10 for `*`; null until one is chosen. */
  number: z.number().nullable().default(null),
  action: z.enum(dtmfActionNames).default("play"),
  actionContext: z.string().default(""),
  useAiRewording: z.boolean().default(false),
});

const own = z.object({
  answerAction: z.enum(["textToSpeech", "playAudio"]).default("textToSpeech"),
  textToSpeechVoice: z.string().default("en-us-standard-male-1"),
  textToSpeechText: z.string().default(""),
  audioUrl: z.string().default(""),
  audioTimeout: z.number().nullable().default(3),
  useAiRewording: z.boolean().default(false),
  dtmfActions: z.array(dtmfAction).default([]),
  statusCallbackUrl: z.string().default(""),
  fallbackUrl: z.string().default(""),
  record: z.boolean().default(false),
  recordCallbackUrl: z.string().default(""),
  ifMachine: z.enum(["continue", "hangup"]).default("continue"),
  ifMachineCallbackUrl: z.string().default(""),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  // three kinds save as call, distinguished by the presence of a key (spec 2 §3.3)
  type: "call",
  claims: (node) => !("url" in node) && !("ifMachineExecute" in node),
  example: {
    answerAction: "textToSpeech",
    textToSpeechVoice: "en-us-standard-male-1",
    textToSpeechText: "Hello ${firstName}",
    audioUrl: "",
    audioTimeout: 3,
    useAiRewording: false,
    dtmfActions: [{ number: 9, action: "dnc", actionContext: "", useAiRewording: false }],
    statusCallbackUrl: "",
    fallbackUrl: "",
    record: false,
    recordCallbackUrl: "",
    ifMachine: "continue",
    ifMachineCallbackUrl: "",
  },
};
