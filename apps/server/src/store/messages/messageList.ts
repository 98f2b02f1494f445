import { linkPath } from "@trunkline/workflow/parts/text/links.ts";
import type { Query } from "../database.ts";
import { type HistoryFilter, type HistoryPage, historyConditions, historyNames } from "../history/historyFilter.ts";
import { findHistory } from "../history/historyFind.ts";
import { countsMessage } from "../reports/countChanges.ts";
import { routeDecisionOf, type StoredRoute } from "../routing/routeDecision.ts";

/** A text as lists show it: state is how sending went, receipt what the carrier said of it. */
export interface MessageListRow {
  messageId: string;
  contactId: string | null;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  nodeId: number | null;
  channel: string;
  direction: "in" | "out";
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  moreMediaUrls: string[];
  segments: number;
  encoding: string;
  state: string;
  receipt: string | null;
  reason: string | null;
  costMicros: number;
  campaignName: string | null;
  contactName: string | null;
  updated: Date;
  clicked: Date | null;
  /** Its short addresses; null: it has none. */
  links: { secret: string; target: string; clicked: string | null }[] | null;
  /** What an RCS message says under its text as well: its cards and buttons, as they went out; null: it is none. */
  rcs: string | null;
  /** How an inbound workflow routed it. */
  route: StoredRoute | null;
}

/** SQL for the one word that the API shows of a message's two facts (readings, Data). */
const statusWord = `case
  when t.direction = 'in' then 'delivered'
  when t.receipt is not null then t.receipt
  when t.state in ('submitting', 'accepted', 'in_doubt') then 'submitted'
  else t.state end`;

/** Whether a text costs anything: in, or handed to a carrier. What was held back, blocked or rejected costs nothing. */
export const isCharged = (message: string): string =>
  `(${message}.direction = 'in' or ${message}.state in ('accepted', 'in_doubt', 'unknown'))`;

/** SQL for whether a text `t` counts in a figure. */
const countsIn = (figure: string): string =>
  figure === "handedOver" ? `t.direction = 'out' and ${isCharged("t")}` : countsMessage(figure);

/** The status word of a message in memory. */
export function messageStatus(row: Pick<MessageListRow, "direction" | "state" | "receipt">): string {
  if (row.direction === "in") return "delivered";
  if (row.receipt) return row.receipt;
  return ["submitting", "accepted", "in_doubt"].includes(row.state) ? "submitted" : row.state;
}

/** Texts of an account, newest first. */
export function listMessages(
  q: Query,
  account: string,
  filter: HistoryFilter,
  { limit, ...from }: HistoryPage,
): Promise<MessageListRow[]> {
  const { where, values } = historyConditions(
    account,
    { id: "message_id", status: statusWord, counts: countsIn },
    filter,
    from,
  );
  return q.rows(
    `select t.message_id "messageId", t.contact_id "contactId", t.campaign_id "campaignId", t.batch_id "batchId",
       t.journey_id "journeyId", t.node "nodeId", t.channel, t.direction, t.from_number "from", t.to_number "to", t.body "text",
       t.media_url "mediaUrl", coalesce(t.more_media, '{}') "moreMediaUrls", t.segments, t.encoding, t.state, t.receipt, t.reason, case when ${isCharged("t")} then t.cost_micros else 0 end "costMicros", t.updated, t.clicked,
       t.rcs::text rcs, case when t.direction = 'out' and (t.body like '%${linkPath}%' or t.rcs::text like '%${linkPath}%') then (
         select jsonb_agg(jsonb_build_object('secret', l.secret, 'target', l.target, 'clicked', l.clicked) order by l.clicked, l.secret)
         from link l where l.account_id = t.account_id and l.message_id = t.message_id) end links,
       ${historyNames.columns}, ${routeDecisionOf("$1", "t.message_id")} route
     from (select t.* from message t where ${where} order by t.message_id desc limit $${values.length + 1}) t
     ${historyNames.from}
     order by t.message_id desc`,
    [...values, limit],
  );
}

/** A page of texts, newest first, by whichever filter. */
export const findMessages = (q: Query, account: string, filter: HistoryFilter, page: HistoryPage) =>
  findHistory(
    q,
    account,
    { table: "message", id: "message_id", list: listMessages, idOf: (row: MessageListRow) => row.messageId },
    filter,
    page,
  );
