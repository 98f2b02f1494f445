import { plainArray, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { plainTextColumns } from "./contactColumns.ts";

/** What a node changed on a contact: own fields by column, custom fields by name; null clears. */
export interface ContactChange {
  accountId: string;
  contactId: string;
  columns: Record<string, string | null>;
  custom: Record<string, string | null>;
  /** When what they come from changed. */
  zones: { zones: readonly string[]; from: string } | null;
}

const assignments = plainTextColumns.map(
  (name) => `${name} = case when u.f ? '${name}' then u.f->>'${name}' else c.${name} end`,
);

/**
 * Changes many contacts in one statement. A number that another contact has is not taken over: one phone, unique per
 * account (readings, Contact).
 */
export async function updateContacts(q: Query, changes: readonly ContactChange[]): Promise<void> {
  if (changes.length === 0) return;
  await q.run(
    {
      name: "contact.change",
      text: `update contact c set updated = now(), ${assignments.join(", ")},
          phone = case when u.f ? 'phone' and not u.is_taken then u.f->>'phone' else c.phone end,
          extdata = (c.extdata || jsonb_strip_nulls(u.x)) - array(select k from jsonb_each(u.x) e (k, v) where v = 'null'),
          zones = coalesce(u.z, c.zones), zones_from = coalesce(u.zf, c.zones_from)
        from (select a, i, f, x, z::text[] z, zf,
            exists (select from contact o where o.account_id = a and o.phone = f->>'phone' and o.contact_id <> i) is_taken
          from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::jsonb[], $5::text[], $6::text[]) u (a, i, f, x, z, zf)) u
        where c.account_id = u.a and c.contact_id = u.i`,
    },
    [
      plainArray(changes.map((change) => change.accountId)),
      plainArray(changes.map((change) => change.contactId)),
      textArray(changes.map((change) => withoutNul(JSON.stringify(change.columns)))),
      textArray(changes.map((change) => withoutNul(JSON.stringify(change.custom)))),
      textArray(changes.map((change) => (change.zones === null ? null : textArray(change.zones.zones)))),
      textArray(changes.map((change) => change.zones?.from ?? null)),
    ],
  );
}
