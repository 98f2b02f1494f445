import { describeKind } from "../../describeKind.ts";
import { callback } from "./index.ts";

const callbackId = "01980000-0000-7000-8000-0000000000b1";
const paths = { successPath: 3, failurePath: 4 };

describeKind("callback", callback, {
  saves: [{ rule: "the webhook and both paths", draft: { callbackId, ...paths }, own: { callbackId, ...paths } }],
  rejects: [
    {
      rule: "an empty form: Callback ID, Success Path, Failure Path required (spec 2 §5.2)",
      draft: {},
      messages: ["Callback ID is required", "Success Path is required", "Failure Path is required"],
    },
    { rule: "nothing else", draft: { callbackId, ...paths }, messages: [] },
  ],
  runs: [
    { rule: "asks for its webhook", outcome: { ask: { do: "callWebhook", callbackId } } },
    { rule: "success", by: { answer: { ok: true } }, outcome: { go: 3 } },
    {
      rule: "failure, with the reason on the step",
      by: { answer: { ok: false, reason: "webhook_status: 500" } },
      outcome: { go: 4, because: "webhook_status: 500" },
    },
    {
      rule: "a deleted webhook ends the journey: the definition is broken (readings, Failure of the definition)",
      by: { answer: { ok: false, reason: "webhook_deleted" } },
      outcome: { fail: "webhook_deleted" },
    },
    {
      rule: "and so does one whose texts cannot be filled in",
      by: { answer: { ok: false, reason: "broken_expression: line 1" } },
      outcome: { fail: "broken_expression: line 1" },
    },
  ],
});
