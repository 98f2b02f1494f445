import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { queueTranscript } from "./transcript.ts";

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
  handled: Date | null;
  handledBy: string | null;
  assignedTo: string | null;
  assignedName: string | null;
  workGroupId: string | null;
  workGroupName: string | null;
  peaks: Buffer | null;
  transcriptState: "waiting" | "done" | "failed" | null;
  transcript: string | null;
  transcriptProblem: string | null;
}

/** Which voicemails are listed. Missing parts match any. */
export interface VoicemailFilter {
  /** Part of a name, a number or the transcript. */
  search?: string | undefined;
  heard?: boolean | undefined;
  handled?: boolean | undefined;
  /** The user, or a member of the work group, who deals with it. Null: neither is named. */
  assignedTo?: string | null | undefined;
  workGroupId?: string | undefined;
}

const select = `select v.voicemail_id "voicemailId", v.call_id "callId", v.contact_id "contactId",
    nullif(concat_ws(' ', c.first_name, c.last_name), '') "contactName", v.phone, v.own_number "ownNumber", v.seconds,
    a.secret "recordingSecret", a.file_name "recordingName", v.heard, v.heard_by "heardBy",
    v.handled, v.handled_by "handledBy", v.assigned_to "assignedTo", coalesce(nullif(u.name, ''), u.email) "assignedName",
    g.work_group_id "workGroupId", g.name "workGroupName", a.peaks, v.transcript_state "transcriptState", v.transcript,
    v.transcript_problem "transcriptProblem"
  from voicemail v
  join asset a on a.account_id = v.account_id and a.asset_id = v.asset_id
  left join contact c on c.account_id = v.account_id and c.contact_id = v.contact_id
  left join auth_user u on u.user_id = v.assigned_to
  left join work_group g on g.account_id = v.account_id and g.work_group_id = v.work_group_id
  where v.account_id = $1`;

/** Voicemails of an account, the latest first; the digits of a search are looked for in both numbers. */
export const listVoicemails = (
  q: Query,
  account: string,
  { search, heard, handled, assignedTo, workGroupId }: VoicemailFilter,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<VoicemailRow[]> =>
  q.rows(
    `${select} and ($2::uuid is null or v.voicemail_id < $2) and ($3::bool is null or (v.heard is not null) = $3)
       and ($4::text is null or strpos(lower(concat_ws(' ', c.first_name, c.last_name)), $4) > 0
         or strpos(lower(v.transcript), $4) > 0
         or ($5::text <> '' and (strpos(v.phone, $5) > 0 or strpos(v.own_number, $5) > 0)))
       and ($7::bool is null or (v.handled is not null) = $7)
       and ($8::uuid is null or v.assigned_to = $8 or (v.assigned_to is null and exists (select from work_group_member m
         where m.account_id = v.account_id and m.work_group_id = v.work_group_id and m.user_id = $8)))
       and (not $9::bool or (v.assigned_to is null and v.work_group_id is null))
       and ($10::uuid is null or v.work_group_id = $10)
     order by v.voicemail_id desc limit $6`,
    [
      account,
      before ?? null,
      heard ?? null,
      search?.toLowerCase() || null,
      (search ?? "").replace(/\D/g, ""),
      limit,
      handled ?? null,
      assignedTo ?? null,
      assignedTo === null,
      workGroupId ?? null,
    ],
  );

/** The voicemails of calls. */
export const listVoicemailsOf = (q: Query, account: string, callIds: readonly string[]): Promise<VoicemailRow[]> =>
  q.rows(`${select} and v.call_id = any ($2::uuid[])`, [account, callIds]);

/** One voicemail, or null. */
export const findVoicemail = (q: Query, account: string, voicemailId: string): Promise<VoicemailRow | null> =>
  q.one(`${select} and v.voicemail_id = $2`, [account, voicemailId]);

/** So many messages stand in the box of one number (telecom §8). */
const mostInBox = 100;

/** Puts what was recorded on a call into the box; in a full one it takes the place of the oldest that was handled, else heard, else of the oldest. A worker has it transcribed. */
export async function insertVoicemail(
  q: Query,
  { accountId, callId }: { accountId: string; callId: string },
  assetId: string,
  seconds: number,
): Promise<void> {
  const voicemailId = newId();
  const row = await q.one<{ ownNumber: string }>(
    `insert into voicemail (account_id, voicemail_id, call_id, contact_id, phone, own_number, asset_id, seconds)
     select account_id, $3, call_id, contact_id, case when direction = 'out' then to_number else from_number end,
       case when direction = 'out' then from_number else to_number end, $4, $5
     from call where account_id = $1 and call_id = $2 returning own_number "ownNumber"`,
    [accountId, callId, voicemailId, assetId, seconds],
  );
  await queueTranscript(q, accountId, voicemailId);
  // a recording stays with its call
  await q.run(
    `delete from voicemail v using (select voicemail_id from voicemail where account_id = $1 and own_number = $2
       order by handled is null desc, heard is null desc, voicemail_id desc offset ${mostInBox}) o
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

/** Marks a voicemail as handled by a user, or as open again. What was handled was heard. */
export const handleVoicemail = (
  q: Query,
  account: string,
  voicemailId: string,
  handledBy: string | null,
): Promise<number> =>
  q.run(
    `update voicemail set handled_by = $3, handled = case when $3::text is null then null else coalesce(handled, now()) end,
       heard = case when $3::text is null then heard else coalesce(heard, now()) end,
       heard_by = case when heard is null then $3 else heard_by end
     where account_id = $1 and voicemail_id = $2`,
    [account, voicemailId, handledBy],
  );

/** Names the user or the work group that deals with a voicemail. Null: neither. */
export const assignVoicemail = (
  q: Query,
  account: string,
  voicemailId: string,
  { assignedTo, workGroupId }: { assignedTo: string | null; workGroupId: string | null },
): Promise<number> =>
  q.run("update voicemail set assigned_to = $3, work_group_id = $4 where account_id = $1 and voicemail_id = $2", [
    account,
    voicemailId,
    assignedTo,
    workGroupId,
  ]);

/** Takes a voicemail out of the box; false when there is none. */
export const removeVoicemail = async (q: Query, account: string, voicemailId: string): Promise<boolean> =>
  (await q.run("delete from voicemail where account_id = $1 and voicemail_id = $2", [account, voicemailId])) > 0;
