import type { SamlRefusal } from "@trunkline/contract/identity/saml.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** One attempt to sign in by single sign-on, and its result. */
export interface SamlAttemptRow {
  attemptId: string;
  refused: SamlRefusal | null;
  detail: string | null;
  solicited: boolean | null;
  email: string | null;
  issuer: string | null;
  fingerprint: string | null;
  address: string | null;
  agent: string | null;
}

/** Stores an attempt and returns its id. */
export async function insertSamlAttempt(
  q: Query,
  account: string,
  row: Omit<SamlAttemptRow, "attemptId">,
): Promise<string> {
  const attemptId = newId();
  await q.run(
    `insert into saml_attempt (account_id, attempt_id, refused, detail, solicited, email, issuer, fingerprint, address, agent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      account,
      attemptId,
      row.refused,
      row.detail,
      row.solicited,
      row.email,
      row.issuer?.slice(0, 1024),
      row.fingerprint,
      row.address,
      row.agent?.slice(0, 300),
    ],
  );
  return attemptId;
}

/** The attempts of an account, the latest first. `words` are the refusals whose words hold what is searched for. */
export const listSamlAttempts = (
  q: Query,
  account: string,
  filter: {
    search?: string | undefined;
    words: readonly string[];
    outcome?: "in" | "refused" | undefined;
    attemptId?: string | undefined;
  },
  { limit, before }: { limit: number; before: string | undefined },
): Promise<SamlAttemptRow[]> =>
  q.rows(
    `select attempt_id "attemptId", refused, detail, solicited, email, issuer, fingerprint, address, agent
     from saml_attempt where account_id = $1 and ($2::uuid is null or attempt_id < $2)
       and ($3::uuid is null or attempt_id = $3)
       and ($4::text is null or ($4 = 'in') = (refused is null))
       and ($5::text is null or refused = any ($6::text[])
            or position(lower($5) in lower(concat_ws(' ', email, address, detail, issuer))) > 0)
     order by attempt_id desc limit $7`,
    [account, before, filter.attemptId, filter.outcome, filter.search || null, filter.words, limit],
  );
