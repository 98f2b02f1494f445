import { describeKind } from "../../describeKind.ts";
import { section } from "./index.ts";

describeKind("section", section, {
  saves: [{ rule: "the name of the section", draft: { section: "Follow up" }, own: { section: "Follow up" } }],
  rejects: [
    { rule: "no section", draft: {}, messages: ["Section is required"] },
    { rule: "nothing else", draft: { section: "Follow up" }, messages: [] },
  ],
  runs: [
    {
      rule: "jumps to the section",
      node: { section: "Follow up", children: [] },
      outcome: { go: null, jump: "Follow up", because: "section Follow up" },
    },
  ],
});
