import type { ReactNode } from "react";
import { useAddress } from "../page/useAddress.ts";
import { SearchBox } from "./SearchBox.tsx";

interface ListSearch {
  /** The typed search text. */
  search: string;
  /** Table props: the search box and a way to clear it. */
  searchBar: { filters: ReactNode; clearFilters: (() => void) | undefined };
}

/** The search box of a list. Its text is saved in the URL. */
export function useSearchBox(named: { label: string; placeholder?: string; width?: number }) {
  const [address, change] = useAddress();
  const search = address["q"] ?? "";
  return { search, searchBox: <SearchBox {...named} value={search} onSearch={(q) => change({ q })} /> };
}

/** The search of a list without other filters. Its text is saved in the URL. */
export function useListSearch(named: { label: string; placeholder?: string; width?: number }): ListSearch {
  const [, change] = useAddress();
  const { search, searchBox } = useSearchBox(named);
  return {
    search,
    searchBar: { filters: searchBox, clearFilters: search ? () => change({ q: undefined }) : undefined },
  };
}
