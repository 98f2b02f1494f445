import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { dncMask } from "@trunkline/workflow/parts/phone/dnc.ts";
import { engineColumns } from "../contacts/contactColumns.ts";
import type { Query } from "../database.ts";
import type { DryRunRow } from "./dryRun.ts";
import { countReasonsSql, edgeSql, partSql, reasonSql, selectionOf } from "./enrolment.ts";

/** Whom a dry run plays, as the enrollment of a run would pick them. */
export type DryRunAudience = Pick<DryRunRow, "dryRunId" | "campaignId" | "selection" | "filters"> & {
  frequencyDays: number;
};

/** A part of the audience by its keys. */
export interface AudiencePart {
  /** The last contact of the part before; null for the first. */
  after: string | null;
  /** The last contact of this part; null for the last one. */
  upTo: string | null;
  enrolled: number;
  turnedAway: Record<string, number>;
  /** The first contacts that are turned away, by reason. */
  listed: Record<string, string[]>;
}

const picked = { table: "dry_run_audience", id: "dry_run_id" } as const;

/** Evaluates the next part of an audience as enrollment would. Nothing is written. */
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
  const row = await q.one<Omit<AudiencePart, "after">>(
    `with ${edgeSql(selection, at(3), at(4))},
     looked as materialized (
       select ${key} contact_id, ${reasonSql(at(0), at(1), at(2))} reason
       from ${from} where ${where} and ${partSql(selection, at(3))})
     select (select at from edge) "upTo", count(*) filter (where reason is null)::int enrolled,
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
      scanned,
      listed,
    ],
  );
  return { after, ...(row ?? { upTo: null, enrolled: 0, turnedAway: {}, listed: {} }) };
}

/** The contacts of a part that a run would take in, in the order in which they begin. */
export function listAudience(
  q: Query,
  account: string,
  audience: DryRunAudience,
  { after, upTo }: Pick<AudiencePart, "after" | "upTo">,
): Promise<Contact[]> {
  const selection = selectionOf(audience, picked);
  const { from, where, key, values } = selection;
  const at = (index: number): string => `$${3 + values.length + index}`;
  return q.rows(
    `with edge as materialized (select ${at(4)}::uuid at where ${at(4)}::uuid is not null)
     select c.contact_id "contactId", ${engineColumns} from ${from}
     where ${where} and ${partSql(selection, at(3))} and (${reasonSql(at(0), at(1), at(2))}) is null
     order by ${key}`,
    [
      account,
      audience.dryRunId,
      ...values,
      audience.campaignId,
      audience.frequencyDays,
      dncMask(audience.filters.dnc ?? []),
      after,
      upTo,
    ],
  );
}
