import type { Query } from "../database.ts";

/** The last e-mail that ended at a provider. */
export interface ExternalUseRow {
  provider: string;
  state: "accepted" | "rejected";
  reason: string | null;
  words: string | null;
  at: Date;
}

/** So many of the account's last e-mails are looked at. */
const lastEmails = 500;

/** Of each provider the last e-mail that it accepted or refused, among the account's last ones. */
export const listExternalUses = (q: Query, account: string): Promise<ExternalUseRow[]> =>
  q.rows(
    `select distinct on (e.provider) e.provider, e.state, e.reason, e.words, e.updated at
     from (select * from email where account_id = $1 order by email_id desc limit ${lastEmails}) e
     where not e.simulated and e.state in ('accepted', 'rejected') order by e.provider, e.email_id desc`,
    [account],
  );
