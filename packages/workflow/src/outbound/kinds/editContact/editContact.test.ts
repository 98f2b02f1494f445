import { describeKind } from "../../describeKind.ts";
import { editContact } from "./index.ts";

const reply = { mode: "assignVariable" as const, variable: "lastreply", value: "node3.reply" };
const fixed = { mode: "assignFixed" as const, variable: "source", value: "spring" };
const clear = { mode: "clear" as const, variable: "notes", value: "" };

describeKind("editContact", editContact, {
  saves: [
    {
      rule: "rows as they are",
      draft: { assignments: [reply, fixed, clear] },
      own: { assignments: [reply, fixed, clear] },
    },
    {
      rule: "a cleared field without a value",
      draft: { assignments: [{ ...clear, value: "left over" }] },
      own: { assignments: [clear] },
    },
  ],
  rejects: [
    { rule: "an empty row", draft: {}, messages: ["Variable 1 is required", "Value 1 is required"] },
    {
      rule: "rows without a value, unless they clear",
      draft: { assignments: [{ ...reply, value: "" }, { ...fixed, value: "" }, clear] },
      messages: ["Value 1 is required", "Value 2 is required"],
    },
    {
      rule: "a cleared field that has no name",
      draft: { assignments: [{ ...clear, variable: "" }] },
      messages: ["Variable 1 is required"],
    },
  ],
  runs: [
    {
      rule: "writes a workflow's value, a fixed one and nothing",
      node: { assignments: [reply, fixed, clear] },
      at: { vars: { "node3.reply": "yes please" } },
      outcome: {
        go: 2,
        also: [{ do: "setContact", fields: { lastreply: "yes please", source: "spring", notes: null } }],
      },
    },
    {
      rule: "leaves a field as it was when the value is not there",
      node: { assignments: [reply] },
      outcome: { go: 2, because: "node3.reply has no value, lastreply is unchanged" },
    },
  ],
});
