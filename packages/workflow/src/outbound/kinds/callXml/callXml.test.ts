import { describeKind } from "../../describeKind.ts";
import { callXml } from "./index.ts";

const url = "https://scripts.example.com/survey.xml";
const script = [{ do: "redirect" as const, action: { url, method: "POST" as const } }];

describeKind("callXml", callXml, {
  saves: [
    { rule: "the address and the defaults", draft: { url }, own: callXml.example, children: [2] },
    {
      rule: "how the machine's callback is made",
      draft: {
        url,
        ifMachine: "hangup",
        ifMachineCallbackUrl: "https://a.example/m",
        ifMachineCallbackUrlMethod: "GET",
      },
      own: {
        ...callXml.example,
        ifMachine: "hangup",
        ifMachineCallbackUrl: "https://a.example/m",
        ifMachineCallbackUrlMethod: "GET",
      },
    },
  ],
  rejects: [
    { rule: "no address", draft: {}, messages: ["URL is required"] },
    {
      rule: "addresses that are none",
      draft: {
        url: "survey.xml",
        fallbackUrl: "x",
        statusCallbackUrl: "y",
        recordCallbackUrl: "z",
        ifMachineCallbackUrl: "m",
      },
      messages: [
        "URL must be a valid URL",
        "Status Callback URL must be a valid URL",
        "Fallback URL must be a valid URL",
        "Record Callback URL must be a valid URL",
        "If Machine Callback URL must be a valid URL",
      ],
    },
    { rule: "not an address", draft: { url }, messages: [] },
  ],
  runs: [
    {
      rule: "requests the script when the call is answered",
      outcome: { ask: { do: "placeCall", plan: { human: script, machine: script } } },
    },
    {
      rule: "has a fallback, and hangs up on machines",
      node: {
        fallbackUrl: "https://a.example/f.xml",
        ifMachine: "hangup",
        ifMachineCallbackUrl: "https://a.example/m",
        ifMachineCallbackUrlMethod: "GET",
      },
      outcome: {
        ask: {
          do: "placeCall",
          plan: {
            human: script,
            machine: null,
            fallback: { url: "https://a.example/f.xml", method: "POST" },
            machineCallback: { url: "https://a.example/m", method: "GET" },
          },
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
