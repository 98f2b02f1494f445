import type { Query } from "../database.ts";
import { type ScanResult, scanBackwards } from "../scan.ts";
import { type HistoryFilter, type HistoryPage, historyConditions } from "./historyFilter.ts";

/** A list of texts or of calls. */
interface HistoryTable<Row> {
  table: "message" | "call";
  id: "message_id" | "call_id";
  list(q: Query, account: string, filter: HistoryFilter, page: HistoryPage): Promise<Row[]>;
  idOf(row: Row): string;
}

/** A page of texts or calls: at once where an index serves the filter, else as far back as patience lasts. */
export async function findHistory<Row>(
  q: Query,
  account: string,
  { table, id, list, idOf }: HistoryTable<Row>,
  asked: HistoryFilter,
  { limit, before }: HistoryPage,
): Promise<ScanResult<Row>> {
  const { filter, isServed } = await placeFilter(q, account, table, asked);
  if (isServed) {
    const rows = await list(q, account, filter, { limit, before });
    const last = rows.at(-1);
    return { rows, next: rows.length === limit && last !== undefined ? idOf(last) : null, searchedTo: null };
  }
  const { campaignId, batchId, contactId, startDate, endDate } = filter;
  const served = { campaignId, batchId, contactId, startDate, endDate };
  return scanBackwards({
    limit,
    before,
    idOf,
    read: (page) => list(q, account, filter, page),
    endOf: async (from, size) => {
      const { where, values } = historyConditions(account, { id, status: "", counts: () => "" }, served, {
        before: from,
      });
      const row = await q.one<{ id: string }>(
        `select t.${id} id from ${table} t where ${where} order by t.${id} desc offset $${values.length + 1} limit 1`,
        [...values, size - 1],
      );
      return row?.id ?? null;
    },
  });
}

/** Adds what an index can seek by: the contact of a journey, the side on which a number stands. */
async function placeFilter(
  q: Query,
  account: string,
  table: "message" | "call",
  filter: HistoryFilter,
): Promise<{ filter: HistoryFilter; isServed: boolean }> {
  const { phone, journeyId, status, direction, figure, queue, disposition, recording } = filter;
  const contact =
    journeyId === undefined || table === "call"
      ? null
      : await q.one<{ id: string }>(
          "select contact_id id from journey where account_id = $1 and journey_id = $2 and ($3::uuid is null or contact_id = $3)",
          [account, journeyId, filter.contactId ?? null],
        );
  const isParty = phone !== undefined && (await isOnlyParty(q, account, table, phone));
  return {
    filter: { ...filter, isParty, ...(contact && { contactId: contact.id }) },
    isServed:
      status === undefined &&
      (figure ?? queue ?? disposition ?? recording) === undefined &&
      direction === undefined &&
      (phone === undefined || isParty) &&
      (journeyId === undefined || table === "call" || contact !== null),
  };
}

/** Whether a number belongs to a contact of some text or call and is not one of the account's own, so it occurs on one side only. */
const isOnlyParty = async (q: Query, account: string, table: "message" | "call", phone: string): Promise<boolean> =>
  (await q.one(
    `select where not exists (select from number where account_id = $1 and phone = $2)
       and exists (select from ${table} t where t.account_id = $1
         and case when t.direction = 'in' then t.from_number else t.to_number end = $2)`,
    [account, phone],
  )) !== null;
