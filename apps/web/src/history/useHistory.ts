import { type Address, useAddress } from "../ui/page/useAddress.ts";
import { isDay } from "../ui/text/calendarDay.ts";
import { readPhone } from "../ui/text/readPhone.ts";

/** Names of the filters of messages and calls in the address bar. */
const names = ["workflow", "run", "contact", "direction", "status", "phone", "from", "to", "figure"] as const;

/** Filters of calls alone, with the same names in the address and in the API. */
export const callFilters = ["queue", "disposition", "recording"] as const;
export type CallFilter = (typeof callFilters)[number];

/** The query of the API requests. */
export interface HistoryQuery {
  campaignId?: string;
  batchId?: string;
  contactId?: string;
  direction?: "in" | "out";
  status?: string;
  phone?: string;
  startDate?: string;
  endDate?: string;
  figure?: string;
}

/** Turns the filters in the address into a query. */
function historyQuery(address: Address, statuses: readonly string[], figures: readonly string[]): HistoryQuery {
  const { workflow, run, contact, direction, status, from, to, figure } = address;
  const phone = readPhone(address["phone"] ?? "");
  return {
    ...(workflow && { campaignId: workflow }),
    ...(run && { batchId: run }),
    ...(contact && { contactId: contact }),
    ...((direction === "in" || direction === "out") && { direction }),
    ...(status !== undefined && statuses.includes(status) && { status }),
    ...(phone !== undefined && { phone }),
    ...(figure !== undefined && figures.includes(figure) && { figure }),
    ...daysOf(from, to),
  };
}

/** The instants at which the first day begins and the last one ends, in the reader's time zone. */
export const daysOf = (from: string | undefined, to: string | undefined): { startDate?: string; endDate?: string } => ({
  ...(isDay(from) && { startDate: startOfDay(from, 0) }),
  ...(isDay(to) && { endDate: startOfDay(to, 1) }),
});

function startOfDay(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** The filters of a list, with ways to change and clear them. `more`: filters that only this list has. */
export function useHistory(statuses: readonly string[], figures: readonly string[], more: readonly CallFilter[] = []) {
  const [address, change] = useAddress();
  const all = [...names, ...more];
  const isFiltered = all.some((name) => address[name] !== undefined);
  const own = more.flatMap((name) => (address[name] ? [[name, address[name]]] : []));
  return {
    address,
    change,
    query: { ...historyQuery(address, statuses, figures), ...Object.fromEntries(own) },
    clear: isFiltered ? () => change(Object.fromEntries(all.map((name) => [name, undefined]))) : undefined,
  };
}
