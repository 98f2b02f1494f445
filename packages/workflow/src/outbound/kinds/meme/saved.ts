import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";
import { defaultMemeFont } from "../../../parts/memeFonts.ts";

const message = z.looseObject({
  message: z.string().default(""),
  xval: z.number().default(5000),
  yval: z.number().default(5000),
  font: z.string().default(defaultMemeFont),
  fontSize: z.number().default(10),
  rotate: z.number().default(0),
  fontColor: z.string().default("rgba(0,0,0,1)"),
});
const own = z.object({
  fileName: z.string().default(""),
  storedVariableName: z.string().default(""),
  /** A list of one (spec 2 §3.3). Further messages are drawn and preserved as well. */
  messages: z.array(message).default([]),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: {
    fileName: "birthday.png",
    storedVariableName: "card",
    messages: [
      {
        message: "Happy birthday ${firstName}",
        xval: 5000,
        yval: 5000,
        font: defaultMemeFont,
        fontSize: 10,
        rotate: 0,
        fontColor: "rgba(0,0,0,1)",
      },
    ],
  },
};
