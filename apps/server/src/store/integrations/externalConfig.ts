import type { Query } from "../database.ts";

/** One key of a provider: its value, or its sealed secret. */
export interface ExternalConfigRow {
  provider: string;
  key: string;
  value: string | null;
  sealed: string | null;
  updated: Date;
}

const columns = "provider, key, value, sealed, updated";

/** The account's keys, by provider and key; of some providers when they are named. */
export const listExternalConfig = (
  q: Query,
  account: string,
  providers: readonly string[] | null,
  { lock }: { lock: boolean } = { lock: false },
): Promise<ExternalConfigRow[]> =>
  q.rows(
    `select ${columns} from external_config where account_id = $1 and ($2::text[] is null or provider = any ($2))
     order by provider, key ${lock ? "for update" : ""}`,
    [account, providers],
  );

/** Writes one key, whatever it was before. */
export const saveExternalConfig = async (
  q: Query,
  account: string,
  row: Pick<ExternalConfigRow, "provider" | "key" | "value" | "sealed">,
): Promise<ExternalConfigRow> =>
  (await q.one<ExternalConfigRow>(
    `insert into external_config (account_id, provider, key, value, sealed) values ($1, $2, $3, $4, $5)
     on conflict (account_id, provider, key) do update set value = excluded.value, sealed = excluded.sealed, updated = now()
     returning ${columns}`,
    [account, row.provider, row.key, row.value, row.sealed],
  )) as ExternalConfigRow;

/** Removes a provider with all its keys; false when there was none. */
export const removeExternalConfig = async (q: Query, account: string, provider: string): Promise<boolean> =>
  (await q.run("delete from external_config where account_id = $1 and provider = $2", [account, provider])) > 0;
