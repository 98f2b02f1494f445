import { dncMask } from "@trunkline/workflow/parts/phone/dnc.ts";
import { contactTextColumns } from "../contacts/contactColumns.ts";
import type { Query } from "../database.ts";
import type { JourneyContactRow } from "../journeys/journey.ts";
import type { DryRunRow } from "./dryRun.ts";
import { countReasonsSql, findEdge, partSql, reasonSql, selectionOf } from "./enrolment.ts";

/** Whom a dry run plays, as the enrollment of a run would pick them. */
export type DryRunAudience = Pick<DryRunRow, "dryRunId" | "campaignId" | "selection" | "filters"> & {
  frequencyDays: number;
};

/** A part of the audience. */
export interface AudiencePart {
  /** The last contact of this part; null for the last one. */
  upTo: string | null;
  enrolled: number;
  /** The ids of those who are enrolled, 16 bytes each, in the order in which they begin. */
  keys: Buffer;
  turnedAway: Record<string, number>;
  /** The first contacts that are turned away, by reason. */
  listed: Record<string, string[]>;
}

const picked = { table: "dry_run_audience", id: "dry_run_id" } as const;
const empty: AudiencePart = { upTo: null, enrolled: 0, keys: Buffer.alloc(0), turnedAway: {}, listed: {} };

/** Evaluates the next part of an audience as enrollment would. `after`: the last contact of the part before. Nothing is written. */
export async function readAudiencePart(
  q: Query,
  account: string,
  audience: DryRunAudience,
  after: string | null,
  { scanned, listed }: { scanned: number; listed: number },
): Promise<AudiencePart> {
  const selection = selectionOf(audience, picked);
  const { from, where, key, values } = selection;
  const at = (index: number): string => `$${3 + values.length + index}`;
  const edge = await findEdge(q, account, audience.dryRunId, selection, { cursor: after, scanned });
  const row = await q.one<Omit<AudiencePart, "upTo">>(
    `with looked as materialized (
       select ${key} contact_id, ${reasonSql(at(0), at(1), at(2))} reason
       from ${from} where ${where} and ${partSql(selection, at(3), at(4))})
     select count(*) filter (where reason is null)::int enrolled,
       coalesce(string_agg(uuid_send(contact_id), ''::bytea order by contact_id) filter (where reason is null), '') keys,
       ${countReasonsSql("looked")} "turnedAway",
       (select coalesce(jsonb_object_agg(f.reason, f.ids), '{}') from (
         select l.reason, (array_agg(l.contact_id order by l.contact_id))[1:${at(5)}::int] ids
         from looked l where l.reason is not null group by l.reason) f) listed
     from looked`,
    [
      account,
      audience.dryRunId,
      ...values,
      audience.campaignId,
      audience.frequencyDays,
      dncMask(audience.filters.dnc ?? []),
      after,
      edge,
      listed,
    ],
  );
  return row === null ? empty : { ...row, upTo: edge };
}

/** The contacts of these keys, in the order of their ids. */
export function listContactsOf(q: Query, account: string, keys: Uint8Array): Promise<JourneyContactRow[]> {
  const digits = Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength).toString("hex");
  return q.rows(
    `select c.contact_id "contactId", ${contactTextColumns}
     from contact c where c.account_id = $1 and c.contact_id = any ($2::uuid[]) order by c.contact_id`,
    [account, digits.match(/.{32}/g) ?? []],
  );
}
