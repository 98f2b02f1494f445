import { describeKind } from "../../describeKind.ts";
import { callAndRecord } from "./index.ts";

const hold = "https://client-assets.example.com/audio/hold.mp3";
const draft = { transferDest: "+12025550123", transferCaller: true, ifHumanPlayUrl: hold };
const transfer = {
  do: "dial" as const,
  targets: [{ to: "number" as const, number: "+12025550123" }],
  ring: "all" as const,
  callerId: "contact" as const,
  timeoutSeconds: 60,
  limitSeconds: 14_400,
};

describeKind("callAndRecord", callAndRecord, {
  saves: [
    {
      rule: "both sounds as ifMachineExecute while the call continues",
      draft,
      own: callAndRecord.example,
      children: [2],
    },
    {
      rule: "an empty ifMachineExecute and no record callback with hang up",
      draft: { ...draft, ifMachine: "hangup", recordCallbackUrl: "https://a.example/r" },
      own: { ...callAndRecord.example, ifMachine: "hangup", recordCallbackUrl: "", ifMachineExecute: {} },
    },
  ],
  rejects: [
    { rule: "no transfer target", draft: {}, messages: ["Transfer Destination is required"] },
    {
      rule: "a transfer target that cannot be called",
      draft: { transferDest: "the desk" },
      messages: ["Must be a valid SIP address or e164 phone number"],
    },
    {
      rule: "addresses that are none",
      draft: { ...draft, recordCallbackUrl: "r", ifMachinePlayUrl: "m", ifHumanPlayUrl: "h" },
      messages: [
        "Record Callback URL must be a valid URL",
        "If Machine Play URL must be a valid URL",
        "If Human Play URL must be a valid URL",
      ],
    },
    { rule: "not a whole form", draft, messages: [] },
  ],
  runs: [
    {
      rule: "a human hears one sound and is transferred, a machine hears the other, and all of it is recorded",
      node: { ifMachineExecute: { ifMachinePlayUrl: "https://a.example/m.mp3", ifHumanPlayUrl: hold } },
      outcome: {
        ask: {
          do: "placeCall",
          plan: {
            human: [{ do: "play", url: hold }, transfer, { do: "hangUp" }],
            machine: [{ do: "play", url: "https://a.example/m.mp3" }, { do: "hangUp" }],
            record: "wav",
          },
        },
      },
    },
    {
      rule: "with hang up a machine hears nothing; your own number is the default caller ID",
      node: { ifMachine: "hangup", ifMachineExecute: {}, transferCaller: false },
      outcome: {
        ask: {
          do: "placeCall",
          plan: { human: [{ ...transfer, callerId: "own" }, { do: "hangUp" }], machine: null, record: "wav" },
        },
      },
    },
    {
      rule: "continues when the call has ended",
      by: { answer: { ok: true, vars: {} } },
      outcome: { go: 2, assign: {} },
    },
  ],
});
