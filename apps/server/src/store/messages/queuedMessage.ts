import type { RcsMessage } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { plainColumn, textArray, textColumn, withoutNul } from "../arrays.ts";
import { bigintColumn, doubleColumn, intColumn, smallintColumn, uuidColumn } from "../binaryArrays.ts";
import type { Query } from "../database.ts";
import { oneOrEach, oneOrEachSql } from "../oneOrEach.ts";
import { countMessages } from "../reports/countChanges.ts";
import { type Write, writeTogether } from "../together.ts";

/** A text to be sent, as the transaction that decides on it writes it. */
export interface OutgoingMessage {
  accountId: string;
  messageId: string;
  contactId: string | null;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  node: number | null;
  revision: number | null;
  /** The template that it was made from. */
  templateId?: string | undefined;
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
  /** What it says, where it is an RCS message. */
  rcs?: RcsMessage;
  /** Its journey continues after delivery, at most this many seconds after acceptance. */
  successWithin?: number | undefined;
  /** The short addresses in it. */
  links?: readonly { day: number; secret: string; target: string }[];
  /** It answers a person who is waiting. Texts outside any run always do. */
  isAnswer?: boolean;
}

/** Order of sending: texts that answer a person leave before all others of their carrier. */
export const messageClass = { answer: 0, other: 1 } as const;

/** Puts texts and RCS messages into the queue of their lane. */
export const messageWrites = (rows: readonly OutgoingMessage[]): Write[] => {
  const texts = rows.filter((row) => row.rcs === undefined);
  const rich = rows.filter((row) => row.rcs !== undefined);
  const blocked = rows.filter((row) => row.state === "blocked");
  return [
    ...(texts.length === 0 ? [] : [insertTexts(texts)]),
    ...(rich.length === 0 ? [] : [insertRich(rich)]),
    ...(blocked.length === 0 ? [] : [countBlocked(blocked)]),
  ];
};

// texts are many and carry nothing but words: they stay free of what RCS adds
const insertTexts = (rows: readonly OutgoingMessage[]): Write => ({
  name: "messages",
  text: `insert into message (${queueColumns}) select ${queueParts} from ${queueValues("")}`,
  values: queueArrays(rows),
});

const insertRich = (rows: readonly OutgoingMessage[]): Write => ({
  name: "messages.rcs",
  text: `insert into message (${queueColumns}, channel, rcs, success_within)
        select ${queueParts}, 'rcs', ri::jsonb, sw from ${queueValues("rcs")}`,
  values: [
    ...queueArrays(rows),
    textArray(rows.map((row) => withoutNul(JSON.stringify(row.rcs)))),
    plainColumn(rows, (row) => row.successWithin ?? null),
  ],
});

const countBlocked = (rows: readonly OutgoingMessage[]): Write => ({
  name: "messages.blocked",
  text: countMessages(
    `(select a account_id, m message_id, ca campaign_id, te template_id, 'out' direction, f from_number, null::text to_number,
        cr carrier, n node, 'blocked' state, null::text receipt, null::text counts_as, false click_counts, 0 segments,
        0::bigint cost_micros, co contact_id, ch channel, mu media_url, re reason
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::uuid[], $9::text[],
        $10::text[], $11::text[]) u (a, m, ca, te, f, cr, n, co, ch, mu, re)) r`,
    null,
  ),
  values: [
    uuidColumn(rows, (row) => row.accountId),
    uuidColumn(rows, (row) => row.messageId),
    uuidColumn(rows, (row) => row.campaignId),
    uuidColumn(rows, (row) => row.templateId ?? null),
    textArray(rows.map((row) => row.from)),
    textArray(rows.map((row) => row.carrier)),
    intColumn(rows, (row) => row.node),
    uuidColumn(rows, (row) => row.contactId),
    plainColumn(rows, (row) => (row.rcs === undefined ? "sms" : "rcs")),
    textArray(rows.map((row) => row.mediaUrl)),
    plainColumn(rows, (row) => row.reason),
  ],
});

const queueColumns = `account_id, campaign_id, batch_id, template_id, encoding, state, reason, carrier, class,
          message_id, contact_id, journey_id, node, revision, segments, cost_micros, open_until,
          direction, from_number, to_number, body, media_url`;
const never = -1;
const own = (shared: string, each: string, type: string): string => oneOrEachSql(shared, each, type, "i");
// a subscript of a short array, or of one of fixed width without nulls, is cheaper than a column of unnest
const queueParts = `($1::uuid[])[g], ($2::uuid[])[g], ($3::uuid[])[g], ($4::uuid[])[g], ($5::text[])[g], ($6::text[])[g], ($7::text[])[g],
          ($8::text[])[g], ($9::smallint[])[g],
          ($12::uuid[])[i], ($13::uuid[])[i], ($14::uuid[])[i], ${own("$15", "$16", "int")}, ${own("$17", "$18", "int")}, ${own("$19", "$20", "smallint")}, ${own("$21", "$22", "bigint")},
          to_timestamp(nullif(${own("$23", "$24", "float8")}, ${never}) / 1000), 'out', coalesce($25::text, f), t, x, coalesce($27::text, mu)`;
const queueValues = (
  more: "" | "rcs",
): string => `(select u.*, ordinal::int i, ${oneOrEachSql("$10", "$11", "int", "ordinal")} g
          from unnest($26::text[], $28::text[], $29::text[], $30::text[]${more === "rcs" ? ", $31::text[], $32::int[]" : ""})
          with ordinality u (f, mu, t, x${more === "rcs" ? ", ri, sw" : ""}, ordinal)) n`;

/** What most texts of a claim have in common is written once for each group of them. */
function queueArrays(rows: readonly OutgoingMessage[]): unknown[] {
  const { groups, groupOf } = groupAlike(rows);
  return [
    uuidColumn(groups, (row) => row.accountId),
    uuidColumn(groups, (row) => row.campaignId),
    uuidColumn(groups, (row) => row.batchId),
    uuidColumn(groups, (row) => row.templateId ?? null),
    plainColumn(groups, (row) => row.encoding),
    plainColumn(groups, (row) => row.state),
    plainColumn(groups, (row) => row.reason),
    textArray(groups.map((row) => row.carrier)),
    smallintColumn(groups, classOf),
    ...oneOrEach(groupOf, Number, intColumn),
    uuidColumn(rows, (row) => row.messageId),
    uuidColumn(rows, (row) => row.contactId),
    uuidColumn(rows, (row) => row.journeyId),
    ...oneOrEach(rows, (row) => row.node, intColumn),
    ...oneOrEach(rows, (row) => row.revision, intColumn),
    ...oneOrEach(rows, (row) => row.segments, smallintColumn),
    ...oneOrEach(rows, (row) => row.costMicros, bigintColumn),
    ...oneOrEach(rows, (row) => row.openUntilMs ?? never, doubleColumn),
    ...oneOrEach(rows, (row) => row.from, textColumn),
    ...oneOrEach(rows, (row) => row.mediaUrl, textColumn),
    textColumn(rows, (row) => row.to),
    textColumn(rows, (row) => withoutNul(row.text)),
  ];
}

const classOf = (row: OutgoingMessage): number =>
  row.batchId === null || row.isAnswer ? messageClass.answer : messageClass.other;

const commonOf = (row: OutgoingMessage) => [
  row.accountId,
  row.campaignId,
  row.batchId,
  row.templateId,
  row.encoding,
  row.state,
  row.reason,
  row.carrier,
  classOf(row),
];

/** The first text of each group, and the place of each text's group, from 1. */
function groupAlike(rows: readonly OutgoingMessage[]): { groups: OutgoingMessage[]; groupOf: number[] } {
  const groups: OutgoingMessage[] = [];
  const places = new Map<string, number>();
  let last: ReturnType<typeof commonOf> | undefined;
  let place = 0;
  const groupOf = rows.map((row) => {
    const common = commonOf(row);
    // neighbors mostly are alike
    if (last?.every((value, index) => value === common[index])) return place;
    last = common;
    const key = JSON.stringify(common);
    place = places.get(key) ?? groups.push(row);
    places.set(key, place);
    return place;
  });
  return { groups, groupOf };
}

/** Queues texts in a statement of their own. */
export async function insertMessages(q: Query, rows: readonly OutgoingMessage[]): Promise<void> {
  await writeTogether(q, messageWrites(rows));
}
