import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

/** Weights times 100, in the order of `children` (spec 2 §3.3; wire reading 5). */
const own = z.object({ percentages: z.array(z.number().nonnegative()).default([]) });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = { own: own.loose(), example: { percentages: [5000, 3333, 1667] } };
