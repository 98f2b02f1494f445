import type { ReactNode } from "react";
import { useAddress } from "../page/useAddress.ts";
import { SearchBox } from "./SearchBox.tsx";

interface ListSearch {
  /** What is searched for, as it was typed. */
  search: string;
  /** For the table: the box, and the way out of a search that finds nothing. */
  searchBar: { filters: ReactNode; clearFilters: (() => void) | undefined };
}

/** The search box of a list; its text stands in the address. */
export function useSearchBox(named: { label: string; placeholder?: string; width?: number }) {
  const [address, change] = useAddress();
  const search = address["q"] ?? "";
  return { search, searchBox: <SearchBox {...named} value={search} onSearch={(q) => change({ q })} /> };
}

/** The search of a list that has no other filter; its text stands in the address. */
export function useListSearch(named: { label: string; placeholder?: string; width?: number }): ListSearch {
  const [, change] = useAddress();
  const { search, searchBox } = useSearchBox(named);
  return {
    search,
    searchBar: { filters: searchBox, clearFilters: search ? () => change({ q: undefined }) : undefined },
  };
}
