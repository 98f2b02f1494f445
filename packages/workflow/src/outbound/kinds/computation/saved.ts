import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

/** Most rows per node. Each row has its own budget. */
export const maxComputations = 50;

const computation = z.looseObject({
  variable: z.string().default(""),
  type: z.enum(["freemarker", "jsonpath"]).default("freemarker"),
  freemarker: z.string().default(""),
  jsonPath: z.string().default(""),
  jsonPathSourceVariable: z.string().default(""),
});
const own = z.object({ computations: z.array(computation).default([]) });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: {
    computations: [
      {
        variable: "shout",
        type: "freemarker",
        freemarker: "${firstName?upper_case}",
        jsonPath: "",
        jsonPathSourceVariable: "",
      },
      {
        variable: "orderid",
        type: "jsonpath",
        freemarker: "",
        jsonPath: "$.order.id",
        jsonPathSourceVariable: "webhookbody",
      },
    ],
  },
};
