import { type Address, useAddress } from "../ui/page/useAddress.ts";
import { readPhone } from "../ui/text/readPhone.ts";

/** The filters of the lists of texts and calls as they stand in the address bar. */
const names = ["workflow", "run", "contact", "direction", "status", "phone", "from", "to"] as const;

/** What the calls are asked with. */
export interface HistoryQuery {
  campaignId?: string;
  batchId?: string;
  contactId?: string;
  direction?: "in" | "out";
  status?: string;
  phone?: string;
  startDate?: string;
  endDate?: string;
}

const dayMs = 86_400_000;
const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? "");

/** The address as a query: days are whole days of UTC, as the times in the table are. */
export function historyQuery(address: Address, statuses: readonly string[]): HistoryQuery {
  const { workflow, run, contact, direction, status, from, to } = address;
  const phone = readPhone(address["phone"] ?? "");
  return {
    ...(workflow && { campaignId: workflow }),
    ...(run && { batchId: run }),
    ...(contact && { contactId: contact }),
    ...((direction === "in" || direction === "out") && { direction }),
    ...(status !== undefined && statuses.includes(status) && { status }),
    ...(phone !== undefined && { phone }),
    ...daysOf(from, to),
  };
}

/** Days of an address as a span of time: both are whole days of UTC. */
export const daysOf = (from: string | undefined, to: string | undefined): { startDate?: string; endDate?: string } => ({
  ...(isDay(from) && { startDate: `${from}T00:00:00Z` }),
  ...(isDay(to) && { endDate: new Date(Date.parse(`${to}T00:00:00Z`) + dayMs).toISOString() }),
});

/** The filters of a list, and how they are changed and taken away. */
export function useHistory(statuses: readonly string[]) {
  const [address, change] = useAddress();
  const isFiltered = names.some((name) => address[name] !== undefined);
  return {
    address,
    change,
    query: historyQuery(address, statuses),
    clear: isFiltered ? () => change(Object.fromEntries(names.map((name) => [name, undefined]))) : undefined,
  };
}
