import { Button } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Time } from "../ui/text/Time.tsx";
import classes from "./SearchedBack.module.css";

/** The scan continues by itself until it has found this many rows. */
const wantedRows = 50;

interface ScanPage {
  payload: readonly unknown[];
  searchedTo?: string;
}

/** Turns off polling for a list that is being scanned, because a reload would start the scan from the beginning. */
export const refreshUnlessSearched =
  (ms: number) =>
  ({ state }: { state: { data?: InfiniteData<ScanPage> | undefined } }): number | false =>
    state.data?.pages.some(({ searchedTo }) => searchedTo !== undefined) ? false : ms;

/**
 * Scans a list backwards in time when its filter matches few rows. It stops at a page of rows or at the end, shows how far
 * back it has come, and offers to continue.
 */
export function useScanBackwards(pages: UseInfiniteQueryResult<InfiniteData<ScanPage>>): {
  note: ReactNode;
  /** Scanning, with no rows found yet. */
  isSearching: boolean;
} {
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, isError, fetchNextPage } = pages;
  const scannedTo = hasNextPage && !isPlaceholderData ? data?.pages.at(-1)?.searchedTo : undefined;
  const found = data?.pages.reduce((sum, { payload }) => sum + payload.length, 0) ?? 0;
  const continues = scannedTo !== undefined && found < wantedRows && !isError;
  useEffect(() => {
    if (continues && !isFetchingNextPage) void fetchNextPage();
  }, [continues, isFetchingNextPage, fetchNextPage]);
  const isScanning = continues || isFetchingNextPage;
  return {
    isSearching: continues && found === 0,
    note: scannedTo && (
      <div className={classes["searched"]}>
        <span role="status">
          {isScanning ? "Searching back to" : "Searched back to"} <Time at={scannedTo} />
        </span>
        {!isScanning && (
          <Button size="compact-xs" variant="default" onClick={() => void fetchNextPage({ cancelRefetch: false })}>
            Continue
          </Button>
        )}
      </div>
    ),
  };
}
