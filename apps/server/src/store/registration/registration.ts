import type { RegistryRecord, RegistryStore } from "@trunkline/carriers/registry/simulated/simulatedRegistry.ts";
import type { Database, Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A brand or 10DLC campaign that is due for a request to the registry. */
export interface DueRegistration {
  accountId: string;
  subjectId: string;
  kind: "brand" | "campaign";
  attempt: number;
  /** Why a partner has declined it, as the registry's last event said. */
  said: string | null;
}

/** How long a worker has for a claimed request. After that another worker claims it. */
const leaseSeconds = 60;

/** Takes what is due, over all accounts. */
export const claimDueRegistrations = (q: Query, limit: number): Promise<DueRegistration[]> =>
  q.rows(
    `with due as materialized (
       select account_id, subject_id from registration_due where due <= now() order by due limit $1 for update skip locked)
     update registration_due d set due = now() + interval '${leaseSeconds} seconds', attempt = d.attempt + 1 from due
     where d.account_id = due.account_id and d.subject_id = due.subject_id
     returning d.account_id "accountId", d.subject_id "subjectId", d.kind, d.attempt, d.said`,
    [limit],
  );

/** A request to the registry is due now. */
export const dueNow = (q: Query, account: string, subjectId: string, kind: DueRegistration["kind"]): Promise<number> =>
  q.run(
    `insert into registration_due (account_id, subject_id, kind) values ($1, $2, $3)
     on conflict (account_id, subject_id) do update set due = now(), attempt = 0, said = null`,
    [account, subjectId, kind],
  );

/** The registry has reported an event, so what these references identify is polled now. */
export const expediteRegistrations = (q: Query, references: readonly string[], said: string | null): Promise<number> =>
  q.run(
    `update registration_due set due = now(), attempt = 0, said = case when kind = 'campaign' then coalesce($2, said) else said end
     where subject_id = any ($1::uuid[])`,
    [references, said],
  );

/**
 * Schedules the next poll of a claimed registration; null if nothing more is expected of the registry. A concurrent change
 * stays due at once. `attempt` counts failures in a row.
 */
export async function rescheduleRegistration(
  q: Query,
  { accountId, subjectId }: Pick<DueRegistration, "accountId" | "subjectId">,
  inMs: number | null,
  attempt: number,
): Promise<void> {
  if (inMs === null)
    await q.run("delete from registration_due where account_id = $1 and subject_id = $2 and due > now()", [
      accountId,
      subjectId,
    ]);
  else
    await q.run(
      `update registration_due set due = now() + $3 * interval '1 millisecond', attempt = $4
       where account_id = $1 and subject_id = $2 and due > now()`,
      [accountId, subjectId, inMs, attempt],
    );
}

/** Writes down what happened to a brand or 10DLC campaign. */
export async function insertRegistrationEvents(
  q: Query,
  account: string,
  subjectId: string,
  happened: readonly string[],
): Promise<void> {
  // one after the other, though they were reported together
  const at = Date.now();
  for (const [index, words] of happened.entries())
    await q.run("insert into registration_event (account_id, event_id, subject_id, words) values ($1, $2, $3, $4)", [
      account,
      newId(at + index),
      subjectId,
      words,
    ]);
}

/** What happened to these, the latest first; the id of an event says when. */
export async function listRegistrationEvents(
  q: Query,
  account: string,
  subjectIds: readonly string[],
): Promise<Map<string, { eventId: string; words: string }[]>> {
  const rows = await q.rows<{ eventId: string; subjectId: string; words: string }>(
    `select event_id "eventId", subject_id "subjectId", words from registration_event
     where account_id = $1 and subject_id = any ($2::uuid[]) order by event_id desc`,
    [account, subjectIds],
  );
  return Map.groupBy(rows, ({ subjectId }) => subjectId);
}

/** What a carrier or the registry does to what it holds, by hand (docs/registration.md). */
export async function moveRegistryRecord(
  q: Query,
  account: string,
  registryId: string,
  action: "suspend" | "lift" | "expire",
  network: string | null,
): Promise<void> {
  await q.run(
    `update registry_record set record = case
       when $3 = 'expire' then jsonb_set(record, '{expired}', 'true')
       else jsonb_set(record, '{suspended}', (record->'suspended') - $4::text
         || case when $3 = 'suspend' then jsonb_build_array($4::text) else '[]' end) end
     where account_id = $1 and registry_id = $2`,
    [account, registryId, action, network],
  );
}

/** Remembers a filing, or answers the id under which it is remembered already. */
export async function insertRegistryRecord(
  q: Query,
  owner: string,
  reference: string,
  record: RegistryRecord,
): Promise<string> {
  const row = await q.one<{ registryId: string }>(
    `insert into registry_record (account_id, registry_id, reference, record) values ($1, $2, $3, $4)
     on conflict (account_id, reference) do update set reference = excluded.reference
     returning registry_id "registryId"`,
    [owner, record.registryId, reference, JSON.stringify(record)],
  );
  return row!.registryId;
}

/** The simulated registry's memory in the product's database; its owners are accounts. */
export const registryStore = (db: Database): RegistryStore => ({
  insert: (owner, reference, record) => db.tx([owner], (q) => insertRegistryRecord(q, owner, reference, record)),
  find: (owner, registryId) =>
    db.tx([owner], async (q) => {
      const row = await q.one<{ record: RegistryRecord }>(
        "select record from registry_record where account_id = $1 and registry_id = $2",
        [owner, registryId],
      );
      return row?.record ?? null;
    }),
  update: async (owner, record) => {
    await db.tx([owner], (q) =>
      q.run("update registry_record set record = $3 where account_id = $1 and registry_id = $2", [
        owner,
        record.registryId,
        JSON.stringify(record),
      ]),
    );
  },
  remove: async (owner, registryId) => {
    await db.tx([owner], (q) =>
      q.run("delete from registry_record where account_id = $1 and registry_id = $2", [owner, registryId]),
    );
  },
});
