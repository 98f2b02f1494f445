import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** What a caller said after the beep. */
export interface VoicemailRow {
  voicemailId: string;
  callId: string;
  contactId: string | null;
  contactName: string | null;
  phone: string;
  ownNumber: string;
  seconds: number;
  recordingSecret: string;
  recordingName: string;
  heard: Date | null;
  heardBy: string | null;
}

const select = `select v.voicemail_id "voicemailId", v.call_id "callId", v.contact_id "contactId",
    nullif(concat_ws(' ', c.first_name, c.last_name), '') "contactName", v.phone, v.own_number "ownNumber", v.seconds,
    a.secret "recordingSecret", a.file_name "recordingName", v.heard, v.heard_by "heardBy"
  from voicemail v
  join asset a on a.account_id = v.account_id and a.asset_id = v.asset_id
  left join contact c on c.account_id = v.account_id and c.contact_id = v.contact_id
  where v.account_id = $1`;

/** Voicemails of an account, the latest first; `digits` of a search are looked for in both numbers. */
export const listVoicemails = (
  q: Query,
  account: string,
  { search, heard, limit, before }: { search?: string; heard?: boolean; limit: number; before?: string | undefined },
): Promise<VoicemailRow[]> =>
  q.rows(
    `${select} and ($2::uuid is null or v.voicemail_id < $2) and ($3::bool is null or (v.heard is not null) = $3)
       and ($4::text is null or strpos(lower(concat_ws(' ', c.first_name, c.last_name)), $4) > 0
         or ($5::text <> '' and (strpos(v.phone, $5) > 0 or strpos(v.own_number, $5) > 0)))
     order by v.voicemail_id desc limit $6`,
    [account, before ?? null, heard ?? null, search?.toLowerCase() || null, (search ?? "").replace(/\D/g, ""), limit],
  );

/** The voicemails of calls. */
export const listVoicemailsOf = (q: Query, account: string, callIds: readonly string[]): Promise<VoicemailRow[]> =>
  q.rows(`${select} and v.call_id = any ($2::uuid[])`, [account, callIds]);

/** One voicemail, or null. */
export const findVoicemail = (q: Query, account: string, voicemailId: string): Promise<VoicemailRow | null> =>
  q.one(`${select} and v.voicemail_id = $2`, [account, voicemailId]);

/** So many messages stand in the box of one number (telecom §8). */
const mostInBox = 100;

/** Puts what was recorded on a call into the box; in a full one it takes the place of the oldest that was heard, else of the oldest. */
export async function insertVoicemail(
  q: Query,
  { accountId, callId }: { accountId: string; callId: string },
  assetId: string,
  seconds: number,
): Promise<void> {
  const row = await q.one<{ ownNumber: string }>(
    `insert into voicemail (account_id, voicemail_id, call_id, contact_id, phone, own_number, asset_id, seconds)
     select account_id, $3, call_id, contact_id, case direction when 'out' then to_number else from_number end,
       case direction when 'out' then from_number else to_number end, $4, $5
     from call where account_id = $1 and call_id = $2 returning own_number "ownNumber"`,
    [accountId, callId, newId(), assetId, seconds],
  );
  // a recording stays with its call
  await q.run(
    `delete from voicemail v using (select voicemail_id from voicemail where account_id = $1 and own_number = $2
       order by heard is null desc, voicemail_id desc offset ${mostInBox}) o
     where v.account_id = $1 and v.voicemail_id = o.voicemail_id`,
    [accountId, row?.ownNumber ?? ""],
  );
}

/** Marks a voicemail as heard by a user, or as new again; false if it does not exist. */
export const markVoicemail = async (
  q: Query,
  account: string,
  voicemailId: string,
  heardBy: string | null,
): Promise<boolean> =>
  (await q.run(
    `update voicemail set heard_by = $3, heard = case when $3::text is null then null else coalesce(heard, now()) end
     where account_id = $1 and voicemail_id = $2`,
    [account, voicemailId, heardBy],
  )) > 0;

/** Takes a voicemail out of the box; false when there is none. */
export const removeVoicemail = async (q: Query, account: string, voicemailId: string): Promise<boolean> =>
  (await q.run("delete from voicemail where account_id = $1 and voicemail_id = $2", [account, voicemailId])) > 0;
