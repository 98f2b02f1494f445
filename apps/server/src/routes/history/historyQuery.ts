import { invalid } from "../../http/problem.ts";
import type { HistoryFilter } from "../../store/history/historyFilter.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";

/** Converts the filters of texts or calls for the store: the number as E.164 and ordered dates. */
export function readHistoryFilter(filter: HistoryFilter): HistoryFilter {
  const { phone } = filter;
  refuseDatesReversed(filter);
  return { ...filter, ...(phone !== undefined && { phone: parsePhoneOrRefuse(phone, "query.phone") }) };
}

/** Refuses a time range that ends before it starts. */
export function refuseDatesReversed({ startDate, endDate }: Pick<HistoryFilter, "startDate" | "endDate">): void {
  if (startDate !== undefined && endDate !== undefined && Date.parse(endDate) < Date.parse(startDate))
    throw invalid("endDate must not be before startDate", "query.endDate");
}
