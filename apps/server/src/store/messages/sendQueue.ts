import type { RcsMessage } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { plainColumn, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { DncParty } from "../doNotContact/dnc.ts";
import { messageClass } from "./queuedMessage.ts";

/** A lane of a sending queue: a run, or the account's own lane (its batch id is the account's). */
export interface SendLane {
  accountId: string;
  batchId: string;
  quota: number;
}

/** The texts of one carrier and one class in a lane. */
export interface CarrierLane extends SendLane {
  carrier: string;
  class: number;
}

/** Which lanes of an account to look for: from the one after `after` on and round to it, in the order of their ids, at most `most`. */
export interface QueueScan {
  accountId: string;
  carrier: string;
  class: number;
  after: string | null;
  most: number;
}

/** A lane with texts that may leave now. */
export interface DueLane {
  accountId: string;
  carrier: string;
  batchId: string;
  class: number;
  /** How many there are, at most `most` of the scan; null if they were not counted. */
  texts: number | null;
}

/** A queued text with everything that may stop it, read in the transaction that sends it. */
export interface QueuedMessage {
  accountId: string;
  messageId: string;
  contactId: string | null;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  node: number | null;
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  segments: number;
  encoding: string;
  costMicros: number;
  carrier: string;
  class: number;
  channel: "sms" | "rcs";
  rcs: RcsMessage | null;
  /** It is revoked if it is not delivered within this time. Null: the carrier's own limit applies. */
  revokeAfterSeconds: number | null;
  attempt: number;
  /** A confirmation of STOP is sent although the number is stopped. */
  isConfirmation: boolean;
  /** Whose do-not-contact entry stops it; null: no entry does. */
  stoppedBy: DncParty | null;
  windowClosed: boolean;
  /** Its number has moved to another carrier since it was queued. */
  hasMoved: boolean;
}

const laneSql = "case when m.batch_id is null then m.account_id else m.batch_id end";
/** No lane has this id: all come after it. */
const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * Lists the lanes with texts that may leave now, by one index probe per lane that has queued texts: lanes without any cost
 * nothing, however many they are. Answers are listed with their number, others only by their presence.
 */
export function listDueLanes(q: Query, scans: readonly QueueScan[], of: number): Promise<DueLane[]> {
  const account = q.only === undefined ? "a.account_id" : "$5::uuid";
  const queued = `m.account_id = ${account} and m.carrier = a.carrier and m.state = 'queued'${
    of === messageClass.answer ? " and m.class = 0" : ""
  }`;
  const first = (after: string): string =>
    `select ${laneSql} lane, m.not_before from message m where ${queued} ${after} order by ${laneSql}, m.not_before limit 1`;
  const texts =
    of === messageClass.answer
      ? `(select count(*)::int from (select from message m where ${queued} and ${laneSql} = w.lane
            and m.not_before <= now() limit a.most) c)`
      : "null::int";
  return q.rows<DueLane>(
    {
      name: `message.due.${of}${q.only === undefined ? "" : ".one"}`,
      text: `select a.account_id as "accountId", a.carrier, l.lane as "batchId", ${of}::int as class, l.texts
        from unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[]) with ordinality a (account_id, carrier, after, most, n)
        cross join lateral (
          with recursive walk as (
            select a.after lane, null::timestamptz not_before, a.after = '${beforeAll}' "isWrapped"
            union all
            select n.* from walk w cross join lateral (
              (select f.*, w."isWrapped" from (${first(`and ${laneSql} > w.lane`)}) f)
              union all
              (select f.*, true from (${first("")}) f where not w."isWrapped")
              limit 1) n
            where not n."isWrapped" or a.after = '${beforeAll}' or n.lane <= a.after)
          select w.lane, ${texts} texts from walk w
          where w.not_before <= now()
            and (w.lane = a.account_id
              or exists (select from batch b where b.account_id = ${account} and b.batch_id = w.lane and b.status = 'running'))
          limit a.most) l
        order by a.n`,
    },
    [
      plainColumn(scans, (scan) => scan.accountId),
      textArray(scans.map((scan) => scan.carrier)),
      plainColumn(scans, (scan) => scan.after ?? beforeAll),
      plainColumn(scans, (scan) => scan.most),
      ...(q.only === undefined ? [] : [q.only]),
    ],
  );
}

/**
 * Claims queued texts of these lanes, which are all of one class. A run that is not running gives none. The
 * do-not-contact list is the truth, not the contact's bits.
 */
export function claimQueued(q: Query, lanes: readonly CarrierLane[], of: number): Promise<QueuedMessage[]> {
  const [ofLane, ofMessage] = q.only === undefined ? ["l.account_id", "m.account_id"] : ["$5::uuid", "$5::uuid"];
  const isAnswer = of === messageClass.answer;
  return q.rows<QueuedMessage>(
    {
      name: `message.claim${isAnswer ? "Answers" : ""}${q.only === undefined ? "" : "One"}`,
      text: `select m.account_id as "accountId", m.message_id as "messageId", m.contact_id as "contactId",
          m.campaign_id as "campaignId", m.batch_id as "batchId", m.journey_id as "journeyId", m.node, m.from_number as "from",
          m.to_number as "to", m.body as text, m.media_url as "mediaUrl", m.segments, m.encoding,
          m.cost_micros as "costMicros", m.carrier, m.class, m.channel, m.rcs,
          m.success_within as "revokeAfterSeconds", m.attempt, m.reason is not distinct from 'confirmation' as "isConfirmation",
          (select max(d.party) from dnc d
            where d.account_id = ${ofMessage} and d.phone = m.to_number and d.type = m.channel) as "stoppedBy",
          m.open_until is not null and m.open_until <= now() as "windowClosed",
          m.channel = 'sms' and exists (select from number n
            where n.account_id = ${ofMessage} and n.phone = m.from_number and n.carrier <> m.carrier) as "hasMoved"
        from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) l (account_id, batch_id, quota, carrier)
        left join batch b on b.account_id = ${ofLane} and b.batch_id = l.batch_id
        cross join lateral (
          select * from message m
          where m.account_id = ${ofLane} and ${laneSql} = l.batch_id and m.carrier = l.carrier
            and m.state = 'queued' and m.class ${isAnswer ? "= 0" : "> 0"} and m.not_before <= now()
          order by m.not_before limit l.quota for update skip locked
        ) m
        where b.status = 'running' or l.batch_id = l.account_id`,
    },
    [
      plainColumn(lanes, (lane) => lane.accountId),
      plainColumn(lanes, (lane) => lane.batchId),
      plainColumn(lanes, (lane) => lane.quota),
      textArray(lanes.map((lane) => lane.carrier)),
      ...(q.only === undefined ? [] : [q.only]),
    ],
  );
}
