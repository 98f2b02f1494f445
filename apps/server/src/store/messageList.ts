import type { Query } from "./database.ts";

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
  segments: number;
  encoding: string;
  state: string;
  receipt: string | null;
  reason: string | null;
  costMicros: number;
  updated: Date;
}

export interface MessageFilter {
  campaignId?: string;
  batchId?: string;
  contactId?: string;
  journeyId?: string;
  direction?: "in" | "out";
  /** A word of `messageStatus`. */
  status?: string;
}

/** SQL for the one word that the API shows of a message's two facts (decisions, Data). */
const statusWord = `case
  when direction = 'in' then 'delivered'
  when receipt is not null then receipt
  when state in ('submitting', 'accepted', 'in_doubt') then 'submitted'
  else state end`;

/** The same word in memory. */
export function messageStatus(row: Pick<MessageListRow, "direction" | "state" | "receipt">): string {
  if (row.direction === "in") return "delivered";
  if (row.receipt) return row.receipt;
  return ["submitting", "accepted", "in_doubt"].includes(row.state) ? "submitted" : row.state;
}

/** Texts of an account, newest first, from before the id `before`. */
export function listMessages(
  q: Query,
  account: string,
  filter: MessageFilter,
  limit: number,
  before?: string,
): Promise<MessageListRow[]> {
  return q.rows(
    `select message_id "messageId", contact_id "contactId", campaign_id "campaignId", batch_id "batchId", journey_id "journeyId", node "nodeId",
       channel, direction, from_number "from", to_number "to", body "text", media_url "mediaUrl", segments, encoding, state, receipt, reason,
       cost_micros "costMicros", updated
     from message
     where account_id = $1 and ($2::uuid is null or message_id < $2) and ($3::uuid is null or campaign_id = $3)
       and ($4::uuid is null or batch_id = $4) and ($5::uuid is null or contact_id = $5) and ($6::uuid is null or journey_id = $6)
       and ($7::text is null or direction = $7) and ($8::text is null or ${statusWord} = $8)
     order by message_id desc limit $9`,
    [
      account,
      before ?? null,
      filter.campaignId ?? null,
      filter.batchId ?? null,
      filter.contactId ?? null,
      filter.journeyId ?? null,
      filter.direction ?? null,
      filter.status ?? null,
      limit,
    ],
  );
}
