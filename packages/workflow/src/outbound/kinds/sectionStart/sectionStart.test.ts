import { describeKind } from "../../describeKind.ts";
import { sectionStart } from "./index.ts";

describeKind("sectionStart", sectionStart, {
  saves: [{ rule: "nothing of its own", draft: { next: 7 }, own: {}, children: [7] }],
  rejects: [{ rule: "nothing", draft: {}, messages: [] }],
  runs: [{ rule: "continues to the section's first node", node: { children: [7] }, outcome: { go: 7 } }],
});
