import { federalDays } from "@trunkline/contract/doNotContact/dnc.ts";
import { plainColumn, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";

/** Whether and how a number is listed on the federal list. */
export type FederalAnswer = "listed" | "not_listed" | "no_list" | "too_old";

/** An area code that is loaded. */
export interface FederalAreaRow {
  areaCode: string;
  numbers: number;
  loaded: Date;
  ageDays: number;
  tooOld: boolean;
}

const isOld = `a.loaded < now() - interval '${federalDays} days'`;

/** The area codes that are loaded. */
export const listFederalAreas = (q: Query, account: string): Promise<FederalAreaRow[]> =>
  q.rows(
    `select a.area_code "areaCode", a.numbers, a.loaded, extract(day from now() - a.loaded)::int "ageDays", ${isOld} "tooOld"
     from federal_dnc_area a where a.account_id = $1 order by a.area_code`,
    [account],
  );

/** Unloads an area code; false when it was not loaded. A file that is being loaded continues. */
export async function removeFederalArea(q: Query, account: string, areaCode: string): Promise<boolean> {
  await q.run(
    `delete from federal_dnc f using federal_dnc_area a where a.account_id = $1 and a.area_code = $2
       and f.account_id = a.account_id and f.import_id = a.import_id and f.area_code = a.area_code`,
    [account, areaCode],
  );
  return (
    (await q.run("delete from federal_dnc_area where account_id = $1 and area_code = $2", [account, areaCode])) > 0
  );
}

/** How numbers of accounts stand on their federal lists, in the order asked: one byte of one list is read for each. */
export async function listFederalAnswers(
  q: Query,
  asked: readonly { accountId: string; phone: string }[],
): Promise<FederalAnswer[]> {
  if (asked.length === 0) return [];
  const rows = await q.rows<{ answer: FederalAnswer }>(
    {
      name: "federal.answers",
      text: `select case when a.area_code is null then 'no_list'
            when get_bit(substring(f.bits from u.n / 8 + 1 for 1), u.n % 8) = 1 then 'listed'
            when ${isOld} then 'too_old' else 'not_listed' end answer
          from (select t.a, case when t.p ~ '^\\+1[0-9]{10}$' then substring(t.p from 3 for 3) end c,
              case when t.p ~ '^\\+1[0-9]{10}$' then substring(t.p from 6)::int end n, t.o
            from unnest($1::uuid[], $2::text[]) with ordinality t (a, p, o)) u
          left join federal_dnc_area a on a.account_id = u.a and a.area_code = u.c
          left join federal_dnc f on f.account_id = a.account_id and f.import_id = a.import_id and f.area_code = a.area_code
          order by u.o`,
    },
    [plainColumn(asked, ({ accountId }) => accountId), textArray(asked.map(({ phone }) => phone))],
  );
  return rows.map(({ answer }) => answer);
}
