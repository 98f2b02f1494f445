import type { RcsMessage } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { plainArray, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A text that the simulated carrier takes over. */
export interface SimulatorText {
  accountId: string;
  messageId: string;
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  segments: number;
  encoding: string;
  receiptAfterMs: number | null;
  rcs?: object | null;
}

/** Remembers texts for their handsets, each once per sender's id, and answers the carrier's ids in the same order. */
export async function acceptSimulatorTexts(q: Query, texts: readonly SimulatorText[]): Promise<string[]> {
  const rows = await q.rows<{ messageId: string; carrierRef: string }>(
    {
      name: "simulator.take",
      text: `insert into simulator_message (account_id, simulator_id, client_ref, handset, number, direction, body, media_url,
          segments, encoding, status, owed_at, channel, rcs)
        select a, s, m, h, n, 'to_handset', b, mu, sg, e, 'sent', now() + o * interval '1 millisecond',
          case when ri is null then 'sms' else 'rcs' end, ri::jsonb
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[], $9::text[],
          $10::float8[], $11::text[]) u (a, s, m, h, n, b, mu, sg, e, o, ri)
        on conflict (account_id, client_ref) do update set client_ref = excluded.client_ref
        returning client_ref as "messageId", simulator_id as "carrierRef"`,
    },
    [
      plainArray(texts.map((text) => text.accountId)),
      plainArray(texts.map(() => newId())),
      plainArray(texts.map((text) => text.messageId)),
      textArray(texts.map((text) => text.to)),
      textArray(texts.map((text) => text.from)),
      textArray(texts.map((text) => withoutNul(text.text))),
      textArray(texts.map((text) => text.mediaUrl)),
      plainArray(texts.map((text) => text.segments)),
      plainArray(texts.map((text) => text.encoding)),
      plainArray(texts.map((text) => text.receiptAfterMs)),
      textArray(texts.map((text) => (text.rcs ? JSON.stringify(text.rcs) : null))),
    ],
  );
  const refs = new Map(rows.map((row) => [row.messageId, row.carrierRef]));
  return texts.map((text) => refs.get(text.messageId) ?? "");
}

/** The carrier's id of a text that it took; null when it never got it. */
export async function findSimulatorRef(q: Query, account: string, messageId: string): Promise<string | null> {
  const row = await q.one<{ carrierRef: string }>(
    `select simulator_id as "carrierRef" from simulator_message where account_id = $1 and client_ref = $2`,
    [account, messageId],
  );
  return row?.carrierRef ?? null;
}

/** A text whose next receipt is due. */
export interface TextToReport {
  accountId: string;
  simulatorId: string;
  messageId: string;
  handset: string;
  reports: number;
  channel: "sms" | "rcs";
}

/** Takes texts whose receipts are due, for this transaction. */
export function claimTextsToReport(
  q: Query,
  accountIds: readonly string[],
  perAccount: number,
): Promise<TextToReport[]> {
  return q.rows<TextToReport>(
    {
      name: "simulator.owed",
      text: `select s.account_id as "accountId", s.simulator_id as "simulatorId", s.client_ref as "messageId", s.handset, s.told reports, s.channel
        from unnest($1::uuid[]) a (account_id)
        cross join lateral (
          select * from simulator_message s where s.account_id = a.account_id and s.owed_at <= now()
          order by s.owed_at limit $2 for update skip locked) s`,
    },
    [plainArray(accountIds), perAccount],
  );
}

/** Notes what the carrier reported about its texts, and when its next report is due. */
export async function updateReportedTexts(
  q: Query,
  reports: readonly {
    accountId: string;
    simulatorId: string;
    status: string;
    code: string | null;
    nextInMs: number | null;
  }[],
): Promise<void> {
  await q.run(
    {
      name: "simulator.reports",
      text: `update simulator_message s set told = s.told + 1, owed_at = now() + u.n * interval '1 millisecond',
          status = case when s.status in ('delivered', 'read') and u.s not in ('delivered', 'read') then s.status
            when s.status = 'read' then s.status else u.s end, code = coalesce(u.c, s.code)
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::float8[]) u (a, i, s, c, n)
        where s.account_id = u.a and s.simulator_id = u.i`,
    },
    [
      plainArray(reports.map((one) => one.accountId)),
      plainArray(reports.map((one) => one.simulatorId)),
      plainArray(reports.map((one) => one.status)),
      textArray(reports.map((one) => one.code)),
      plainArray(reports.map((one) => one.nextInMs)),
    ],
  );
}

/** Remembers a text that a handset sent. */
export async function insertHandsetText(
  q: Query,
  account: string,
  text: {
    simulatorId: string;
    from: string;
    to: string;
    text: string;
    mediaUrl: string | null;
    segments: number;
    encoding: string;
    channel: "sms" | "rcs";
  },
): Promise<void> {
  await q.run(
    `insert into simulator_message (account_id, simulator_id, client_ref, handset, number, direction, body, media_url,
       segments, encoding, status, channel)
     values ($1, $2, $2, $3, $4, 'from_handset', $5, $6, $7, $8, 'received', $9) on conflict do nothing`,
    [
      account,
      text.simulatorId,
      text.from,
      text.to,
      withoutNul(text.text),
      text.mediaUrl,
      text.segments,
      text.encoding,
      text.channel,
    ],
  );
}

/** A text on a handset, in or out. */
export interface HandsetTextRow {
  id: string;
  number: string;
  handset: string;
  direction: "to_handset" | "from_handset";
  text: string;
  mediaUrl: string | null;
  segments: number;
  encoding: string;
  status: string;
  code: string | null;
  at: Date;
  channel: "sms" | "rcs";
  rcs: RcsMessage | null;
}

const columns = `simulator_id as id, number, handset, direction, body as text, media_url as "mediaUrl", segments, encoding, status, code, at, channel, rcs`;

/** What a handset shows, oldest first; with `since`, only what came behind that id. The newest 200 otherwise. */
export function listHandsetTexts(
  q: Query,
  account: string,
  handset: string,
  since: string | null,
): Promise<HandsetTextRow[]> {
  return q.rows<HandsetTextRow>(
    `select * from (select ${columns} from simulator_message
       where account_id = $1 and handset = $2 and ($3::uuid is null or simulator_id > $3)
       order by simulator_id desc limit 200) t order by id`,
    [account, handset, since],
  );
}

/** One text of a handset. */
export const findHandsetText = (q: Query, account: string, id: string): Promise<HandsetTextRow | null> =>
  q.one<HandsetTextRow>(`select ${columns} from simulator_message where account_id = $1 and simulator_id = $2`, [
    account,
    id,
  ]);

/** A handset with its last text. */
export interface HandsetRow {
  handset: string;
  name: string | null;
  last: string;
  lastAt: Date;
  lastId: string;
  onCall: "ringing" | "talking" | null;
}

/** Handsets that texts and calls went to or came from, the latest first, from before the id of either. */
export function listHandsets(
  q: Query,
  account: string,
  options: { limit: number; before?: string | null; search?: string | null },
): Promise<HandsetRow[]> {
  return q.rows<HandsetRow>(
    `with texts as (select distinct on (handset) handset, simulator_id as id, body as last, at, null::text as on_call
         from simulator_message where account_id = $1 and ($3::text is null or position($3 in handset) > 0)
         order by handset, simulator_id desc),
       calls as (select distinct on (handset) handset, leg_id as id,
           case when state = 'ringing' then 'Incoming call'
             when state = 'talking' and not is_over then concat_ws(' with ', 'On a call', line->'now'->>'with')
             when answered is null and direction = 'to_handset' then 'Missed call' else 'Call' end as last, at,
           case when not is_over then nullif(state, 'ended') end as on_call
         from simulator_call
         -- the phone has hung up, and only its recording is still to come
         cross join lateral (select line->'now'->>'is' = 'ending' or (line->'now'->>'hungUp') is not null as is_over) l
         where account_id = $1 and ($3::text is null or position($3 in handset) > 0)
         order by handset, leg_id desc),
       newest as (select distinct on (handset) * from (select * from texts union all select * from calls) b
         order by handset, id desc)
     select s.handset, nullif(concat_ws(' ', c.first_name, c.last_name), '') as name, s.last, s.at as "lastAt",
       s.id as "lastId", (select k.on_call from calls k where k.handset = s.handset) as "onCall"
     from newest s
     left join contact c on c.account_id = $1 and c.phone = s.handset
     where $2::uuid is null or s.id < $2
     order by s.id desc limit $4`,
    [account, options.before ?? null, options.search || null, options.limit],
  );
}

/** Whether a tester switched RCS of a handset on or off; null if not. */
export async function findRcsSwitch(q: Query, account: string, handset: string): Promise<boolean | null> {
  const row = await q.one<{ rcs: boolean }>(
    "select rcs from simulator_handset where account_id = $1 and handset = $2",
    [account, handset],
  );
  return row?.rcs ?? null;
}

/** Switches RCS of a handset on or off. */
export const setRcsSwitch = (q: Query, account: string, handset: string, rcs: boolean): Promise<number> =>
  q.run(
    `insert into simulator_handset (account_id, handset, rcs) values ($1, $2, $3)
     on conflict (account_id, handset) do update set rcs = excluded.rcs`,
    [account, handset, rcs],
  );
