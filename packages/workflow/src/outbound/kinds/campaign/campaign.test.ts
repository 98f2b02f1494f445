import { describeKind } from "../../describeKind.ts";
import { campaign } from "./index.ts";

const campaignId = "01980000-0000-7000-8000-0000000000c2";

describeKind("campaign", campaign, {
  saves: [
    {
      rule: "the workflow and whether its window counts",
      draft: { campaignId, observeTimezoneProtection: false },
      own: { campaignId, observeTimezoneProtection: false },
    },
  ],
  rejects: [
    { rule: "no workflow", draft: {}, messages: ["Campaign ID is required"] },
    { rule: "nothing else", draft: { campaignId }, messages: [] },
  ],
  runs: [
    {
      rule: "enrols the contact and continues",
      node: { campaignId, observeTimezoneProtection: true },
      outcome: {
        go: 2,
        also: [{ do: "enrolContact", campaignId, observeTimezoneProtection: true }],
        because: "enrolled",
      },
    },
    {
      rule: "fails when the workflow was deleted",
      at: { lookup: { campaignExists: () => false } },
      outcome: { fail: "campaign_deleted" },
    },
  ],
});
