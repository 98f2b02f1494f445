import { z } from "zod";
import { id, route } from "../route.ts";

/** Report groupings (readings, Reports). */
export const reportGroupings = ["none", "campaign", "template", "day", "hour", "number", "carrier", "node"] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

const day = z.iso.date({ error: "must be a day such as 2026-03-12" });
const count = z.number().int();

/** A row of a report. */
const reportLine = z.object({
  /** The group: an id, a day, the start of an hour, a number, a carrier or a node. Null for rows without one, or for the total. */
  key: z.string().nullable(),
  /** Name of the workflow or template, or of the node's workflow. Null once it is deleted. */
  name: z.string().nullable(),
  /** The node's workflow. */
  campaignId: id.nullable(),
  enrolled: count,
  filtered: count,
  sent: count,
  delivered: count,
  failed: count,
  replies: count,
  optOuts: count,
  clicks: count,
  /** Inbound and outbound. */
  calls: count,
  inboundCalls: count,
  /** Inbound calls whose caller hung up while waiting for an agent. */
  abandonedCalls: count,
  /** Calls behind the average talk time: answered outbound calls, and inbound calls connected to a person. */
  answered: count,
  answeredByHuman: count,
  answeredByMachine: count,
  averageTalkSeconds: z.number(),
  segments: count,
  /** Dollars. */
  cost: z.number(),
});
export type ReportLine = z.infer<typeof reportLine>;

/** A brand's usage on one day at a carrier with a daily cap (spec 1 §3.8, rate configurations). */
const brandDayLine = z.object({
  /** Pacific time, which carriers use. */
  day: z.string(),
  brandId: id,
  brandName: z.string(),
  carrier: z.string(),
  segments: count,
  /** The carrier's cap on that day, or null if unknown. */
  cap: count.nullable(),
  /** Segments held back by the cap until the next day. */
  held: count,
});
export type BrandDayLine = z.infer<typeof brandDayLine>;

export const reportRoutes = {
  brands: route({
    method: "GET",
    path: "/v4/campaign/report/brand/",
    summary: "List daily usage of brands",
    description: "Against the caps of carriers, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ startDate: day.optional(), endDate: day.optional() }),
    item: brandDayLine,
  }),
  run: route({
    method: "GET",
    path: "/v4/campaign/report/",
    summary: "Get a report",
    description: "Results of texts, calls and enrollments. Days are in the account's time zone.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      grouping: z.enum(reportGroupings, { error: `must be one of ${reportGroupings.join(", ")}` }).default("none"),
      /** The first day. */
      startDate: day.optional(),
      /** The last day, inclusive. */
      endDate: day.optional(),
      campaignId: id.optional(),
      templateId: id.optional(),
    }),
    item: reportLine,
  }),
};
