import type { LinkCode } from "../links/linkCode.ts";
import { plainColumn, textArray } from "./arrays.ts";
import type { Query } from "./database.ts";
import type { OutgoingMessage } from "./message.ts";
import { type Write, writeTogether } from "./together.ts";

/** Short addresses of texts that are written, in their statement; nothing where no text has any. */
export function linkWrites(messages: readonly OutgoingMessage[]): Write[] {
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

/** Where a code leads, and whether a person has opened it before. */
export const findLink = (
  q: Query,
  account: string,
  { day, secret }: Pick<LinkCode, "day" | "secret">,
): Promise<{ target: string; clicked: boolean } | null> =>
  q.one(
    {
      name: "link.find",
      text: `select target, clicked is not null as clicked from link
        where account_id = $1::uuid and day = $2::smallint and secret = $3`,
    },
    [account, day, secret],
  );

/**
 * Keeps the first time that a person opened a link. It counts for the run, the workflow and reports when it is the first
 * of its journey, whichever text it stood in: a contact counts once. A text that is gone counts no more.
 */
export async function takeClick(
  q: Query,
  account: string,
  { day, secret }: Pick<LinkCode, "day" | "secret">,
): Promise<void> {
  const link = await q.one<{ messageId: string }>(
    `update link set clicked = now() where account_id = $1 and day = $2 and secret = $3 and clicked is null
     returning message_id "messageId"`,
    [account, day, secret],
  );
  if (link === null) return;
  const text = await q.one<{ contactId: string; journeyId: string }>(
    `select contact_id "contactId", journey_id "journeyId" from message where account_id = $1 and message_id = $2`,
    [account, link.messageId],
  );
  if (text === null) return;
  // two texts of one journey that are opened at once: the second waits, and then sees the first
  await q.run("select pg_advisory_xact_lock(hashtextextended($1, 33))", [`${account} ${text.journeyId}`]);
  const counted = await q.one(
    `select from message where account_id = $1 and contact_id = $2 and journey_id = $3 and click_counts limit 1`,
    [account, text.contactId, text.journeyId],
  );
  const [clicked] = await q.rows<{ campaignId: string; batchId: string }>(
    `update message set clicked = coalesce(clicked, now()), click_counts = case when $3 then true else click_counts end
     where account_id = $1 and message_id = $2 returning campaign_id "campaignId", batch_id "batchId"`,
    [account, link.messageId, counted === null],
  );
  if (clicked && counted === null) await addClick(q, account, clicked);
}

/** Counting rows that belong to no worker: enough of them that a crowd does not wait for one. */
const firstSlot = 30_000;
const slots = 64;

async function addClick(
  q: Query,
  account: string,
  { campaignId, batchId }: { campaignId: string; batchId: string },
): Promise<void> {
  const slot = firstSlot + Math.floor(Math.random() * slots);
  await writeTogether(q, [
    {
      name: "clicks.campaign",
      text: `insert into campaign_count as c (account_id, campaign_id, slot, clicks) values ($1::uuid, $2::uuid, $3::smallint, 1)
        on conflict (account_id, campaign_id, slot) do update set clicks = c.clicks + 1`,
      values: [account, campaignId, slot],
    },
    {
      name: "clicks.batch",
      text: `insert into batch_count as b (account_id, batch_id, slot, clicks) values ($1::uuid, $2::uuid, $3::smallint, 1)
        on conflict (account_id, batch_id, slot) do update set clicks = b.clicks + 1`,
      values: [account, batchId, slot],
    },
  ]);
}
