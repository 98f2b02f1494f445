import { withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { type ScanResult, scanBackwards } from "../scan.ts";
import { type BatchFilter, type BatchListRow, listBatches } from "./batchList.ts";
import type { RunSearch } from "./runSearch.ts";
import { listSchedules, type ScheduleFilter, type ScheduleRow } from "./schedule.ts";

interface Page {
  limit: number;
  before: string | undefined;
}

/** A page of runs: by name, or of those that are done, as far back as patience lasts; by anything else at once. */
export async function findBatches(
  q: Query,
  account: string,
  { search: text = "", ...filter }: Omit<BatchFilter, "search"> & { search?: string | undefined },
  page: Page,
): Promise<ScanResult<BatchListRow>> {
  const idOf = (row: BatchListRow): string => row.batchId;
  if (text === "" && filter.status !== "done") return pageOf(await listBatches(q, account, filter, page), page, idOf);
  const search = text === "" ? undefined : await readSearch(q, account, text);
  return scanBackwards({
    ...page,
    idOf,
    read: (chunk) => listBatches(q, account, { ...filter, search }, chunk),
    endOf: (from, size) =>
      findEnd(
        q,
        `select batch_id id from batch where account_id = $1 and ($2::uuid is null or batch_id < $2)
           and ($4::uuid is null or campaign_id = $4)
         order by batch_id desc offset $3 limit 1`,
        [account, from ?? null, size - 1, filter.campaignId ?? null],
      ),
  });
}

/** A page of runs to come: by name as far back as patience lasts, by anything else at once. */
export async function findSchedules(
  q: Query,
  account: string,
  { search: text = "", ...filter }: Omit<ScheduleFilter, "search"> & { search?: string | undefined },
  page: Page,
): Promise<ScanResult<ScheduleRow>> {
  const idOf = (row: ScheduleRow): string => row.scheduleId;
  if (text === "") return pageOf(await listSchedules(q, account, filter, page), page, idOf);
  const search = await readSearch(q, account, text);
  return scanBackwards({
    ...page,
    idOf,
    read: (chunk) => listSchedules(q, account, { ...filter, search }, chunk),
    endOf: (from, size) =>
      findEnd(
        q,
        `select schedule_id id from schedule where account_id = $1 and ($2::uuid is null or schedule_id < $2)
           and ($4::uuid is null or campaign_id = $4) and ($5::boolean is null or recurring = $5)
         order by schedule_id desc offset $3 limit 1`,
        [account, from ?? null, size - 1, filter.campaignId ?? null, filter.recurring ?? null],
      ),
  });
}

const pageOf = <Row>(rows: Row[], { limit }: Page, idOf: (row: Row) => string): ScanResult<Row> => {
  const last = rows.at(-1);
  return { rows, next: rows.length === limit && last ? idOf(last) : null, searchedTo: null };
};

const findEnd = async (q: Query, text: string, values: unknown[]): Promise<string | null> =>
  (await q.one<{ id: string }>(text, values))?.id ?? null;

/** Workflows are few beside their runs: their names are looked through once. */
async function readSearch(q: Query, account: string, asked: string): Promise<RunSearch> {
  const text = withoutNul(asked);
  const rows = await q.rows<{ id: string }>(
    "select campaign_id id from campaign where account_id = $1 and position(lower($2) in lower(name)) > 0",
    [account, text],
  );
  return { text, campaignIds: rows.map(({ id }) => id) };
}
