import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const path = z.int().nullable().default(null);
const own = z.object({
  callbackId: z.string().default(""),
  successPath: path,
  failurePath: path,
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: { callbackId: "01980000-0000-7000-8000-0000000000b1", successPath: 3, failurePath: 4 },
};
