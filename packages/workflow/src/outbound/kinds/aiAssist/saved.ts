import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const aiContext = z.looseObject({
  startTime: z.string().default("08:00:00"),
  endTime: z.string().default("18:00:00"),
  daysOfWeek: z.coerce.number().default(62),
  /** A time-zone id, as text (wire reading 13). */
  timezone: z.coerce.string().default("0"),
});

const own = z.object({
  smsTemplateId: z.string().default(""),
  delay: z.coerce.number().default(0),
  aiAssistId: z.string().default("scheduleTime"),
  /** The model sends the first message. An addition to the specification, saved only when on (readings, Agent Queue). */
  sendFirstMessage: z.boolean().optional(),
  aiContext: aiContext.default({ startTime: "08:00:00", endTime: "18:00:00", daysOfWeek: 62, timezone: "0" }),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: {
    smsTemplateId: "01980000-0000-7000-8000-0000000000a3",
    delay: 30,
    aiAssistId: "scheduleTime",
    aiContext: { startTime: "09:15:00", endTime: "16:45:00", daysOfWeek: 127, timezone: "-20" },
  },
};
