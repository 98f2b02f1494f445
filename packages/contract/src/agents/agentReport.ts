import { z } from "zod";
import { id, route } from "../route.ts";

/** What a report of agents has a line for: each agent, or each agent and day. */
export const agentGroupings = ["agent", "day"] as const;
export type AgentGrouping = (typeof agentGroupings)[number];
/** Days that a report of agents covers at most. */
export const mostAgentDays: Readonly<Record<AgentGrouping, number>> = { agent: 92, day: 31 };

const seconds = z.number();

const agentLine = z.object({
  userId: id,
  /** Null for a user who was deleted. */
  name: z.string().nullable(),
  /** The time of the line: at or after the first instant, and before the other. */
  from: z.string(),
  to: z.string(),
  availableSeconds: seconds,
  ringSeconds: seconds,
  /** On a call, with the time on hold. */
  talkSeconds: seconds,
  wrapUpSeconds: seconds,
  /** Away, by reason. The reason without an id is none. */
  away: z.array(z.object({ reasonId: id.nullable(), name: z.string(), seconds })),
  /** Share of ringing, talk and wrap-up in these and available time, from 0 to 1. Null when there is nothing to divide by. */
  occupancy: z.number().nullable(),
  /** Planned time until now, */
  scheduledSeconds: seconds,
  /** and how much of it the agent was available, on calls, in wrap-up, or away with a reason that counts as work. */
  adherentSeconds: seconds,
  /** The share of the planned time. Null when none was planned. */
  adherence: z.number().nullable(),
});
export type AgentLine = z.infer<typeof agentLine>;

const time = (what: string) =>
  z
    .string({ error: `${what} must be a time such as 09:00` })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${what} must be a time such as 09:00`);
const weekday = z.int({ error: "weekday must be from 1 (Monday) to 7 (Sunday)" }).min(1).max(7);

const shift = z.object({
  userId: id,
  name: z.string(),
  /** The time zone of the hours, such as America/New_York. Null: no shifts. */
  zone: z.string().nullable(),
  /** At most one shift a day. One that ends at or before its start ends on the next day. */
  days: z.array(z.object({ weekday, start: z.string(), end: z.string() })),
});
export type AgentShift = z.infer<typeof shift>;

const day = z.iso.date({ error: "must be a day such as 2026-03-12" });

/** What agents did and what was planned (decision 0100). */
export const agentReportRoutes = {
  report: route({
    method: "GET",
    path: "/v4/call-center/agents/",
    summary: "Get a report of the states of agents",
    description:
      "Time per state and reason, occupancy, and adherence to the planned shifts, by agent or by agent and day.",
    caller: "account",
    privilege: "call-supervise",
    query: z.strictObject({
      grouping: z.enum(agentGroupings, { error: `must be one of ${agentGroupings.join(", ")}` }).default("agent"),
      startDate: day,
      /** The last day, inclusive. */
      endDate: day,
      /** The time zone of the days, such as America/New_York. */
      zone: z.string().max(64),
    }),
    item: agentLine,
  }),
  shifts: route({
    method: "GET",
    path: "/v4/call-center/shift/",
    summary: "List the planned shifts of agents",
    description: "The users who may answer calls, by name, with their shifts.",
    caller: "account",
    privilege: "call-supervise",
    item: shift,
  }),
  saveShift: route({
    method: "PUT",
    path: "/v4/call-center/shift/:userId/",
    summary: "Set the planned shifts of an agent",
    description: "They replace the former ones, also for reports of days that have passed.",
    caller: "account",
    privilege: "call-supervise",
    params: z.object({ userId: id }),
    body: z.strictObject({
      zone: z.string({ error: "zone is required" }).max(64),
      days: z
        .array(z.strictObject({ weekday, start: time("start"), end: time("end") }))
        .max(7)
        .refine((days) => new Set(days.map((one) => one.weekday)).size === days.length, {
          error: "A day has at most one shift",
        }),
    }),
    item: shift,
  }),
};
