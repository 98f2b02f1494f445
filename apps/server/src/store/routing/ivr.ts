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

const whole = "definition || jsonb_build_object('version', version)";
const byName = `select ${whole} ivr, updated saved, saved_by "savedBy" from ivr where account_id = $1 and ivr_name = $2`;

/** One IVR as it answers now, or null. */
export const findIvr = (q: Query, account: string, name: string): Promise<IvrRow | null> =>
  q.one({ name: "ivr.find", text: byName }, [account, name]);

interface LiveIvr {
  version: number;
  /** To the microsecond: an IVR that is removed and made again has the same first version. */
  saved: string;
  ivr: Ivr;
}

/** How many IVRs are cached, the one that was called last last. */
const mostKnown = 100;
const known = new Map<string, LiveIvr>();

/** The same for calls, which ask for it when they begin: an IVR that has not changed since is read once, and is one object. */
export async function findLiveIvr(q: Query, account: string, name: string): Promise<Ivr | null> {
  const key = `${account} ${name}`;
  const cached = known.get(key);
  const row = await q.one<{ version: number; saved: string; ivr: Ivr | null }>(
    {
      name: "ivr.live",
      text: `select version, updated::text saved,
          case when version = $3::int and updated = $4::timestamptz then null else ${whole} end ivr
        from ivr where account_id = $1 and ivr_name = $2`,
    },
    [account, name, cached?.version ?? null, cached?.saved ?? null],
  );
  known.delete(key);
  const ivr = row?.ivr ?? cached?.ivr;
  if (row === null || ivr === undefined) return null;
  known.set(key, { version: row.version, saved: row.saved, ivr });
  const oldest = known.size > mostKnown ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  return ivr;
}

/** The one of `findIvr`, held until the transaction ends. */
export const lockIvr = (q: Query, account: string, name: string): Promise<IvrRow | null> =>
  q.one(`${byName} for update`, [account, name]);

/** Earlier versions, the newest first. */
export const listArchivedIvrs = (q: Query, account: string, name: string): Promise<IvrRow[]> =>
  q.rows(
    `select ${whole} ivr, saved, saved_by "savedBy" from ivr_archived where account_id = $1 and ivr_name = $2
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
