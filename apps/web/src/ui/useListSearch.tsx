import type { ReactNode } from "react";
import { SearchBox } from "./SearchBox.tsx";
import { useAddress } from "./useAddress.ts";

interface ListSearch {
  /** What is searched for, as it was typed. */
  search: string;
  /** For the table: the box, and the way out of a search that finds nothing. */
  searchBar: { filters: ReactNode; clearFilters: (() => void) | undefined };
}

/** The search of a list that has no other filter; its text stands in the address. */
export function useListSearch(named: { label: string; placeholder?: string; width?: number }): ListSearch {
  const [address, change] = useAddress();
  const search = address["q"] ?? "";
  return {
    search,
    searchBar: {
      filters: <SearchBox {...named} value={search} onSearch={(q) => change({ q })} />,
      clearFilters: search ? () => change({ q: undefined }) : undefined,
    },
  };
}
