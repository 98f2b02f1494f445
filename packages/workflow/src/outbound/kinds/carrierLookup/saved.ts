import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const own = z.looseObject({});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = { own, example: {} };
