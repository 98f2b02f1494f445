import { newId } from "../apps/server/src/store/newId.ts";
import type { Place } from "./place.ts";
import type { Scene } from "./scene.ts";

/** What the lists are asked about: things of the account that have many rows, and things that have few. */
export interface History {
  campaignId: string;
  /** Two runs that half of all texts, calls and journeys belong to each; the older one. */
  batchId: string;
  /** One of the many small workflows, with a two-hundredth of all runs. */
  small: string;
  /** A member of the account, to whom a tenth of the conversations is assigned. */
  userId: string;
  webhookId: string;
  queueId: string;
  /** A contact with a text, a call, an e-mail, a journey, and thousands of dispositions. */
  contactId: string;
  phone: string;
  journeyId: string;
}

const perChunk = 50_000;
const days = 60;

/** Ids of texts, calls, journeys, … number `g` of `n`, from sixty days ago until now. */
const at = `now() - interval '${days} days' + g::float8 * interval '${days} days' / n`;
const idOf = (kind: number): string =>
  `overlay(overlay(trunkline_first_id(${at})::text placing lpad(to_hex(g), 12, '0') from 25) placing '${kind}' from 21 for 1)::uuid`;

/** Contacts in an order that is not that of time. */
const people = `
  (select g, n, c.contact_id, c.phone from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) g
   join contact c on c.account_id = $1 and c.phone = '+1303' || lpad((2000000 + g::bigint * 7919 % n)::text, 7, '0')) p`;

const batchOf = "($6::uuid[])[1 + (g * 2 / n)]";

/** Rows of every table that grows with use, made inside the server. `$1` the account, `$2` to `$3` the numbers, `$4` of how many. */
const tables: Record<string, { sql: string; needs?: "runs" | "member" | "webhook" | "queue" | "campaigns" }> = {
  message: {
    needs: "runs",
    // a tenth came in; of the others some failed in each of the ways that there are
    sql: `insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, node, revision, direction,
        from_number, to_number, body, state, receipt, reason, submitted, updated)
      select $1, ${idOf(1)}, contact_id, $5::uuid, ${batchOf}, ${idOf(2)}, 5, 4, case when g % 10 = 0 then 'in' else 'out' end,
        case when g % 10 = 0 then phone else '+12025550010' end, case when g % 10 = 0 then '+12025550010' else phone end,
        'Your offer ends on Friday.',
        case when g % 10 = 0 then 'received' when g % 101 = 1 then 'rejected' when g % 53 = 2 then 'blocked'
          when g % 5003 = 3 then 'cancelled' when g % 20011 = 4 then 'unknown' else 'accepted' end,
        case when g % 10 = 0 or g % 101 = 1 or g % 53 = 2 or g % 5003 = 3 or g % 20011 = 4 then null
          when g % 23 = 5 then 'undelivered' when g % 4001 = 6 then 'expired' else 'delivered' end,
        case when g % 53 = 2 and g % 10 <> 0 then 'opted_out' end, ${at}, ${at}
      from ${people}`,
  },
  call: {
    needs: "runs",
    sql: `insert into call (account_id, call_id, contact_id, campaign_id, batch_id, journey_id, node, direction, from_number, to_number,
        plan, state, line, answered_by, duration_seconds, submitted, ended, updated)
      select $1, ${idOf(3)}, contact_id, $5::uuid, ${batchOf}, ${idOf(2)}, 6, case when g % 10 = 0 then 'in' else 'out' end,
        case when g % 10 = 0 then phone else '+12025550010' end, case when g % 10 = 0 then '+12025550010' else phone end, '{}',
        case when g % 10 = 0 then 'received' when g % 101 = 1 then 'rejected' else 'accepted' end,
        case when g % 101 = 1 and g % 10 <> 0 then null when g % 7 = 0 then 'no_answer' when g % 4001 = 3 then 'failed' else 'completed' end,
        'human', 40, ${at}, ${at}, ${at}
      from ${people}`,
  },
  call_event: {
    sql: `insert into call_event (account_id, call_id, event_id, type)
      select $1, ${idOf(3)}, ${idOf(3)}, 'answered' from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p`,
  },
  email: {
    needs: "runs",
    sql: `insert into email (account_id, email_id, contact_id, campaign_id, batch_id, journey_id, node, provider, simulated, from_email,
        from_name, to_email, to_name, subject, template_id, state)
      select $1, ${idOf(4)}, contact_id, $5::uuid, ${batchOf}, ${idOf(2)}, 7, 'mailgun', true, 'shop@example.com', 'Shop',
        'ann' || g || '@example.com', 'Ann', 'Your order', 'offer', 'accepted'
      from ${people}`,
  },
  journey: {
    needs: "runs",
    sql: `insert into journey (account_id, journey_id, campaign_id, batch_id, contact_id, starts_at, wake_at, version, node, revision, status)
      select $1, ${idOf(2)}, $5::uuid, ${batchOf}, contact_id, ${at}, null, 1, case when g % 50 = 1 then 5 when g % 997 = 1 then 4 else 9 end, 2,
        case when g % 50 = 1 then 1 when g % 997 = 1 then 4 when g % 31 = 2 then 2 else 3 end
      from ${people}`,
  },
  step: {
    sql: `insert into step (account_id, journey_id, revision, node, at, outcome, next_node, because)
      select $1, ${idOf(2)}, r, 4 + r, ${at}, case r when 1 then 0 else 4 end, case r when 1 then 6 end, 'The list holds the number'
      from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p cross join generate_series(1, 2) r`,
  },
  conversation: {
    needs: "member",
    sql: `insert into conversation (account_id, contact_id, status, number, assigned_to, last_id, moved_id, last_in, read_to, unread_ids)
      select $1, contact_id, case when g % 20 = 0 then 'open' else 'closed' end, '+12025550010',
        case when g % 10 = 3 then $5::uuid end, ${idOf(1)}, ${idOf(1)}, ${idOf(1)}, case when g % 5 <> 0 then ${idOf(1)} end,
        case when g % 5 = 0 then array[${idOf(1)}] else '{}' end
      from ${people}`,
  },
  dnc: {
    // half are contacts' numbers
    sql: `insert into dnc (account_id, phone, type, source, reason, created)
      select $1, case when g % 2 = 0 then '+1303' else '+1404' end || lpad((2000000 + g)::text, 7, '0'),
        case g % 10 when 0 then 'call' when 1 then 'rcs' else 'sms' end, case when g % 3 = 0 then 'reply' else 'import' end, 'STOP', ${at}
      from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p`,
  },
  consent: {
    sql: `insert into consent (account_id, consent_id, phone, type, action, source, reason, at)
      select $1, ${idOf(5)}, '+1303' || lpad((2000000 + g)::text, 7, '0'), 'sms', 'out', 'reply', 'STOP', ${at}
      from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p`,
  },
  given_disposition: {
    // every hundredth is the same contact's
    sql: `insert into given_disposition (account_id, given_id, contact_id, key, source, actor, actor_name, at)
      select $1, ${idOf(6)}, case when g % 100 = 0 then (select contact_id from contact where account_id = $1 and phone = '+13032000000')
          else contact_id end,
        (array['Answered', 'Sale', 'No answer', 'Busy'])[1 + g % 4], 'page', 'setup', 'Ann', ${at}
      from ${people}`,
  },
  audit: {
    sql: `insert into audit (account_id, audit_id, at, actor, action, target)
      select $1, ${idOf(7)}, ${at}, 'setup', case when g % 4001 = 0 then 'user.remove' when g % 50 = 0 then 'campaign.save' else 'contact.update' end,
        (g % 5000)::text
      from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p`,
  },
  webhook_delivery: {
    needs: "webhook",
    sql: `insert into webhook_delivery (account_id, delivery_id, webhook_id, event_type, message_id, attempt, elapsed_ms, ok, method, url,
        status, contact_id)
      select $1, ${idOf(8)}, case when g % 5000 = 7 then $5::uuid else $1 end, 'campaign_workflow_callback', ${idOf(8)}, 1, 12, g % 2003 <> 0,
        'POST', 'https://hooks.example.com', case when g % 2003 = 0 then 500 else 200 end, contact_id
      from ${people}`,
  },
  batch: {
    needs: "campaigns",
    sql: `insert into batch (account_id, batch_id, campaign_id, version, display_name, status, selection, enrolled, queued, started, finished)
      select $1, ${idOf(1)}, ($5::uuid[])[1 + g % 200], 1, 'Run ' || g, case when g % 500 = 0 then 'paused' when g % 4001 = 1 then 'running' when g % 5003 = 2 then 'stopped'
          when g % 20011 = 3 then 'not_started' else 'done' end, '{}', 10, 10,
        ${at}, ${at}
      from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p`,
  },
  batch_count: {
    sql: `insert into batch_count (account_id, batch_id, slot, enrolled, started, done)
      select $1, ${idOf(1)}, 0, 10, 10, 10 from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p`,
  },
  batch_filtered: {
    needs: "runs",
    sql: `insert into batch_filtered (account_id, batch_id, contact_id, reason, at)
      select $1, ($6::uuid[])[1], contact_id, case when g % 3 = 0 then 'frequency' else 'dnc' end, ${at} from ${people} where $5::uuid is not null`,
  },
  schedule: {
    needs: "campaigns",
    sql: `insert into schedule (account_id, schedule_id, campaign_id, status, recurring, timezone_id, day_of_week, time_of_day, request, next_at)
      select $1, ${idOf(1)}, ($5::uuid[])[1 + g % 200], case when g % 3 = 0 then -1 when g % 3 = 1 then -2 else 1 end, g % 2000 = 2, -20,
        case when g % 2000 = 2 then 62 end, case when g % 2000 = 2 then '09:00' end,
        '{"displayName": "Weekly", "periodMs": 1000, "start": true, "filters": {"dnc": []}, "statements": []}',
        case when g % 3 = 2 then now() + interval '1 day' end
      from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p`,
  },
  schedule_firing: {
    sql: `insert into schedule_firing (account_id, schedule_id, slot, due_at, outcome)
      select $1, ${idOf(1)}, '2026-01-05T09:00', ${at}, 'fired' from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p
      where g % 3 = 1`,
  },
  agent_hold: {
    needs: "queue",
    // a fiftieth waits; half were taken by one agent, and all but a few of them wrapped up
    sql: `insert into agent_hold (account_id, hold_id, queue_id, contact_id, campaign_id, journey_id, node, since, state, agent)
      select $1, ${idOf(9)}, $5::uuid, contact_id, $1, ${idOf(2)}, 5, ${at},
        case when g % 50 = 1 then 'waiting' when g % 50000 = 2 then 'taken' when g % 2 = 0 then 'wrapped_up' else 'closed' end,
        case when g % 2 = 0 then 'user:' || $6::uuid end
      from ${people}`,
  },
  asset_content: {
    sql: `insert into asset_content (account_id, sha256, bytes) select $1, sha256(g::text::bytea), 20000
      from (select g from generate_series($2::int, $3::int - 1) g where $4::int > 0) p`,
  },
  asset: {
    // recordings of calls, and a few pictures among them
    sql: `insert into asset (account_id, asset_id, type, file_name, content_type, sha256, secret)
      select $1, ${idOf(1)}, case when g % 5000 = 0 then 'mms-image' else 'recording' end, 'recording-' || g || '.wav', 'audio/wav',
        sha256(g::text::bytea), 'secret-' || g
      from (select g, $4::int n from generate_series($2::int, $3::int - 1) g) p`,
  },
};

/** Months that have passed have partitions of their own, as after two months of use. */
const pastMonths = `do $$
  declare month timestamptz; part record;
  begin
    for month in select m from generate_series(date_trunc('month', now()) - interval '3 months', date_trunc('month', now()) - interval '1 month', interval '1 month') m loop
      for part in select unnest(array['step', 'message', 'receipt', 'effect', 'email', 'webhook_delivery', 'call', 'call_event']) name loop
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)', part.name || to_char(month, '_YYYYMM'),
          part.name, trunkline_first_id(month), trunkline_first_id(month + interval '1 month'));
      end loop;
    end loop;
  end $$`;

/** Sixty days of texts, calls, e-mails, journeys, runs, … of an account with so many contacts: so many rows of each. */
export async function makeHistory(
  { db }: Place,
  { account }: Scene,
  { campaignId, batches }: { campaignId: string; batches: readonly string[] },
  rows: number,
): Promise<History> {
  const campaigns = Array.from({ length: 200 }, () => newId());
  const [userId, webhookId, queueId] = [newId(), newId(), newId()];
  await db.owner((q) => q.run(pastMonths));
  await db.tx([account], async (q) => {
    await q.run("insert into auth_user (user_id, email, name, password_hash) values ($1, $2, 'Ann', '')", [
      userId,
      `${userId}@example.com`,
    ]);
    await q.run("insert into membership (account_id, user_id, role) values ($1, $2, 'member')", [account, userId]);
    await q.run(
      "insert into campaign (account_id, campaign_id, name, version) select $1, id, 'Small', 1 from unnest($2::uuid[]) id",
      [account, campaigns],
    );
    await q.run("insert into agent_queue (account_id, queue_id, name) values ($1, $2, 'Sales')", [account, queueId]);
    await q.run("insert into webhook (account_id, webhook_id, name) values ($1, $2, 'Hook')", [account, webhookId]);
  });
  const more: Record<string, unknown[]> = {
    runs: [campaignId, batches],
    member: [userId],
    webhook: [webhookId],
    queue: [queueId, userId],
    campaigns: [campaigns],
  };
  const fill = async ([, { sql, needs }]: (typeof entries)[number]): Promise<void> => {
    for (let from = 0; from < rows; from += perChunk) {
      const values = [account, from, Math.min(rows, from + perChunk), rows, ...(needs ? (more[needs] ?? []) : [])];
      await db.tx([account], (q) => q.run(sql, values));
    }
  };
  const entries = Object.entries(tables);
  const lanes = [entries.filter((_, index) => index % 2 === 0), entries.filter((_, index) => index % 2 === 1)];
  // contents of assets stand before the assets
  await Promise.all(
    lanes.map(async (lane) => {
      for (const entry of lane.filter(([name]) => name !== "asset")) await fill(entry);
    }),
  );
  for (const entry of entries.filter(([name]) => name === "asset")) await fill(entry);
  await db.owner((q) => q.run(`analyze ${Object.keys(tables).join(", ")}`));
  const one = await db.tx([account], (q) =>
    q.one<{ contactId: string; phone: string; journeyId: string }>(
      `select c.contact_id "contactId", c.phone, j.journey_id "journeyId" from contact c join journey j using (account_id, contact_id)
       where c.account_id = $1 and c.phone = '+13032000000'`,
      [account],
    ),
  );
  if (!one) throw new Error("The history has no contact +13032000000");
  const [batchId = "", small = ""] = [batches[0], campaigns[7]];
  return { campaignId, batchId, small, userId, webhookId, queueId, ...one };
}
