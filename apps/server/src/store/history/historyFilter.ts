/** What the lists of texts and of calls are filtered by. */
export interface HistoryFilter {
  campaignId?: string | undefined;
  batchId?: string | undefined;
  contactId?: string | undefined;
  journeyId?: string | undefined;
  direction?: "in" | "out" | undefined;
  /** E.164, on either side. */
  phone?: string | undefined;
  /** `phone` is the contact's: never the account's own. */
  isParty?: boolean | undefined;
  /** ISO 8601: made then or later. */
  startDate?: string | undefined;
  /** ISO 8601: made before. */
  endDate?: string | undefined;
  /** One word of the two facts of a row. */
  status?: string | undefined;
  /** Only what counts in this figure of reports. */
  figure?: string | undefined;
  /** Of calls: where the caller waited, the disposition, and whether there is a recording. */
  queue?: string | undefined;
  disposition?: string | undefined;
  recording?: "yes" | "no" | undefined;
}

/** The rows of a page: how many, from before which id, and back to which. */
export interface HistoryPage {
  limit: number;
  before?: string | undefined;
  since?: string | undefined;
}

/**
 * Conditions of a list of texts or calls `t`, with their values from $1, the account, on. The statement contains
 * only the requested conditions, so that each combination is planned with its own index. Dates are ranges of the ids.
 */
export function historyConditions(
  account: string,
  { id, status, counts }: { id: string; status: string; counts: (figure: string) => string },
  filter: HistoryFilter,
  { before, since }: Pick<HistoryPage, "before" | "since"> = {},
): { where: string; values: unknown[] } {
  const values: unknown[] = [account];
  const where = ["t.account_id = $1"];
  const add = (value: unknown, condition: (place: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  add(before, (at) => `t.${id} < ${at}::uuid`);
  add(since, (at) => `t.${id} >= ${at}::uuid`);
  add(filter.startDate, (at) => `t.${id} >= trunkline_first_id(${at}::timestamptz)`);
  add(filter.endDate, (at) => `t.${id} < trunkline_first_id(${at}::timestamptz)`);
  add(filter.campaignId, (at) => `t.campaign_id = ${at}::uuid`);
  add(filter.batchId, (at) => `t.batch_id = ${at}::uuid`);
  add(filter.contactId, (at) => `t.contact_id = ${at}::uuid`);
  add(filter.journeyId, (at) => `t.journey_id = ${at}::uuid`);
  add(filter.direction, (at) => `t.direction = ${at}`);
  add(filter.phone, (at) =>
    filter.isParty
      ? `case when t.direction = 'in' then t.from_number else t.to_number end = ${at}`
      : `(t.to_number = ${at} or t.from_number = ${at})`,
  );
  add(filter.status, (at) => `${status} = ${at}`);
  add(
    filter.queue,
    (at) =>
      `exists (select from queue_stay s where s.account_id = t.account_id and s.call_id = t.call_id and lower(s.name) = lower(${at}))`,
  );
  add(
    filter.disposition,
    (at) =>
      `exists (select from given_disposition g where g.account_id = t.account_id and g.call_id = t.call_id and lower(g.key) = lower(${at}))`,
  );
  if (filter.recording !== undefined)
    where.push(`t.recording_id is ${filter.recording === "yes" ? "not null" : "null"}`);
  if (filter.figure !== undefined) where.push(counts(filter.figure));
  return { where: where.join(" and "), values };
}

/** The names that a row of `t` is shown with, and where they come from. */
export const historyNames = {
  columns: `ca.name "campaignName", nullif(concat_ws(' ', co.first_name, co.last_name), '') "contactName"`,
  from: `left join campaign ca on ca.account_id = t.account_id and ca.campaign_id = t.campaign_id
     left join contact co on co.account_id = t.account_id and co.contact_id = t.contact_id`,
};
