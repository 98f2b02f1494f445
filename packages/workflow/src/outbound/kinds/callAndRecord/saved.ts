import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const own = z.object({
  ifMachine: z.enum(["continue", "hangup"]).default("continue"),
  recordCallbackUrl: z.string().default(""),
  /** Defaults to mp3 on load. A new form starts with wav (spec 2 §3.3). */
  recordFormat: z.enum(["mp3", "wav"]).default("mp3"),
  transferDest: z.string().default(""),
  transferCaller: z.boolean().default(false),
  /** Both audio addresses when machines continue, else empty. The key's presence marks the kind (wire reading 10). */
  ifMachineExecute: z
    .looseObject({ ifMachinePlayUrl: z.string().optional(), ifHumanPlayUrl: z.string().optional() })
    .default({}),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  type: "call",
  claims: (node) => "ifMachineExecute" in node,
  example: {
    ifMachine: "continue",
    recordCallbackUrl: "",
    recordFormat: "wav",
    transferDest: "+12025550123",
    transferCaller: true,
    ifMachineExecute: { ifMachinePlayUrl: "", ifHumanPlayUrl: "https://client-assets.example.com/audio/hold.mp3" },
  },
};
