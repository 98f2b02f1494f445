import { plainColumn, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { OutgoingMessage } from "../messages/queuedMessage.ts";
import { countedOfMessage, countMessages } from "../reports/countChanges.ts";
import { type Write, writeTogether } from "../together.ts";
import type { LinkCode } from "./linkCode.ts";

/** A short address of a text that is written. */
export interface NewLink {
  day: number;
  secret: string;
  target: string;
}

/** Short addresses of texts that are written, in their statement; nothing where no text has any. */
export function linkWrites(messages: readonly Pick<OutgoingMessage, "accountId" | "messageId" | "links">[]): Write[] {
  const rows = messages.flatMap(({ accountId, messageId, links = [] }) =>
    links.map((link) => ({ accountId, messageId, ...link })),
  );
  if (rows.length === 0) return [];
  return [
    {
      name: "links",
      text: `insert into link (account_id, day, secret, message_id, target)
        select * from unnest($1::uuid[], $2::smallint[], $3::text[], $4::uuid[], $5::text[])`,
      values: [
        plainColumn(rows, (row) => row.accountId),
        plainColumn(rows, (row) => row.day),
        textArray(rows.map((row) => row.secret)),
        plainColumn(rows, (row) => row.messageId),
        textArray(rows.map((row) => row.target)),
      ],
    },
  ];
}

/** Whose links begin with a key, and for how many days they lead somewhere. */
export interface LinkOwner {
  accountId: string;
  linkDays: number;
}

/** The account of a key; null as well where the host, "" for the public one, is another account's own. */
export const findLinkOwner = (q: Query, key: string, host: string): Promise<LinkOwner | null> =>
  q.one<LinkOwner>(
    {
      name: "link.owner",
      text: `select a.account_id as "accountId", coalesce((a.settings->>'linkDays')::int, 90) as "linkDays" from account a
        where a.link_key = $1 and not exists (select from account o where o.link_domain = $2 and o.account_id <> a.account_id)`,
    },
    [key, host],
  );

/** What a code names. */
type Code = Pick<LinkCode, "day" | "secret">;

/** Where a code leads, and whether a person has opened it before. */
export interface FoundLink extends Code {
  target: string;
  clicked: boolean;
}

/** Those of the codes that lead somewhere. */
export const findLinks = (q: Query, account: string, codes: readonly Code[]): Promise<FoundLink[]> =>
  q.rows(
    {
      name: "link.find",
      text: `select l.day, l.secret, l.target, l.clicked is not null as clicked
        from unnest($2::smallint[], $3::text[]) u (d, s)
        join link l on l.account_id = $1::uuid and l.day = u.d and l.secret = u.s`,
    },
    [account, ...columnsOf(codes)],
  );

const columnsOf = (codes: readonly Code[]): string[] => [
  plainColumn(codes, ({ day }) => day),
  textArray(codes.map(({ secret }) => secret)),
];

/** A text whose link was opened; a reply by hand has no journey. */
interface OpenedText {
  messageId: string;
  contactId: string | null;
  journeyId: string | null;
  campaignId: string | null;
  batchId: string | null;
}

type TextOfJourney = { [Field in keyof OpenedText]: string };

const isOfJourney = (text: OpenedText): text is TextOfJourney => Object.values(text).every((id) => id !== null);

/**
 * Records the first clicks of contacts on links. A click counts for the run, the workflow and reports if it is the first of
 * its journey, in whichever text. Removed texts no longer count. Rows are locked in the order of their keys, so that
 * concurrent writers cannot deadlock.
 */
export async function recordClicks(q: Query, account: string, codes: readonly Code[]): Promise<void> {
  const links = await q.rows<{ messageId: string }>(
    {
      name: "clicks.link",
      text: `with wanted as materialized (
          select l.day, l.secret from unnest($2::smallint[], $3::text[]) u (d, s)
          join link l on l.account_id = $1::uuid and l.day = u.d and l.secret = u.s
          where l.clicked is null order by l.day, l.secret for update of l)
        update link l set clicked = now() from wanted w
        where l.account_id = $1::uuid and l.day = w.day and l.secret = w.secret returning l.message_id "messageId"`,
    },
    [account, ...columnsOf(codes)],
  );
  if (links.length === 0) return;
  const texts = await q.rows<OpenedText>(
    {
      name: "clicks.texts",
      text: `select m.message_id "messageId", m.contact_id "contactId", m.journey_id "journeyId", m.campaign_id "campaignId",
          m.batch_id "batchId"
        from (select distinct i from unnest($2::uuid[]) u (i)) u
        join message m on m.account_id = $1::uuid and m.message_id = u.i order by m.message_id`,
    },
    [account, plainColumn(links, ({ messageId }) => messageId)],
  );
  const first = await firstOfJourneys(q, account, texts.filter(isOfJourney));
  const counting = new Set(first.map(({ messageId }) => messageId));
  await q.run(
    {
      name: "clicks.message",
      text: `with wanted as materialized (
          select m.message_id, u.c, m.click_counts was from unnest($2::uuid[], $3::boolean[]) u (i, c)
          join message m on m.account_id = $1::uuid and m.message_id = u.i order by m.message_id for no key update of m),
        done as (
          update message m set clicked = coalesce(m.clicked, now()), click_counts = case when w.c then true else m.click_counts end
          from wanted w where m.account_id = $1::uuid and m.message_id = w.message_id
          returning ${countedOfMessage}, w.was)
        ${countMessages("done r", { click_counts: "r.was" })}`,
    },
    [
      account,
      plainColumn(texts, ({ messageId }) => messageId),
      plainColumn(texts, ({ messageId }) => counting.has(messageId)),
    ],
  );
  await addClicks(q, account, first);
}

/** The texts by which their journeys count from now on: of each that does not count yet, the first. */
async function firstOfJourneys(q: Query, account: string, texts: readonly TextOfJourney[]): Promise<TextOfJourney[]> {
  if (texts.length === 0) return [];
  const journeys = plainColumn(texts, ({ journeyId }) => journeyId);
  // two texts of one journey that are opened at once, here and in another program: the second waits, and then sees the first
  await q.run(
    {
      name: "clicks.turn",
      text: `select pg_advisory_xact_lock(h) from (select distinct hashtextextended($1 || ' ' || j, 33) h
        from unnest($2::text[]) u (j) order by h) t`,
    },
    [account, journeys],
  );
  const counted = await q.rows<{ journeyId: string }>(
    {
      name: "clicks.counted",
      text: `select u.j "journeyId" from unnest($2::uuid[], $3::uuid[]) u (c, j)
        where exists (select from message m where m.account_id = $1::uuid and m.contact_id = u.c and m.journey_id = u.j
          and m.click_counts)`,
    },
    [account, plainColumn(texts, ({ contactId }) => contactId), journeys],
  );
  const done = new Set(counted.map(({ journeyId }) => journeyId));
  return texts.filter(({ journeyId }) => {
    if (done.has(journeyId)) return false;
    done.add(journeyId);
    return true;
  });
}

/** Counting rows that belong to no worker: enough of them that a crowd does not wait for one. */
const firstSlot = 30_000;
const slots = 64;

async function addClicks(q: Query, account: string, texts: readonly TextOfJourney[]): Promise<void> {
  if (texts.length === 0) return;
  const slot = firstSlot + Math.floor(Math.random() * slots);
  const counts = (name: "campaign" | "batch", column: (text: TextOfJourney) => string) => ({
    name: `clicks.${name}`,
    text: `insert into ${name}_count as c (account_id, ${name}_id, slot, clicks)
      select $1::uuid, i, $2::smallint, count(*) from unnest($3::uuid[]) u (i) group by i order by i
      on conflict (account_id, ${name}_id, slot) do update set clicks = c.clicks + excluded.clicks`,
    values: [account, slot, plainColumn(texts, column)],
  });
  await writeTogether(q, [
    counts("campaign", ({ campaignId }) => campaignId),
    counts("batch", ({ batchId }) => batchId),
  ]);
}
