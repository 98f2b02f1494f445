import { z } from "zod";
import { parseInstant } from "./instant.ts";

/** Time-out types (spec 2 §3.3): event has all but timezoneProtect, timeDelay all but scheduleTz. */
export type TimeoutType = "wait" | "waitTime" | "schedule" | "scheduleTz" | "timezoneProtect";

export const waitUnits = ["seconds", "minutes", "hours", "days"] as const;
export type WaitUnit = (typeof waitUnits)[number];

/** The saved time-out fields of event and timeDelay. Fields that the type does not use are left out (wire reading 9). */
export const timeoutShape = {
  timeoutType: z.enum(["wait", "waitTime", "schedule", "scheduleTz", "timezoneProtect"]),
  timeoutWaitType: z.enum(["number", "variable"]).optional(),
  timeoutWaitNumber: z.coerce.number().optional(),
  timeoutWaitUnits: z.enum(waitUnits).optional(),
  timeoutWaitVariable: z.string().optional(),
  timeoutWaitUntilType: z.enum(["date", "variable"]).optional(),
  timeoutWaitUntilTime: z.string().optional(),
  timeoutWaitUntilVariable: z.string().optional(),
  timeoutScheduleType: z.enum(["date", "variable"]).optional(),
  timeoutScheduleDate: z.union([z.string(), z.number()]).optional(),
  timeoutScheduleVariable: z.string().optional(),
  timezoneType: z.enum(["fixed", "recipient"]).optional(),
  fixedTimezoneId: z.coerce.number().optional(),
  timeoutAllowedDays: z.coerce.number().optional(),
  timeoutRangeStartTime: z.string().optional(),
  timeoutRangeEndTime: z.string().optional(),
} as const;

const timeoutSchema = z.object(timeoutShape);
export type TimeoutData = z.infer<typeof timeoutSchema>;

/** Milliseconds of a unit. */
export const unitMs: Record<WaitUnit, number> = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Epoch milliseconds, or an instant such as 2025-03-12T13:32:00-04:00 (spec 2 §5.2). */
export function parseScheduleInstant(text: string): number | undefined {
  return /^\d{10,15}$/.test(text.trim()) ? Number(text) : parseInstant(text);
}
