import { describeKind } from "../../describeKind.ts";
import { control } from "./index.ts";

describeKind("control", control, {
  saves: [{ rule: "nothing of its own", draft: {}, own: {} }],
  rejects: [{ rule: "nothing", draft: {}, messages: [] }],
  runs: [{ rule: "ends the journey", outcome: { go: null } }],
});
