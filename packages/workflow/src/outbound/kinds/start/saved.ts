import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

/** Nothing: the start form is saved on the campaign (spec 2 §3.1; wire reading 2). */
const own = z.looseObject({});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = { own, example: {} };
