import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const own = z.object({ tpm: z.number().default(60) });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = { own: own.loose(), example: { tpm: 60 } };
