import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { measureIds } from "./measures.ts";
import { detailGroupings, reportChannels, reportDay, reportSplits } from "./report.ts";
import { reportPeriods } from "./reportPeriod.ts";

const labels = reportPeriods.map(({ label }) => label) as [string, ...string[]];

/** How a report is drawn. */
export const chartKinds = ["bars", "lines", "stacked", "table"] as const;
export type ChartKind = (typeof chartKinds)[number];

/** What a report page can show. */
export const reportViews = ["results", "funnel", "failures"] as const;

/** Everything that makes a report, as the page has it in its address. */
const reportSettings = z.strictObject({
  view: z.enum(reportViews).optional(),
  grouping: z.enum([...detailGroupings, "brand"]).optional(),
  split: z.enum(reportSplits).optional(),
  /** A period that moves with today. Not together with days. */
  period: z.enum(labels).optional(),
  from: reportDay.optional(),
  to: reportDay.optional(),
  campaignId: id.optional(),
  templateId: id.optional(),
  channel: z.enum(reportChannels).optional(),
  measures: z.array(z.enum(measureIds)).min(1).max(8, "Choose at most 8 measures").optional(),
  chart: z.enum(chartKinds).optional(),
  compare: z.boolean().optional(),
});
export type ReportSettings = z.infer<typeof reportSettings>;

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** When a report is mailed, and to whom. */
const reportSchedule = z.strictObject({
  every: z.enum(["day", "week", "month"]),
  /** Of weekly mails. */
  weekday: z.enum(weekdays).default("monday"),
  /** Of monthly mails. In shorter months the last day. */
  dayOfMonth: z.number().int().min(1).max(31).default(1),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 08:00"),
  zone: z.string().min(1, "Choose a time zone").max(64),
  userIds: z.array(id).min(1, "Choose at least one user").max(50, "Choose at most 50 users"),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

const savedReport = z.object({
  reportId: id,
  name: z.string(),
  settings: reportSettings,
  schedule: reportSchedule.nullable(),
  /** When it is mailed next. Null without a schedule. */
  nextMail: z.string().nullable(),
  /** When it was mailed last. */
  lastMail: z.string().nullable(),
  /** Why the last mail could not be sent, or null. */
  mailProblem: z.string().nullable(),
  created: z.string(),
  updated: z.string(),
});
export type SavedReport = z.infer<typeof savedReport>;

const body = {
  name: z
    .string({ error: "Name is required" })
    .trim()
    .min(1, "Name is required")
    .max(100, "Name must have at most 100 characters"),
  settings: reportSettings,
  schedule: reportSchedule.nullable().default(null),
};
const owned = {
  reportId: z.unknown().optional(),
  nextMail: z.unknown().optional(),
  lastMail: z.unknown().optional(),
  mailProblem: z.unknown().optional(),
  created: z.unknown().optional(),
  updated: z.unknown().optional(),
};
const savedReportBody = z.strictObject({ ...body, ...owned });
const params = z.object({ reportId: id });

/** Saved reports (decision 0098). */
export const savedReportRoutes = {
  list: route({
    method: "GET",
    path: "/v4/report/",
    summary: "List saved reports",
    description: "Sorted by name.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: savedReport,
    pagedBy: "reportId",
  }),
  create: route({
    method: "POST",
    path: "/v4/report/",
    summary: "Save a report",
    caller: "account",
    privilege: null,
    notViewers: true,
    body: savedReportBody,
    item: savedReport,
  }),
  update: route({
    method: "PUT",
    path: "/v4/report/:reportId/",
    summary: "Update a saved report",
    description: "Its name, what it shows, and when it is mailed.",
    caller: "account",
    privilege: null,
    notViewers: true,
    params,
    body: savedReportBody,
    item: savedReport,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/report/:reportId/",
    summary: "Delete a saved report",
    caller: "account",
    privilege: null,
    notViewers: true,
    params,
    item: done,
  }),
};
