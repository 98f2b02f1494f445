import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const own = z.object({
  url: z.string().default(""),
  statusCallbackUrl: z.string().default(""),
  fallbackUrl: z.string().default(""),
  record: z.boolean().default(false),
  recordCallbackUrl: z.string().default(""),
  ifMachine: z.enum(["continue", "hangup"]).default("continue"),
  ifMachineCallbackUrl: z.string().default(""),
  ifMachineCallbackUrlMethod: z.enum(["GET", "POST"]).default("POST"),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  // three kinds save as call; this one has a url (spec 2 §3.3)
  type: "call",
  claims: (node) => "url" in node && !("ifMachineExecute" in node),
  example: {
    url: "https://scripts.example.com/survey.xml",
    statusCallbackUrl: "",
    fallbackUrl: "",
    record: false,
    recordCallbackUrl: "",
    ifMachine: "continue",
    ifMachineCallbackUrl: "",
    ifMachineCallbackUrlMethod: "POST",
  },
};
