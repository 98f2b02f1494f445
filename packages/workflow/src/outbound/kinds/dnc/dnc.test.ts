import { describeKind } from "../../describeKind.ts";
import { dnc } from "./index.ts";

describeKind("dnc", dnc, {
  saves: [{ rule: "the type", draft: { dncType: "call" }, own: { dncType: "call" } }],
  rejects: [
    { rule: "no type", draft: {}, messages: ["DNC Type is required"] },
    { rule: "nothing else", draft: { dncType: "all" }, messages: [] },
  ],
  runs: [
    {
      rule: "puts the contact on the list and continues",
      node: { dncType: "call" },
      outcome: { go: 2, also: [{ do: "addDnc", type: "call" }], because: "do not contact: call" },
    },
  ],
});
