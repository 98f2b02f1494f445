import { z } from "zod";
import { id, instant, page, route } from "../route.ts";
import { target } from "./target.ts";

/** Where callers wait. */
export const placeKinds = ["queue", "workGroup", "liveList"] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** What is counted of stays. Each figure has its list. */
export const stayFigures = [
  "entered",
  "waiting",
  "answered",
  "answeredInTime",
  "answeredLate",
  "abandoned",
  "shortAbandoned",
  "unanswered",
  "released",
  "handled",
] as const;
export type StayFigure = (typeof stayFigures)[number];
/** What is listed: the stays of each figure, and those that the service level is a share of. */
export const listedFigures = [...stayFigures, "counted"] as const;
export type ListedFigure = (typeof listedFigures)[number];

const agentStates = ["ringing", "talking", "wrapUp", "available", "away", "offline"] as const;
export type AgentState = (typeof agentStates)[number];

const count = z.int();
const share = z.object({
  count,
  of: count,
  /** From 0 to 1. Null when there is nothing to divide by. */
  rate: z.number().nullable(),
});

const figures = {
  /** Stays that began. */
  entered: count,
  answered: count,
  answeredInTime: count,
  answeredLate: count,
  /** Callers who hung up, without those who did so within `shortSeconds`. */
  abandoned: count,
  shortAbandoned: count,
  /** Callers whose call ended because no one answered, for instance after the longest wait. */
  unanswered: count,
  /** Callers who were routed on without an answer, for instance to voicemail, and those who asked to be called back. */
  released: count,
  /** Answered calls whose wrap-up has ended. */
  handled: count,
  serviceLevel: share,
  abandonment: share,
  /** Seconds. Null when there is nothing to average. */
  averageWait: z.number().nullable(),
  averageAbandonedWait: z.number().nullable(),
  averageTalk: z.number().nullable(),
  averageWrapUp: z.number().nullable(),
  /** Talk and wrap-up. */
  averageHandling: z.number().nullable(),
};

const place = z.object({
  kind: z.enum(placeKinds),
  name: z.string(),
  ...target,
  /** False for a place that was deleted or renamed. Its figures of today remain. */
  exists: z.boolean(),
  waiting: count,
  /** When the first of the waiting callers came. */
  oldest: z.string().nullable(),
  ...figures,
});
export type LivePlace = z.infer<typeof place>;

const agent = z.object({
  userId: id,
  name: z.string(),
  state: z.enum(agentStates),
  /** Why the agent is away, or will be when the call and its wrap-up have ended. Null: no reason was chosen. */
  reason: z.string().nullable(),
  /** The agent is away when the call and its wrap-up have ended. */
  isAwayNext: z.boolean(),
  /** Null when it is not known. */
  since: z.string().nullable(),
  call: z
    .object({
      callId: id,
      /** Contact or number. */
      with: z.string(),
      kind: z.enum([...placeKinds, "person"]),
      place: z.string(),
      isHeld: z.boolean(),
    })
    .nullable(),
});
export type LiveAgent = z.infer<typeof agent>;

const live = z.object({
  /** The time at which it was counted, and the start of the day. */
  at: z.string(),
  dayStart: z.string(),
  places: z.array(place),
  agents: z.array(agent),
  /** Quarters of an hour with calls, the oldest first. */
  quarters: z.array(z.object({ start: z.string(), ...figures })),
});
export type LiveCallCenter = z.infer<typeof live>;

const stay = z.object({
  stayId: id,
  callId: id,
  kind: z.enum(placeKinds),
  name: z.string(),
  routeTag: z.string().nullable(),
  phone: z.string(),
  contactId: id.nullable(),
  contactName: z.string().nullable(),
  entered: z.string(),
  /** When a phone rang first. */
  offered: z.string().nullable(),
  /** Phones that rang and were not answered. */
  missed: count,
  /** Null while the caller waits. `unanswered`: the call ended. `released`: routed on without an answer. */
  outcome: z.enum(["answered", "abandoned", "unanswered", "released"]).nullable(),
  /** The caller asked to be called back. The stay is `released`. */
  calledBack: z.boolean(),
  /** Seconds until the answer, or until the caller left. Null while the caller waits. */
  waitSeconds: z.number().nullable(),
  /** Whether it was answered within the target. Null: it was not answered. */
  isInTime: z.boolean().nullable(),
  answeredByName: z.string().nullable(),
  talkSeconds: z.number().nullable(),
  wrapUpSeconds: z.number().nullable(),
  endedBy: z.enum(["caller", "agent", "transfer"]).nullable(),
});
export type Stay = z.infer<typeof stay>;

/** What a report has a line for: each place, each agent who answered, each disposition of answered calls, each day, or each quarter of an hour. */
export const stayGroupings = ["place", "agent", "disposition", "day", "quarter"] as const;
export type StayGrouping = (typeof stayGroupings)[number];
/** Days that a report covers at most. */
export const mostReportDays: Readonly<Record<StayGrouping, number>> = {
  ...{ place: 366, agent: 366, disposition: 366 },
  ...{ day: 366, quarter: 31 },
};

const stayLine = z.object({
  /** The place, the agent or the disposition. Null for a time, and for calls without a disposition. */
  name: z.string().nullable(),
  kind: z.enum(placeKinds).nullable(),
  userId: id.nullable(),
  /** What is counted began to wait at or after the first instant, and before the other. */
  from: z.string(),
  to: z.string(),
  /** The target of the service level. Null where the places of the line have different ones. */
  targetPercent: z.int().nullable(),
  ...figures,
});
export type StayLine = z.infer<typeof stayLine>;

const day = z.iso.date({ error: "must be a day such as 2026-03-12" });
const yesNo = z.enum(["true", "false"], { error: "must be true or false" });
const switches = {
  /** Which waits count in the service level besides answered and unanswered ones. */
  abandons: yesNo.default("true"),
  shortAbandons: yesNo.default("false"),
  released: yesNo.default("false"),
  /** Callers who hang up within so many seconds are short abandons. 0: none are. */
  shortSeconds: z.coerce.number().int().min(0).max(60).default(5),
};

/** Supervising the queues, work groups and live lists of an account (decision 0097). */
export const callCenterRoutes = {
  live: route({
    method: "GET",
    path: "/v4/call-center/",
    summary: "Get the live page of the call center",
    description: "Queues, work groups, live lists and agents now, with the figures of today.",
    caller: "account",
    privilege: "call-supervise",
    query: z.strictObject({
      /** The time zone of the day, such as America/New_York. */
      zone: z.string().max(64),
      ...switches,
    }),
    item: live,
  }),
  stays: route({
    method: "GET",
    path: "/v4/call-center/stay/",
    summary: "List the stays of calls in queues",
    description: "The calls behind the figures of the live page, newest first.",
    caller: "account",
    privilege: "call-supervise",
    query: z.strictObject({
      ...page,
      /** `counted`: those that the service level is a share of, with these switches. */
      figure: z.enum(listedFigures).optional(),
      kind: z.enum(placeKinds).optional(),
      name: z.string().max(200).optional(),
      /** Stays that began at or after this instant, */
      from: instant.optional(),
      /** and before this one. */
      to: instant.optional(),
      callId: id.optional(),
      /** Stays that this user answered. */
      userId: id.optional(),
      /** Stays of calls whose newest disposition is this one. Empty: none was saved. */
      disposition: z.string().max(72).optional(),
      ...switches,
    }),
    item: stay,
  }),
  report: route({
    method: "GET",
    path: "/v4/call-center/report/",
    summary: "Get a report of the calls in queues",
    description: "The figures of the live page for some days, by place, agent, disposition, day or quarter of an hour.",
    caller: "account",
    privilege: "call-supervise",
    query: z.strictObject({
      grouping: z.enum(stayGroupings, { error: `must be one of ${stayGroupings.join(", ")}` }).default("place"),
      startDate: day,
      /** The last day, inclusive. */
      endDate: day,
      /** The time zone of the days, such as America/New_York. */
      zone: z.string().max(64),
      ...switches,
    }),
    item: stayLine,
  }),
};
