import { z } from "zod";
import { id, route } from "../route.ts";
import { batchStatuses, waitReasons } from "../runs/batch.ts";

/** The figures of the home page in their order (decision 0091). */
export const homeFigures = [
  "sent",
  "delivered",
  "replies",
  "optOuts",
  "failed",
  "callsAnswered",
  "callsMissed",
] as const;
export type HomeFigure = (typeof homeFigures)[number];

const count = z.number().int();
/** One figure of each day, the oldest first; the last one is today. */
const days = z.array(count);

/** A run that is under way or paused. */
const homeRun = z.object({
  campaignId: id,
  campaignName: z.string(),
  batchId: id,
  displayName: z.string(),
  status: z.enum(batchStatuses),
  /** Contacts whose journey has started, and all of the run. */
  reached: count,
  total: count,
  /** Estimated time until the last contact is reached. Null when it cannot be known. */
  secondsLeft: z.number().nullable(),
  /** Why nothing is sent right now, or null. */
  waitsFor: z.object({ reason: z.enum(waitReasons), text: z.string() }).nullable(),
});
export type HomeRun = z.infer<typeof homeRun>;

/** What needs a person. */
const attention = z.object({
  kind: z.enum([
    "sendingHeld",
    "spendLimit",
    "spendNear",
    "noWorker",
    "carrier",
    "webhook",
    "brand",
    "tenDlc",
    "runHeld",
    "runPaused",
    "runApproval",
    "disk",
  ]),
  title: z.string(),
  text: z.string(),
  /** The run, webhook, connection, brand or 10DLC campaign, where it is about one. */
  subject: id.nullable(),
  /** The workflow of a run. */
  campaignId: id.nullable(),
});
export type Attention = z.infer<typeof attention>;

/** The steps of a new account in their order. */
export const checklistSteps = ["number", "contacts", "workflow", "run", "reply", "carrier"] as const;
export type ChecklistStep = (typeof checklistSteps)[number];

const home = z.object({
  /** The days of the figures, as 2026-03-12, and the time zone that they are days of. */
  zone: z.string(),
  days: z.array(z.string()),
  figures: z.object({
    sent: days,
    delivered: days,
    replies: days,
    optOuts: days,
    failed: days,
    callsAnswered: days,
    callsMissed: days,
  }),
  /** The newest runs in progress, then the newest paused ones. */
  runs: z.array(homeRun),
  /** True when there are more runs than are listed. */
  moreRuns: z.boolean(),
  /** Only what the caller has the privilege to settle. */
  attention: z.array(attention),
  /** The steps that the caller has the privilege to take. Null when there are none. */
  checklist: z
    .object({
      dismissed: z.boolean(),
      steps: z.array(z.object({ step: z.enum(checklistSteps), done: z.boolean() })),
    })
    .nullable(),
});
export type Home = z.infer<typeof home>;

export const homeRoutes = {
  find: route({
    method: "GET",
    path: "/v4/home/",
    summary: "Get the home page",
    description:
      "Figures of the last 14 days, runs under way, what needs attention, and the checklist of new accounts.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      /** The time zone of the days, such as America/New_York. Default: the account's. */
      zone: z.string().max(64).optional(),
    }),
    item: home,
  }),
  checklist: route({
    method: "PUT",
    path: "/v4/home/checklist/",
    summary: "Dismiss or restore the checklist",
    description: "For the signed-in user in this account.",
    caller: "account",
    privilege: null,
    notViewers: true,
    body: z.strictObject({ dismissed: z.boolean() }),
    item: z.object({ dismissed: z.boolean() }),
  }),
};
