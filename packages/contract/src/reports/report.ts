import { z } from "zod";
import { id, route } from "../route.ts";

/** Report groupings (readings, Reports). */
export const reportGroupings = ["none", "campaign", "template", "day", "hour", "number", "carrier", "node"] as const;

const day = z.iso.date({ error: "must be a day such as 2026-03-12" });
/** A day of a detailed report. Ids have no earlier times. */
export const reportDay = day.refine((one) => one >= "1990-01-01" && one <= "2199-12-31", {
  error: "must be a day from 1990 to 2199",
});
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

/** Groupings of the detailed report: those of the specification, and ours. */
export const detailGroupings = [...reportGroupings, "channel", "state", "hourOfDay"] as const;
export type DetailGrouping = (typeof detailGroupings)[number];

/** What a line of a detailed report can be divided by. */
export const reportSplits = ["campaign", "template", "number", "carrier", "channel", "state"] as const;
export type ReportSplit = (typeof reportSplits)[number];

/** Channels with a color of their own (look, Theme). Null where rows were removed before channels were counted. */
export const reportChannels = ["sms", "mms", "rcs", "call", "email"] as const;
export type ReportChannel = (typeof reportChannels)[number];

/** The counts of a line, from which measures are made. */
export const reportCounts = reportLine
  .omit({ key: true, name: true, campaignId: true })
  .extend({ /** E-mails that their provider accepted. */ emails: count });

const detailLine = reportLine.extend({
  emails: count,
  /** The part of the line, of a split report. */
  part: z.string().nullable(),
  /** Name of the part's workflow or template. */
  partName: z.string().nullable(),
  /** All parts but the eight with the most sends. */
  isRest: z.boolean(),
});
export type ReportDetailLine = z.infer<typeof detailLine>;

const detailPeriod = z.object({ startDate: z.string(), endDate: z.string(), lines: z.array(detailLine) });
const detail = detailPeriod.extend({
  /** The zone of the days and hours. */
  zone: z.string(),
  /** As many days, right before. Null unless it was requested. */
  previous: detailPeriod.nullable(),
});
export type ReportDetail = z.infer<typeof detail>;

const failure = z.object({
  /** The reason code, or null if the carrier gave none. */
  reason: z.string().nullable(),
  /** The reason in words. */
  text: z.string(),
  channel: z.enum(reportChannels).nullable(),
  failed: count,
});
export type ReportFailure = z.infer<typeof failure>;

const funnel = z.object({
  /** Contacts enrolled in the period. A contact who was enrolled twice counts twice. */
  enrolled: count,
  /** Those of them whose history is still stored. Fewer than `enrolled`: the other figures are estimated from them. */
  read: count,
  /** Contacts with at least one text or call that was sent. */
  sent: count,
  delivered: count,
  /** Contacts who replied or opened a link. */
  responded: count,
  replied: count,
  clicked: count,
  /** Contacts who reached the workflow's goal. Null without one. */
  converted: count.nullable(),
  goal: z.string().nullable(),
  /**
   * When the figures were counted. Those of workflows with more than 20,000 contacts are counted in the background and renewed
   * while anyone asks for them. Null: they were counted for this answer.
   */
  asOf: z.string().nullable(),
});
export type ReportFunnel = z.infer<typeof funnel>;

const filters = { campaignId: id.optional(), templateId: id.optional(), channel: z.enum(reportChannels).optional() };
const period = { startDate: reportDay, endDate: reportDay };

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
  detail: route({
    method: "GET",
    path: "/v4/campaign/report/detail/",
    summary: "Get a detailed report",
    description:
      "A report by any grouping, divided further, with the period before. Days are in the account's time zone.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      grouping: z.enum(detailGroupings, { error: `must be one of ${detailGroupings.join(", ")}` }).default("none"),
      split: z.enum(reportSplits, { error: `must be one of ${reportSplits.join(", ")}` }).optional(),
      ...period,
      ...filters,
      /** Adds the period before. */
      previous: z.enum(["true", "false"]).default("false"),
    }),
    item: detail,
  }),
  failures: route({
    method: "GET",
    path: "/v4/campaign/report/failure/",
    summary: "Count failed texts and calls by reason",
    description:
      "Texts that were blocked, refused or not delivered, and calls that were blocked, refused, busy, not answered or not put through.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...period, ...filters }),
    item: failure,
  }),
  funnel: route({
    method: "GET",
    path: "/v4/campaign/report/funnel/",
    summary: "Get a workflow's funnel",
    description: "How far the contacts came who were enrolled in the period.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...period, campaignId: id }),
    item: funnel,
  }),
};
