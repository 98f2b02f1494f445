import { plainArray, plainColumn, textArray } from "../arrays.ts";
import { removeUnusedContents } from "../assets/asset.ts";
import type { Query } from "../database.ts";

/** A drawn picture is kept so long after its last use, and so long after a text that carried it was made. */
const drawingDays = 90;

interface Drawing {
  accountId: string;
  assetId: string;
  secret: string;
}

/** What of the candidates a text carries that is younger than the retention. */
const carried = `select distinct m.account_id, substring(m.media_url from '([A-Za-z0-9_-]{32})/[^/?#]+$') secret
  from message m where m.account_id = any ($1::uuid[]) and m.media_url is not null
    and m.message_id >= trunkline_first_id(now() - interval '${drawingDays} days')`;

/**
 * Removes a limited number of pictures that were drawn for journeys. A picture stays while a text within the retention
 * uses it, and while a run that began before its last use continues or is paused, because a journey may still hold its address.
 */
export async function purgeDrawings(q: Query, accountIds: readonly string[], most: number): Promise<number> {
  const old = await q.rows<Drawing>(
    `select a.account_id "accountId", a.asset_id "assetId", a.secret from unnest($1::uuid[]) u (account_id)
     cross join lateral (
       select a.* from asset a
       where a.account_id = u.account_id and a.type = 'meme' and a.used < now() - interval '${drawingDays} days'
         and not exists (
           select from batch b where b.account_id = a.account_id and b.batch_id < trunkline_first_id(a.used)
             and case when b.kind <> 'node' then b.status in ('running', 'paused') else exists (
               select from journey j where j.account_id = b.account_id and j.batch_id = b.batch_id and j.due_at is not null
                 and j.journey_id < trunkline_first_id(a.used)) end)
       order by a.used limit $2) a`,
    [plainArray(accountIds), most],
  );
  if (old.length === 0) return 0;
  const gone = await q.rows<{ accountId: string; sha256: Buffer }>(
    `with carried as materialized (${carried})
     delete from asset a using unnest($2::uuid[], $3::uuid[], $4::text[]) o (account_id, asset_id, secret)
     where a.account_id = o.account_id and a.asset_id = o.asset_id and a.used < now() - interval '${drawingDays} days'
       and not exists (select from carried c where c.account_id = o.account_id and c.secret = o.secret)
     returning a.account_id "accountId", a.sha256`,
    [
      plainArray(accountIds),
      plainColumn(old, (one) => one.accountId),
      plainColumn(old, (one) => one.assetId),
      textArray(old.map((one) => one.secret)),
    ],
  );
  await removeUnusedContents(
    q,
    gone.map((one) => ({ accountId: one.accountId, hex: one.sha256.toString("hex") })),
  );
  return gone.length;
}
