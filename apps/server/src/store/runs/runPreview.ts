import type { DncType } from "@trunkline/workflow/engine/effects.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { dncMask } from "@trunkline/workflow/parts/phone/dnc.ts";
import type { Statement } from "@trunkline/workflow/parts/statement.ts";
import { plainArray } from "../arrays.ts";
import { engineColumns } from "../contacts/contactColumns.ts";
import { statementsWhere } from "../contacts/statements.ts";
import type { Query } from "../database.ts";
import { isRecentSql, turnedAwaySql } from "./enrolment.ts";

/** Whom a run that is not made yet would take in. */
export interface PreviewSelection {
  campaignId: string;
  /** -1: no cap. */
  frequencyDays: number;
  dncFilter: readonly DncType[];
  contactIds?: readonly string[] | undefined;
  statements?: readonly Statement[] | undefined;
}

/** How many a run would take in, who would be turned away and why, and a sample of those taken in. */
export interface RunPreview {
  enrolled: number;
  filtered: { reason: string; count: number }[];
  sample: Contact[];
}

/**
 * Evaluates a whole selection as enrollment would, in one statement, and counts every contact. The sample is drawn by the
 * hash of the ids, so that it is spread evenly and repeatable.
 */
export async function readRunPreview(
  q: Query,
  account: string,
  selection: PreviewSelection,
  sampled: number,
): Promise<RunPreview> {
  const { campaignId, frequencyDays, dncFilter, contactIds } = selection;
  const condition = contactIds ? { text: "true", values: [] } : statementsWhere(selection.statements ?? [], 2);
  const values: unknown[] = [account, ...(contactIds ? [plainArray(contactIds)] : condition.values)];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const from = contactIds
    ? "(select distinct i from unnest($2::uuid[]) u (i)) u join contact c on c.account_id = $1 and c.contact_id = u.i"
    : "contact c";
  const where = contactIds ? "true" : `c.account_id = $1 and c.archived is null and ${condition.text}`;
  const mask = dncMask([...dncFilter]);
  // a join of sets: asked contact by contact, a million of them would take seconds
  const capped = frequencyDays >= 0;
  const days = capped ? add(frequencyDays) : "";
  const recent = capped
    ? `left join (select distinct j.contact_id from journey j where j.account_id = $1 and j.campaign_id = ${add(campaignId)}
         and ${isRecentSql(days)}) r on r.contact_id = c.contact_id`
    : "";
  const rows = await q.rows<{ reason: string | null; count: number; ids: string[] | null }>(
    `with looked as materialized (
       select c.contact_id, ${turnedAwaySql(capped ? "r.contact_id is not null" : "false", String(mask))} reason
       from ${from} ${recent} where ${where})
     select reason, count(*)::int count,
       case when reason is null then (select array_agg(contact_id::text) from (select l.contact_id from looked l
         where l.reason is null order by uuid_hash(l.contact_id) limit ${add(sampled)}) s) end ids
     from looked group by reason order by 2 desc, 1`,
    values,
  );
  const taken = rows.find((row) => row.reason === null);
  return {
    enrolled: taken?.count ?? 0,
    filtered: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    sample: await listSample(q, account, taken?.ids ?? []),
  };
}

const listSample = (q: Query, account: string, ids: readonly string[]): Promise<Contact[]> =>
  q.rows<Contact>(
    `select c.contact_id "contactId", ${engineColumns}
     from contact c where c.account_id = $1 and c.contact_id = any ($2::uuid[])`,
    [account, plainArray(ids)],
  );
