import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";

/** An IVR in the list. */
export interface ListedIvrRow {
  ivrName: string;
  version: number;
  description: string;
  menus: number;
  created: Date;
  updated: Date;
}

/** The account's IVR menus by name. */
export const listIvrs = (q: Query, account: string): Promise<ListedIvrRow[]> =>
  q.rows(
    `select ivr_name "ivrName", version, coalesce(definition -> 'configurationOptions' ->> 'description', '') description,
       jsonb_array_length(definition -> 'menus') menus, created, updated
     from ivr where account_id = $1 order by ivr_name`,
    [account],
  );

/** An IVR with who saved it last. */
export interface IvrRow {
  ivr: Ivr;
  saved: Date;
  savedBy: string;
}

const whole = `definition || jsonb_build_object('version', version) ivr`;
const byName = `select ${whole}, updated saved, saved_by "savedBy" from ivr where account_id = $1 and ivr_name = $2`;

/** One IVR as it answers now, or null. Calls ask for it when they begin. */
export const findIvr = (q: Query, account: string, name: string): Promise<IvrRow | null> =>
  q.one({ name: "ivr.find", text: byName }, [account, name]);

/** The same, held until the transaction ends. */
export const lockIvr = (q: Query, account: string, name: string): Promise<IvrRow | null> =>
  q.one(`${byName} for update`, [account, name]);

/** Earlier versions, the newest first. */
export const listArchivedIvrs = (q: Query, account: string, name: string): Promise<IvrRow[]> =>
  q.rows(
    `select ${whole}, saved, saved_by "savedBy" from ivr_archived where account_id = $1 and ivr_name = $2
     order by version desc limit 100`,
    [account, name],
  );

/** Makes an IVR; false when there is one of this name. */
export const insertIvr = async (q: Query, account: string, ivr: Ivr, by: string): Promise<boolean> =>
  (await q.run(
    `insert into ivr (account_id, ivr_name, version, definition, saved_by) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (account_id, ivr_name) do nothing`,
    [account, ivr.ivrName, ivr.version, withoutNul(JSON.stringify(ivr)), by],
  )) > 0;

/** Replaces the version that answers, which is saved. The function that calls it has locked the IVR. */
export async function updateIvr(q: Query, account: string, ivr: Ivr, by: string): Promise<void> {
  await q.run(
    `insert into ivr_archived (account_id, ivr_name, version, definition, saved, saved_by)
     select account_id, ivr_name, version, definition, updated, saved_by from ivr where account_id = $1 and ivr_name = $2`,
    [account, ivr.ivrName],
  );
  await q.run(
    `update ivr set version = $3, definition = $4::jsonb, updated = now(), saved_by = $5
     where account_id = $1 and ivr_name = $2`,
    [account, ivr.ivrName, ivr.version, withoutNul(JSON.stringify(ivr)), by],
  );
}

/** Removes an IVR and its earlier versions; false when there is none. */
export const removeIvr = async (q: Query, account: string, name: string): Promise<boolean> =>
  (await q.run("delete from ivr where account_id = $1 and ivr_name = $2", [account, name])) > 0;
