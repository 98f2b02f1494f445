import { invalid } from "../../http/problem.ts";
import type { HistoryFilter } from "../../store/history/historyFilter.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";

/** The filters of a list of texts or calls as the store takes them: the number as E.164, dates in their order. */
export function readHistoryFilter(filter: HistoryFilter): HistoryFilter {
  const { phone } = filter;
  refuseDatesReversed(filter);
  return { ...filter, ...(phone !== undefined && { phone: parsePhoneOrRefuse(phone, "query.phone") }) };
}

/** Refuses a span of time that ends before it begins. */
export function refuseDatesReversed({ startDate, endDate }: Pick<HistoryFilter, "startDate" | "endDate">): void {
  if (startDate !== undefined && endDate !== undefined && Date.parse(endDate) < Date.parse(startDate))
    throw invalid("endDate must not be before startDate", "query.endDate");
}
