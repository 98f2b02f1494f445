import { describeKind } from "../../describeKind.ts";
import { rateLimit } from "./index.ts";

describeKind("rateLimit", rateLimit, {
  saves: [
    { rule: "60 per minute by default", draft: {}, own: { tpm: 60 } },
    { rule: "any other rate", draft: { tpm: 5 }, own: { tpm: 5 } },
  ],
  rejects: [
    { rule: "less than one a minute", draft: { tpm: 0 }, messages: ["TPM must be at least 1"] },
    { rule: "no rate", draft: { tpm: null }, messages: ["TPM is required"] },
    { rule: "nothing by default", draft: {}, messages: [] },
  ],
  runs: [
    {
      rule: "asks for a turn in the node's own limit",
      node: { tpm: 30 },
      outcome: { ask: { do: "claimTurn", key: "1", perMinute: 30 } },
    },
    { rule: "continues with the turn", by: { answer: { ok: true } }, outcome: { go: 2 } },
  ],
});
