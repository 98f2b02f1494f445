import { Readable } from "node:stream";
import { plainArray, textArray } from "../arrays.ts";
import { codeOf, type Query } from "../database.ts";
import { dncBitsOf } from "../doNotContact/dnc.ts";
import { type ContactEventType, importEventsSql, listSubscribed } from "../webhooks/webhookEvent.ts";
import { plainTextColumns, textColumns } from "./contactColumns.ts";
import type { ImportReject, LaneProgress } from "./contactImport.ts";
import { anyFieldGoal, importGoals } from "./fieldGoal.ts";

/** The rows of one lane out of one chunk of a file. */
export interface ImportSlice {
  account: string;
  importId: string;
  worker: string;
  lane: 0 | 1;
  duplicates: "update" | "skip";
  /** Given to every contact of the file; null: none. */
  tag: string | null;
  /** Where the consent of the file's contacts comes from; null: not given. */
  consentSource: string | null;
  /** Rows as COPY text in the columns of the staging table. */
  copy: Uint8Array;
  rows: number;
  emailOnly: number;
  /** Rows of the file that were folded into others of this slice. */
  repeated: number;
  /** What those rows change in the contacts of this slice, as COPY text; none when they are passed over. */
  again: Uint8Array;
  rejects: readonly ImportReject[];
  /** The previous slice contained no existing contact, so existing ones are looked up only after a conflict. */
  areNew: boolean;
  /** Where the lane is when this has committed. */
  progress: LaneProgress;
}

/** Another worker has claimed the import: this one must stop. */
export class ImportClaimedElsewhere extends Error {
  override name = "ImportClaimedElsewhere";
}

/** Rejected rows that are kept for the download; beyond, they are only counted. */
const maxStoredRejects = 100_000;

const uniqueViolation = "23505";
const stageColumns = [...textColumns, "timezone", "zones", "zones_from", "tags", "extdata", "contact_id"].join(", ");

/**
 * Writes a slice in the caller's transaction: COPY into a staging table of the transaction (tables with row security take
 * no COPY), then one statement for those who are not there and one for those who are. Counts and the place in the file
 * commit with it, so a worker that dies repeats nothing and loses nothing. Returns whether all were new.
 */
export async function writeImportSlice(q: Query, slice: ImportSlice): Promise<{ areNew: boolean }> {
  const { account } = slice;
  let updated = 0;
  let inserted = 0;
  if (slice.rows > 0) {
    const subscribed = await listSubscribed(q, account, ["contact_add", "contact_edit", "contact_unarchive"]);
    await q.run(
      `create temp table contact_stage (${textColumns.map((column) => `${column} text`).join(", ")}, timezone int, zones text[], zones_from text, tags text[], extdata jsonb, contact_id uuid,
         email_key text collate "C" generated always as (case when phone is null then lower(email) end) stored)
       on commit drop`,
    );
    // Citus passes on the whole message of a SET LOCAL to the nodes
    await q.run("set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_sort = off");
    await stage(q, slice.copy);
    inserted = await insertNew(q, account, slice, subscribed);
    if (slice.duplicates === "update" && inserted < slice.rows)
      updated = await updateOthers(q, account, slice, subscribed);
    await markStaged(q, account, slice);
    if (slice.again.length > 0) {
      await q.run("truncate contact_stage");
      await stage(q, slice.again);
      await updateStaged(q, account, slice, subscribed, "");
      // their own tags may just have been written over it
      await markStaged(q, account, slice);
    }
  }
  const repeats = slice.rows - inserted - updated + slice.repeated;
  await noteProgress(q, slice, {
    imported: inserted,
    updated: slice.duplicates === "update" ? updated + repeats : 0,
    skipped: slice.duplicates === "update" ? 0 : repeats,
  });
  return { areNew: inserted === slice.rows };
}

const rank = (zonesFrom: string): string =>
  `array_position('{unknown,areaCode,state,postal,contact}'::text[], ${zonesFrom})`;
const knowsPlace = `(${rank("s.zones_from")} >= ${rank("c.zones_from")}
    or (c.zones_from = 'postal' and s.postal_code is not null) or (c.zones_from = 'state' and s.state is not null))`;
// An empty cell changes nothing. A row that knows the place better, or names another one, decides the zones.
const changes = `
  ${plainTextColumns.map((column) => `${column} = coalesce(s.${column}, c.${column})`).join(", ")}, timezone = coalesce(s.timezone, c.timezone),
  tags = case when s.tags = '{}' then c.tags else s.tags end, extdata = c.extdata || s.extdata,
  zones = case when ${knowsPlace} then s.zones else c.zones end,
  zones_from = case when ${knowsPlace} then s.zones_from else c.zones_from end,
  archived = null, updated = now()`;
// The planner has no statistics about an account that is being filled. It takes the account for empty and every plan for
// equally good, and would read the whole account for each row. So the account is hidden from it, and these ranges of one
// value ask for an order that only the intended index has, because the transaction may not sort.
const ofAccount = "account_id = (select $1::uuid)";
/** A contact without a phone is identified by e-mail address. */
const sameEmail = `(select x.contact_id from contact x where x.${ofAccount} and x.phone is null
    and x.email_key >= s.email_key and x.email_key <= s.email_key order by x.email_key, x.contact_id limit 1)`;
const samePhone = `(select x.contact_id from contact x where x.${ofAccount}
    and x.phone >= s.phone and x.phone <= s.phone order by x.phone limit 1)`;

/** Event types that the account has webhooks for. */
type Subscribed = ReadonlySet<string>;

/** Updates the contacts that existed before. Those that were just inserted have this transaction's time. */
const updateOthers = (q: Query, account: string, slice: ImportSlice, subscribed: Subscribed): Promise<number> =>
  updateStaged(q, account, slice, subscribed, "and c.created < now()");

const comparedColumns = [...plainTextColumns, "timezone", "tags", "extdata"];
const rowOf = (table: string): string => `(${comparedColumns.map((column) => `${table}.${column}`).join(", ")})`;

async function updateStaged(
  q: Query,
  account: string,
  slice: ImportSlice,
  subscribed: Subscribed,
  only: string,
): Promise<number> {
  const isSubscribed = subscribed.has("contact_edit") || subscribed.has("contact_unarchive");
  const update = (there: string, which: string): Promise<number> => {
    const statement = overStage(
      q,
      `update contact c set ${changes} from contact_stage s, lateral ${there} h
       where s.phone is ${which} and c.${ofAccount} and c.contact_id = h.contact_id ${only}`,
    );
    // the contact before and after the change, if a webhook needs to know whether it differs
    return isSubscribed
      ? writeWithEvents(
          q,
          account,
          `${statement.replace("x.contact_id", "x.*")}
             returning c.contact_id, ${rowOf("c")} is distinct from ${rowOf("h")} contact_edit, h.archived is not null contact_unarchive`,
          ["contact_edit", "contact_unarchive"],
        )
      : q.run(statement, [account]);
  };
  const goals = (await anyFieldGoal(q, [account]))
    ? importGoals(overStage(q, `${stagedBy(samePhone)} union ${stagedBy(sameEmail)}`))
    : null;
  if (goals !== null) await q.run(goals.before, [account]);
  const withPhone = slice.emailOnly < slice.rows ? await update(samePhone, "not null") : 0;
  const without = slice.emailOnly > 0 ? await update(sameEmail, "null") : 0;
  if (goals !== null) await q.run(goals.after, [account]);
  return withPhone + without;
}

/** The contacts that the staged rows refer to. */
const stagedBy = (there: string): string =>
  `select (select $1::uuid) account_id, h.contact_id from contact_stage s, lateral ${there} h
   where (s.phone is not null) = ${there === samePhone}`;

/**
 * A statement over the staging table. Where claims are made by account, its rows go with the statement: the table is on the
 * coordinator, and the contacts are on the account's node.
 */
const overStage = (q: Query, statement: string): string =>
  q.only === undefined
    ? statement
    : `with contact_stage as materialized (select * from pg_temp.contact_stage) ${statement}`;

/** Writes contacts, publishes their events, and returns how many were written. */
async function writeWithEvents(
  q: Query,
  account: string,
  write: string,
  types: readonly ContactEventType[],
): Promise<number> {
  const row = await q.one<{ n: number }>(importEventsSql(write, types), [account]);
  return row?.n ?? 0;
}

const stage = (q: Query, copy: Uint8Array): Promise<number> =>
  q.copyIn(
    `copy contact_stage (${stageColumns}) from stdin`,
    Readable.from([Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength)]),
  );

/**
 * Gives every contact of the file its tag and its source of consent, also those that were skipped: they were in the file.
 * Contacts without a phone are found by e-mail address.
 */
async function markStaged(q: Query, account: string, { tag, consentSource }: ImportSlice): Promise<void> {
  if (tag === null && consentSource === null) return;
  for (const there of [samePhone, sameEmail])
    await q.run(
      overStage(
        q,
        `update contact c set tags = case when $2::text is null or c.tags @> array[$2::text] then c.tags else c.tags || $2::text end,
         consent_source = coalesce($3, c.consent_source), consent_at = case when $3::text is null then c.consent_at else now() end
       from contact_stage s, lateral ${there} h
       where (s.phone is not null) = ${there === samePhone} and c.${ofAccount} and c.contact_id = h.contact_id
         and ($3::text is not null or not c.tags @> array[$2::text])`,
      ),
      [account, tag, consentSource],
    );
}

async function insertNew(q: Query, account: string, slice: ImportSlice, subscribed: Subscribed): Promise<number> {
  const listed = await q.one("select from dnc where account_id = $1 limit 1", [account]);
  const bits = listed ? dncBitsOf("$1", "s.phone") : "0::smallint";
  const insert = `insert into contact (account_id, ${stageColumns}, dnc)
    select $1::uuid, ${stageColumns}, ${bits} from contact_stage s`;
  const run = (where: string, there = ""): Promise<number> => {
    const statement = overStage(q, `${insert} where ${where} ${there}`);
    return subscribed.has("contact_add")
      ? writeWithEvents(q, account, `${statement} returning contact_id, true contact_add`, ["contact_add"])
      : q.run(statement, [account]);
  };
  const withPhone = slice.emailOnly < slice.rows ? await insertWithPhone(q, slice, run) : 0;
  const without = slice.emailOnly > 0 ? await run(`s.phone is null and ${sameEmail} is null`) : 0;
  return withPhone + without;
}

/** Nearly every file is all new or all known. If the previous slice was all new, contacts are not looked up beforehand. */
async function insertWithPhone(
  q: Query,
  slice: ImportSlice,
  insert: (where: string, there?: string) => Promise<number>,
): Promise<number> {
  if (slice.areNew) {
    await q.run("savepoint untouched");
    try {
      return await insert("s.phone is not null");
    } catch (error) {
      if (codeOf(error) !== uniqueViolation) throw error;
      await q.run("rollback to savepoint untouched");
    }
  }
  return insert("s.phone is not null", "on conflict (account_id, phone) do nothing");
}

async function noteProgress(
  q: Query,
  slice: ImportSlice,
  counts: { imported: number; updated: number; skipped: number },
): Promise<void> {
  const { account, importId, rejects } = slice;
  const mine = await q.run(
    "update contact_import_queue set seen_at = now() where account_id = $1 and import_id = $2 and worker = $3",
    [account, importId, slice.worker],
  );
  if (mine === 0) throw new ImportClaimedElsewhere(`Import ${importId} is another worker's`);
  const total = counts.imported + counts.updated + counts.skipped + rejects.length;
  const before = await q.one<{ rejected: number }>(
    `update contact_import set imported = imported + $3, updated = updated + $4, skipped = skipped + $5,
       rejected = rejected + $6, total = total + $7, lanes = jsonb_set(lanes, array[$8::text], $9)
     where account_id = $1 and import_id = $2 returning rejected - $6 rejected`,
    [
      account,
      importId,
      counts.imported,
      counts.updated,
      counts.skipped,
      rejects.length,
      total,
      slice.lane,
      JSON.stringify(slice.progress),
    ],
  );
  const kept = rejects.slice(0, Math.max(0, maxStoredRejects - (before?.rejected ?? 0)));
  if (kept.length === 0) return;
  await q.run(
    `insert into contact_import_reject (account_id, import_id, line, reason, text)
     select $1, $2, line, reason, text from unnest($3::int[], $4::text[], $5::text[]) r (line, reason, text)`,
    [
      account,
      importId,
      plainArray(kept.map((one) => one.line)),
      textArray(kept.map((one) => one.reason)),
      textArray(kept.map((one) => one.text)),
    ],
  );
}
