import { textArray } from "../arrays.ts";
import { uuidColumn } from "../binaryArrays.ts";
import type { Query } from "../database.ts";
import { dncBitsOf } from "../doNotContact/dnc.ts";
import { newId } from "../newId.ts";
import { publishContacts } from "../webhooks/webhookEvent.ts";

/** Whose numbers these are. */
export async function listOwners(q: Query, phones: readonly string[]): Promise<Map<string, string>> {
  const rows = await q.rows<{ phone: string; accountId: string }>(
    {
      name: "inbound.owners",
      text: `select phone, account_id as "accountId" from number_directory where phone = any ($1::text[])`,
    },
    [textArray(phones)],
  );
  return new Map(rows.map((row) => [row.phone, row.accountId]));
}

/** The number on which a contact knows the account: that of the last message through this carrier, else of the last one at all. Null if there is none. */
export const findKnownNumber = (
  q: Query,
  account: string,
  { phone, carrier }: { phone: string; carrier: string },
): Promise<{ phone: string; carrier: string } | null> =>
  q.one(
    `select n.phone, n.carrier from contact c
     join message m on m.account_id = c.account_id and m.contact_id = c.contact_id and m.direction = 'out' and m.to_number = c.phone
     join number n on n.account_id = m.account_id and n.phone = m.from_number
     where c.account_id = $1 and c.phone = $2
     order by m.carrier = $3 desc, m.message_id desc limit 1`,
    [account, phone, carrier],
  );

/** An event of a carrier, with the carrier's id. */
export interface CarrierNotice {
  accountId: string;
  carrier: string;
  carrierRef: string;
  messageId: string;
}

/** Stores notices and returns the new ones, so that a repeated notice is applied once. */
export async function insertNotices(q: Query, notices: readonly CarrierNotice[]): Promise<Set<string>> {
  const rows = await q.rows<{ messageId: string }>(
    {
      name: "inbound.once",
      text: `insert into inbound (account_id, carrier, carrier_ref, message_id)
        select a, c, r, m from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) u (a, c, r, m)
        on conflict do nothing returning message_id as "messageId"`,
    },
    [
      uuidColumn(notices, (notice) => notice.accountId),
      textArray(notices.map((notice) => notice.carrier)),
      textArray(notices.map((notice) => notice.carrierRef)),
      uuidColumn(notices, (notice) => notice.messageId),
    ],
  );
  return new Set(rows.map((row) => row.messageId));
}

/** Who texts. */
export interface TextingContact {
  accountId: string;
  phone: string;
  contactId: string;
  /** The contact itself has said STOP and not taken it back; what the account stopped for reasons of its own does not count. */
  refused: boolean;
}

/** Contacts by number, made where there is none yet. */
export async function findTextingContacts(
  q: Query,
  senders: readonly { accountId: string; phone: string; zones: readonly string[]; zonesFrom: string }[],
): Promise<Map<string, TextingContact>> {
  const find = (): Promise<TextingContact[]> =>
    q.rows<TextingContact>(
      {
        name: "inbound.contacts",
        // asked in the order of the phones: an empty table's plan would else take any index of the account and read all of it
        text: `select c.account_id as "accountId", c.phone, c.contact_id as "contactId",
            c.dnc <> 0 and (select true from dnc d where d.account_id = c.account_id and d.phone = c.phone
              and d.type = 'sms' and d.party = 'contact') is not null as refused
          from (select distinct a, p from unnest($1::uuid[], $2::text[]) u (a, p)) u
          cross join lateral (
            select * from contact c where c.account_id = u.a and c.phone = any (array[u.p]) order by c.phone limit 1) c`,
      },
      [uuidColumn(senders, (sender) => sender.accountId), textArray(senders.map((sender) => sender.phone))],
    );
  const known = byNumber(await find());
  const missing = [
    ...new Map(senders.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one])).values(),
  ];
  if (missing.length === 0) return known;
  const made = await q.rows<Omit<TextingContact, "refused"> & { listed: boolean }>(
    {
      name: "inbound.newContacts",
      text: `insert into contact (account_id, contact_id, phone, zones, zones_from, dnc)
        select a, i, p, z::text[], f, ${dncBitsOf("a", "p")} from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) u (a, i, p, z, f)
        on conflict (account_id, phone) do nothing returning account_id as "accountId", contact_id as "contactId", phone,
          dnc <> 0 as listed`,
    },
    [
      uuidColumn(missing, (one) => one.accountId),
      uuidColumn(missing, () => newId()),
      textArray(missing.map((one) => one.phone)),
      textArray(missing.map((one) => textArray(one.zones))),
      textArray(missing.map((one) => one.zonesFrom)),
    ],
  );
  await publishContacts(
    q,
    made.map(({ accountId, contactId }) => ({ accountId, contactId, eventType: "contact_add", source: "text" })),
  );
  // asked again only if another transaction made one meanwhile, or the list contains the number
  if (made.length < missing.length || made.some(({ listed }) => listed)) return byNumber(await find());
  for (const { listed: _, ...one } of made) known.set(keyOf(one), { ...one, refused: false });
  return known;
}

const keyOf = ({ accountId, phone }: { accountId: string; phone: string }): string => `${accountId} ${phone}`;
const byNumber = (contacts: readonly TextingContact[]) => new Map(contacts.map((one) => [keyOf(one), one]));

/** A pair of numbers with the contact behind one of them. */
export interface NumberPair {
  accountId: string;
  contactId: string;
  /** The account's number. */
  number: string;
  phone: string;
}

/** The last text that went out on a pair of numbers, at most 72 hours old or not. */
export interface LastSend {
  pair: number;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  node: number | null;
  templateId: string | null;
  recent: boolean;
}

/** The latest send on each pair: whom a reply is counted for, and an opt-out within 72 hours (telecom §14.1). */
export function listLastSends(q: Query, pairs: readonly NumberPair[]): Promise<LastSend[]> {
  return q.rows<LastSend>(
    {
      name: "inbound.lastSends",
      text: `select u.n::int as pair, m.campaign_id as "campaignId", m.batch_id as "batchId", m.journey_id as "journeyId", m.node,
          m.template_id as "templateId", m.message_id >= trunkline_first_id(now() - interval '72 hours') as recent
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) with ordinality u (a, c, f, t, n)
        cross join lateral (
          select * from message m where m.account_id = u.a and m.contact_id = u.c and m.direction = 'out'
            and m.from_number = u.f and m.to_number = u.t and m.state in ('accepted', 'submitting', 'in_doubt', 'unknown')
            and m.campaign_id is not null
          order by m.message_id desc limit 1) m`,
    },
    columnsOf(pairs),
  );
}

/** An open journey of a contact, with the node whose text it last got on the pair of numbers. */
export interface OpenJourney {
  pair: number;
  journeyId: string;
  node: number;
}

/**
 * Every open journey that the text on a pair of numbers is a reply to (readings, Replies). A conversation of AI Assist hears
 * the contact's texts to every number of its workflow, since none may have been sent before (readings, Agent Queue).
 */
export function listOpenJourneys(q: Query, pairs: readonly NumberPair[]): Promise<OpenJourney[]> {
  return q.rows<OpenJourney>(
    {
      name: "inbound.journeys",
      text: `select u.n::int as pair, m.journey_id as "journeyId", m.node
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) with ordinality u (a, c, f, t, n)
        cross join lateral (
          select distinct on (m.journey_id) m.journey_id, m.node from (
          select m.journey_id, m.node, m.message_id
          from journey j join message m on m.account_id = j.account_id and m.contact_id = j.contact_id and m.journey_id = j.journey_id
          where j.account_id = u.a and j.contact_id = u.c and j.status < 3 and m.direction = 'out'
            and m.from_number = u.f and m.to_number = u.t and m.state in ('accepted', 'submitting', 'in_doubt', 'unknown')
          union all
          select j.journey_id, j.node, null
          from journey j join campaign c on c.account_id = j.account_id and c.campaign_id = j.campaign_id
            join number_set_number s on s.account_id = c.account_id and s.number_set_id = c.number_set_id and s.phone = u.f
          where j.account_id = u.a and j.contact_id = u.c and j.status < 3 and j.vars ? ('node' || j.node || '.assist')) m
          order by m.journey_id, m.message_id desc nulls last) m`,
    },
    columnsOf(pairs),
  );
}

const columnsOf = (pairs: readonly NumberPair[]): unknown[] => [
  uuidColumn(pairs, (pair) => pair.accountId),
  uuidColumn(pairs, (pair) => pair.contactId),
  textArray(pairs.map((pair) => pair.number)),
  textArray(pairs.map((pair) => pair.phone)),
];
