import { expect } from "vitest";
import { dncBits } from "../../../parts/phone/dnc.ts";
import { rewordQuestion } from "../../../parts/text/reword.ts";
import { describeKind, now } from "../../describeKind.ts";
import { call } from "./index.ts";

const spoken = { textToSpeechText: "Hello ${firstName}" };
const own = { ...call.example, textToSpeechText: "Hello ${firstName}", dtmfActions: [] };
const row = { number: 1, action: "say" as const, actionContext: "Thank you", useAiRewording: false };
const hangUp = { do: "hangUp" as const };
const said = { do: "say" as const, text: "Hello Ann", voice: "en-us-standard-male-1" };
const hour = 3_600_000;
const office = (startSecond: number, endSecond: number) => [
  { zones: ["America/New_York"], days: 127, startSecond, endSecond, name: "workflow window" },
];

describeKind("call", call, {
  saves: [
    { rule: "the defaults of spec 2 §9: audio timeout 3, continue, no keys", draft: spoken, own, children: [2] },
    {
      rule: "Do Not Contact with a blank value",
      draft: { ...spoken, dtmfActions: [{ ...row, number: 9, action: "dnc", actionContext: "left over" }] },
      own: { ...own, dtmfActions: [{ ...row, number: 9, action: "dnc", actionContext: "" }] },
    },
    {
      rule: "the * key as 10",
      draft: { ...spoken, dtmfActions: [{ ...row, number: 10 }] },
      own: { ...own, dtmfActions: [{ ...row, number: 10 }] },
    },
  ],
  rejects: [
    { rule: "nothing to say", draft: {}, messages: ["Text to Speech Text is required"] },
    { rule: "not a spoken text", draft: spoken, messages: [] },
    { rule: "no sound to play", draft: { answerAction: "playAudio" }, messages: ["Audio URL is required"] },
    {
      rule: "a sound that has no address",
      draft: { answerAction: "playAudio", audioUrl: "hello.mp3" },
      messages: ["Audio URL must be a valid URL"],
    },
    {
      rule: "a sound that is neither .mp3 nor .wav",
      draft: { answerAction: "playAudio", audioUrl: "https://example.com/hello.ogg" },
      messages: ["Audio URL must end in .wav or .mp3"],
    },
    {
      rule: "not a sound with a query behind it, nor one that a variable brings",
      draft: { answerAction: "playAudio", audioUrl: "https://example.com/hello.MP3?v=2" },
      messages: [],
    },
    {
      rule: "a time-out below 3 seconds",
      draft: { ...spoken, audioTimeout: 2 },
      messages: ["Audio Timeout (3-999 seconds) must be at least 3"],
    },
    {
      rule: "callbacks that are no addresses",
      draft: { ...spoken, statusCallbackUrl: "x", fallbackUrl: "y", recordCallbackUrl: "z", ifMachineCallbackUrl: "w" },
      messages: [
        "Status Callback URL must be a valid URL",
        "Fallback URL must be a valid URL",
        "Record Callback URL must be a valid URL",
        "If Machine Callback URL must be a valid URL",
      ],
    },
    {
      rule: "a key without a number and one that is there twice",
      draft: { ...spoken, dtmfActions: [{ ...row, number: null }, row, row] },
      messages: ["DTMF Number 1 is required", "Duplicate DTMF Number"],
    },
    {
      rule: "keys without what their action needs",
      draft: {
        ...spoken,
        dtmfActions: [
          { ...row, number: 1, action: "play", actionContext: "" },
          { ...row, number: 2, action: "voicemailPlay", actionContext: "https://example.com/a.txt" },
          { ...row, number: 3, action: "workflow", actionContext: "" },
          { ...row, number: 4, action: "say", actionContext: " " },
          { ...row, number: 5, action: "voicemailSay", actionContext: "" },
          { ...row, number: 6, action: "transfer", actionContext: "555" },
          { ...row, number: 7, action: "transferCaller", actionContext: "" },
        ],
      },
      messages: [
        "Workflow 3 is required",
        "Text to Say 4 is required",
        "Text to Say 5 is required",
        "Audio URL 1 is required",
        "Audio URL 2 must end in .wav or .mp3",
        "Must be a valid SIP address or e164 phone number",
        "Must be a valid SIP address or e164 phone number",
      ],
    },
    {
      rule: "a transfer to a number that can never be filled",
      draft: {
        ...spoken,
        dtmfActions: [{ ...row, number: 1, action: "transfer", actionContext: "${1/0}" }],
      },
      messages: ["Transfer destination cannot be read: line 1, column 4: division by zero"],
    },
    {
      rule: "not a transfer to a SIP address or an E.164 number, nor Do Not Contact",
      draft: {
        ...spoken,
        dtmfActions: [
          { ...row, number: 1, action: "transfer", actionContext: "sip:agents@pbx.example.com" },
          { ...row, number: 2, action: "transferCaller", actionContext: "+12025550123" },
          { ...row, number: 9, action: "dnc", actionContext: "" },
        ],
      },
      messages: [],
    },
  ],
  runs: [
    {
      rule: "asks for a call in the contact's own words",
      node: own,
      outcome: { ask: { do: "placeCall", plan: { human: [said, hangUp], machine: [said, hangUp] } } },
    },
    {
      rule: "hangs up on a machine, records and notifies the callbacks",
      node: {
        ...own,
        answerAction: "playAudio",
        audioUrl: "https://a.example/${firstName}.mp3",
        ifMachine: "hangup",
        record: true,
        statusCallbackUrl: "https://a.example/status",
      },
      outcome: {
        ask: {
          do: "placeCall",
          plan: {
            human: [{ do: "play", url: "https://a.example/Ann.mp3" }, hangUp],
            machine: null,
            statusCallback: { url: "https://a.example/status", method: "POST" },
            record: "wav",
          },
        },
      },
    },
    {
      rule: "says which variables had no value, and that nothing reworded it",
      node: { ...own, textToSpeechText: "Hi ${city}", useAiRewording: true },
      outcome: {
        ask: {
          do: "placeCall",
          plan: { human: [{ ...said, text: "Hi " }, hangUp], machine: [{ ...said, text: "Hi " }, hangUp] },
          missing: ["city"],
        },
        because: "no_model",
      },
    },
    {
      rule: "with a model it asks for other words first, the variables unfilled",
      node: { ...own, textToSpeechText: "Hi ${firstName}", useAiRewording: true },
      at: { lookup: { hasModel: () => true } },
      outcome: { ask: { do: "askModel", question: rewordQuestion("Hi ${firstName}", "call") } },
    },
    {
      rule: "then says the model's words, under the keys as well",
      by: { answer: { ok: true, of: "askModel", text: "Hello ${firstName}<#-- -->Thanks a lot" } },
      node: {
        ...own,
        textToSpeechText: "Hi ${firstName}",
        useAiRewording: true,
        dtmfActions: [{ ...row, useAiRewording: true }],
        ifMachine: "hangup",
      },
      at: { lookup: { hasModel: () => true } },
      outcome: expect.objectContaining({ because: "reworded" }),
    },
    {
      rule: "words that lost a variable are not said",
      by: { answer: { ok: true, of: "askModel", text: "Hello there" } },
      node: { ...own, textToSpeechText: "Hi ${firstName}", useAiRewording: true, ifMachine: "hangup" },
      at: { lookup: { hasModel: () => true } },
      outcome: {
        ask: { do: "placeCall", plan: { human: [{ ...said, text: "Hi Ann" }, hangUp], machine: null } },
        because: "model_unusable: a variable was lost or added",
      },
    },
    {
      rule: "a contact without a phone continues",
      at: { contact: { phone: null } },
      outcome: { go: 2, because: "no_phone" },
    },
    {
      rule: "a contact on the call list continues",
      at: { contact: { dnc: dncBits.call } },
      outcome: { go: 2, because: "dnc" },
    },
    {
      rule: "outside the window it waits until the window opens",
      at: { sendWindow: office(12 * 3600, 17 * 3600) },
      outcome: { wait: { until: now + 2 * hour }, because: "workflow window 12:00 to 17:00 in America/New_York" },
    },
    {
      rule: "continues when the call has ended, with what it brought",
      by: { answer: { ok: true, vars: { "node1.status": "completed" } } },
      outcome: { go: 2, assign: { "node1.status": "completed" } },
    },
    {
      rule: "continues when no one answered, with the reason",
      by: { answer: { ok: false, reason: "call_no_answer", vars: {} } },
      outcome: { go: 2, assign: {}, because: "call_no_answer" },
    },
    {
      rule: "runs again when the window closed before it was placed",
      by: { answer: { ok: false, again: true } },
      at: { sendWindow: office(12 * 3600, 17 * 3600) },
      outcome: { wait: { until: now + 2 * hour }, because: "workflow window 12:00 to 17:00 in America/New_York" },
    },
  ],
});
