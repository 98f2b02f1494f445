import { z } from "zod";
import { id, instant, route } from "../route.ts";

/** How the figures are divided. */
export const inboxGroupings = ["workGroup", "user"] as const;
export type InboxGrouping = (typeof inboxGroupings)[number];
/** Figures that open the list of their conversations. */
export const inboxFigures = ["answered", "closed", "open"] as const;
export type InboxFigure = (typeof inboxFigures)[number];

const seconds = z.number().nullable();

/** The figures of one work group or user. */
const inboxLine = z.object({
  /** The work group or user. Null: conversations of none. */
  id: id.nullable(),
  name: z.string().nullable(),
  /** Conversations that got a first reply by hand to a text of the contact. */
  answered: z.int(),
  /** Seconds from the contact's text to that reply: the median, and what 90 % do not exceed. */
  replyMedian: seconds,
  replyMost: seconds,
  /** Conversations that a user closed. */
  closed: z.int(),
  /** Seconds from the beginning of the work to its end. */
  closeMedian: seconds,
  closeMost: seconds,
  /** Open now, whatever the period. */
  open: z.int(),
  /** Since when the contact who has waited longest waits for a reply now. */
  waitingSince: instant.nullable(),
});
export type InboxLine = z.infer<typeof inboxLine>;

/** One time that a conversation was worked on. */
const inboxWork = z.object({
  contactId: id,
  contactName: z.string().nullable(),
  phone: z.string().nullable(),
  opened: instant,
  replySeconds: seconds,
  closeSeconds: seconds,
  /** Since when the contact waits for a reply. */
  waitingSince: instant.nullable(),
});

const period = {
  grouping: z
    .enum(inboxGroupings, { error: `grouping must be one of ${inboxGroupings.join(", ")}` })
    .default("workGroup"),
  /** Work that began at or after this instant. */
  startDate: instant,
  /** Work that began before this instant. */
  endDate: instant,
};

/** Response times of the inbox (decision 0099). */
export const inboxReportRoutes = {
  report: route({
    method: "GET",
    path: "/v4/inbox/report",
    summary: "Report response times of the inbox",
    description: "Of the work that began in the period, by work group or user. What is open is as of now.",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject(period),
    item: inboxLine,
  }),
  work: route({
    method: "GET",
    path: "/v4/inbox/work",
    summary: "List the conversations behind a figure",
    description: "At most 500, newest first.",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject({
      ...period,
      figure: z.enum(inboxFigures, { error: `figure must be one of ${inboxFigures.join(", ")}` }),
      /** The work group or user; `none` for conversations of none. */
      of: z.union([z.literal("none"), id]),
    }),
    item: inboxWork,
  }),
};
