import type { Role } from "@trunkline/contract/identity/roles.ts";
import { plainColumn } from "../arrays.ts";
import type { Query } from "../database.ts";

/** A planned shift on a day of the week. */
export interface ShiftDay {
  /** 1 Monday to 7 Sunday. */
  weekday: number;
  /** Minutes since midnight. One that ends on the next day ends after 1440. */
  starts: number;
  ends: number;
}

/** A user with the shifts that are planned. */
export interface ShiftRow {
  userId: string;
  name: string;
  role: Role;
  privileges: string[];
  zone: string | null;
  days: ShiftDay[];
}

/** The users of an account with their shifts, by name; one of them if it is named. */
export const listShifts = (q: Query, account: string, userId?: string): Promise<ShiftRow[]> =>
  q.rows(
    `select m.user_id "userId", coalesce(nullif(u.name, ''), u.email) "name", m.role, m.privileges, s.zone, coalesce(s.days, '[]') days
     from membership m join auth_user u using (user_id)
     left join lateral (
       select min(s.zone) zone, jsonb_agg(jsonb_build_object('weekday', s.weekday, 'starts', s.starts, 'ends', s.ends) order by s.weekday) days
       from agent_shift s where s.account_id = m.account_id and s.user_id = m.user_id) s on true
     where m.account_id = $1 and ($2::uuid is null or m.user_id = $2)
     order by lower(coalesce(nullif(u.name, ''), u.email)), m.user_id`,
    [account, userId ?? null],
  );

/** Replaces the shifts of a user. */
export async function saveShifts(
  q: Query,
  account: string,
  userId: string,
  { zone, days }: { zone: string; days: readonly ShiftDay[] },
): Promise<void> {
  await q.run("delete from agent_shift where account_id = $1 and user_id = $2", [account, userId]);
  await q.run(
    `insert into agent_shift (account_id, user_id, weekday, starts, ends, zone)
     select $1, $2, w, s, e, $6 from unnest($3::int[], $4::int[], $5::int[]) d (w, s, e)`,
    [
      account,
      userId,
      plainColumn(days, ({ weekday }) => weekday),
      plainColumn(days, ({ starts }) => starts),
      plainColumn(days, ({ ends }) => ends),
      zone,
    ],
  );
}
