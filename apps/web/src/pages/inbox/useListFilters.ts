import { type Address, useAddress } from "../../ui/page/useAddress.ts";

/** Which conversations are listed. All except the last three show open ones. */
export const filters = {
  open: { label: "Open", query: { status: "open" }, none: "No open conversations" },
  mine: { label: "Mine", query: { status: "open", assigned: "me" }, none: "No conversations assigned to you" },
  unassigned: {
    label: "Unassigned",
    query: { status: "open", assigned: "nobody" },
    none: "No unassigned conversations",
  },
  snoozed: { label: "Snoozed", query: { status: "snoozed" }, none: "No snoozed conversations" },
  handled: { label: "Handled", query: { status: "handled" }, none: "No conversations handled by workflows" },
  closed: { label: "Closed", query: { status: "closed" }, none: "No closed conversations" },
} as const;
export type Filter = keyof typeof filters;

/** The search and the filters of the list, as the address has them. */
export interface ListFilters {
  search: string;
  filter: Filter;
  inbox: string;
  workGroup: string;
  /** The workflow that handled them. */
  workflow: string;
  change: (change: Address) => void;
}

/** Reads the search and the filters of the list from the address. */
export function useListFilters(): ListFilters {
  const [address, change] = useAddress();
  const shown = address["show"] ?? "open";
  const filter = Object.hasOwn(filters, shown) ? (shown as Filter) : "open";
  return {
    search: address["q"] ?? "",
    filter,
    inbox: address["inbox"] ?? "",
    workGroup: address["group"] ?? "",
    workflow: filter === "handled" ? (address["workflow"] ?? "") : "",
    change,
  };
}

/** The query of the list. */
export const queryOf = ({ search, filter, inbox, workGroup, workflow }: ListFilters) => ({
  ...filters[filter].query,
  ...(search && { search }),
  ...(inbox && { inbox }),
  ...(workGroup && { workGroup }),
  ...(workflow && { handledBy: workflow }),
});
