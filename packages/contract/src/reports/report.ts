import { z } from "zod";
import { id, route } from "../route.ts";

/** What a report is grouped by (readings, Reports). */
export const reportGroupings = ["none", "campaign", "template", "day", "hour", "number", "carrier", "node"] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

const day = z.iso.date({ error: "must be a day such as 2026-03-12" });
const count = z.number().int();

/** A line of a report: what it is of, and its figures. */
const reportLine = z.object({
  /** An id, a day, the instant at which an hour begins, a number, a carrier, a node; null: what belongs to none, or all. */
  key: z.string().nullable(),
  /** Of a workflow, a template, or the workflow of a node; null where there is none any more. */
  name: z.string().nullable(),
  /** Whose node it is. */
  campaignId: id.nullable(),
  enrolled: count,
  filtered: count,
  sent: count,
  delivered: count,
  failed: count,
  replies: count,
  optOuts: count,
  clicks: count,
  /** In and out. */
  calls: count,
  inboundCalls: count,
  /** Inbound calls whose callers gave up while waiting for a person. */
  abandonedCalls: count,
  /** Calls that the average talk is taken over: out, answered by anyone; in, connected with a person. */
  answered: count,
  answeredByHuman: count,
  answeredByMachine: count,
  averageTalkSeconds: z.number(),
  segments: count,
  /** Dollars. */
  cost: z.number(),
});
export type ReportLine = z.infer<typeof reportLine>;

/** A brand's day at a carrier that caps it (spec 1 §3.8, rate configurations). */
const brandDayLine = z.object({
  /** Of the Pacific coast: by it carriers count. */
  day: z.string(),
  brandId: id,
  brandName: z.string(),
  carrier: z.string(),
  segments: count,
  /** What the carrier allowed on that day; null where that is not known. */
  cap: count.nullable(),
  /** Segments that the cap held back until the next day. */
  held: count,
});
export type BrandDayLine = z.infer<typeof brandDayLine>;

export const reportRoutes = {
  brands: route({
    method: "GET",
    path: "/v4/campaign/report/brand/",
    summary: "What brands sent a day to carriers that cap it, against the cap, the latest first",
    caller: "account",
    privilege: null,
    query: z.strictObject({ startDate: day.optional(), endDate: day.optional() }),
    item: brandDayLine,
  }),
  run: route({
    method: "GET",
    path: "/v4/campaign/report/",
    summary: "Figures of texts, calls and enrolments by what was asked, days being those of the account's time zone",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      grouping: z.enum(reportGroupings, { error: `must be one of ${reportGroupings.join(", ")}` }).default("none"),
      /** The first day. */
      startDate: day.optional(),
      /** The last day: it belongs to the report. */
      endDate: day.optional(),
      campaignId: id.optional(),
      templateId: id.optional(),
    }),
    item: reportLine,
  }),
};
