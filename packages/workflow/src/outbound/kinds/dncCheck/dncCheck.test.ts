import { dncBits } from "../../../parts/phone/dnc.ts";
import { describeKind } from "../../describeKind.ts";
import { dncCheck } from "./index.ts";

const paths = { matchPath: 3, noMatchPath: 4 };
const federal = { dncList: "federal" as const, subtype: "call" as const, ...paths };

describeKind("dncCheck", dncCheck, {
  saves: [
    {
      rule: "subType as subtype",
      draft: { dncList: "federal", subType: "call", ...paths },
      own: { dncList: "federal", subtype: "call", ...paths },
      children: [3, 4],
    },
  ],
  rejects: [
    { rule: "paths that lead nowhere", draft: {}, messages: ["Success Path is required", "Failure Path is required"] },
    { rule: "nothing else", draft: paths, messages: [] },
    {
      rule: "the Federal list without the account's feature",
      draft: { ...paths, dncList: "federal" },
      at: { flag: () => false },
      messages: ["DNC List Federal needs the account feature feature_dnclist_enabled"],
    },
  ],
  runs: [
    {
      rule: "on the account's list",
      node: paths,
      at: { contact: { dnc: dncBits.sms } },
      outcome: { go: 3, because: "on the account's list for sms" },
    },
    {
      rule: "on the account's list for another type only",
      node: paths,
      at: { contact: { dnc: dncBits.call } },
      outcome: { go: 4, because: "not on the account's list for sms" },
    },
    {
      rule: "on the Federal list",
      node: federal,
      at: { lookup: { federalDnc: () => true } },
      outcome: { go: 3, because: "on the federal list" },
    },
    {
      rule: "not on the Federal list",
      node: federal,
      at: { lookup: { federalDnc: () => false } },
      outcome: { go: 4, because: "not on the federal list" },
    },
    {
      rule: "not on a Federal list that is too old to say so",
      node: federal,
      at: { lookup: { federalDnc: () => "too_old" } },
      outcome: { go: 4, because: "list_too_old" },
    },
    {
      rule: "no Federal list loaded: not on it, and the step says so",
      node: federal,
      at: { lookup: { federalDnc: () => undefined } },
      outcome: { go: 4, because: "no_list_loaded" },
    },
  ],
});
