import { useInfiniteQuery } from "@tanstack/react-query";
import { contactRoutes, type Statement } from "@trunkline/contract/contacts/contact.ts";
import { useCallback, useEffect, useState } from "react";
import { pagesOf, rowsOf } from "../../api/queries.ts";

/** The contacts that a list shows, as an API selection. */
export interface Selection {
  search?: string;
  statements: Statement[];
  archived: "no" | "only" | "all";
}

/** The exact number of matching contacts. Counting starts when it is needed. */
export function useMatching(selection: Selection): { key: string; count: number | undefined; onWanted: () => void } {
  const key = JSON.stringify(selection);
  const [wanted, setWanted] = useState<string | null>(null);
  const counts = useInfiniteQuery({
    ...pagesOf(contactRoutes.count, { body: selection }),
    enabled: wanted === key,
    staleTime: 5_000,
  });
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = counts;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const isCounted = counts.isSuccess && !hasNextPage;
  const onWanted = useCallback(() => setWanted(key), [key]);
  return { key, count: isCounted ? rowsOf(counts.data)?.at(-1)?.count : undefined, onWanted };
}
