import { plainArray, textArray } from "./arrays.ts";
import type { Query } from "./database.ts";

/** A text to be sent, as the journey's transaction writes it. */
export interface OutgoingMessage {
  accountId: string;
  messageId: string;
  contactId: string;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  node: number | null;
  revision: number | null;
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  segments: number;
  encoding: string;
  state: "queued" | "blocked";
  reason: string | null;
  costMicros: number;
  carrier: string;
  openUntilMs: number | null;
}

/** Puts texts into the queue of their lane. */
export function insertMessages(q: Query, rows: readonly OutgoingMessage[]): Promise<number> {
  return q.run(
    {
      name: "message.insert",
      text: `insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, node, revision,
          direction, from_number, to_number, body, media_url, segments, encoding, state, reason, cost_micros, carrier, open_until)
        select a, m, c, ca, b, j, n, r, 'out', f, t, x, mu, s, e, st, re, co, cr, to_timestamp(o / 1000)
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::int[], $8::int[], $9::text[],
          $10::text[], $11::text[], $12::text[], $13::smallint[], $14::text[], $15::text[], $16::text[], $17::bigint[],
          $18::text[], $19::float8[])
          u (a, m, c, ca, b, j, n, r, f, t, x, mu, s, e, st, re, co, cr, o)`,
    },
    [
      plainArray(rows.map((row) => row.accountId)),
      plainArray(rows.map((row) => row.messageId)),
      plainArray(rows.map((row) => row.contactId)),
      plainArray(rows.map((row) => row.campaignId)),
      plainArray(rows.map((row) => row.batchId)),
      plainArray(rows.map((row) => row.journeyId)),
      plainArray(rows.map((row) => row.node)),
      plainArray(rows.map((row) => row.revision)),
      plainArray(rows.map((row) => row.from)),
      plainArray(rows.map((row) => row.to)),
      textArray(rows.map((row) => row.text)),
      textArray(rows.map((row) => row.mediaUrl)),
      plainArray(rows.map((row) => row.segments)),
      plainArray(rows.map((row) => row.encoding)),
      plainArray(rows.map((row) => row.state)),
      plainArray(rows.map((row) => row.reason)),
      plainArray(rows.map((row) => row.costMicros)),
      plainArray(rows.map((row) => row.carrier)),
      plainArray(rows.map((row) => row.openUntilMs)),
    ],
  );
}
