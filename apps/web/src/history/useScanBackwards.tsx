import { Button } from "@mantine/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Time } from "../ui/text/Time.tsx";
import classes from "./SearchedBack.module.css";

/** Rows that somebody waits for; for others they go on by themselves. */
const enough = 50;

interface Answer {
  payload: readonly unknown[];
  searchedTo?: string;
}

/** A list that is searched back in time is not read again every few seconds: it would be searched again from now on. */
export const refreshUnlessSearched =
  (ms: number) =>
  ({ state }: { state: { data?: InfiniteData<Answer> | undefined } }): number | false =>
    state.data?.pages.some(({ searchedTo }) => searchedTo !== undefined) ? false : ms;

/**
 * A list newest first by a filter that fits few: goes on until there is a page of rows or everything was looked at, says
 * how far back it has come, and offers to go on.
 */
export function useScanBackwards(pages: UseInfiniteQueryResult<InfiniteData<Answer>>): {
  note: ReactNode;
  /** Nothing was found yet, and more is looked at. */
  isLooking: boolean;
} {
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, isError, fetchNextPage } = pages;
  const back = hasNextPage && !isPlaceholderData ? data?.pages.at(-1)?.searchedTo : undefined;
  const found = data?.pages.reduce((sum, { payload }) => sum + payload.length, 0) ?? 0;
  const goesOn = back !== undefined && found < enough && !isError;
  useEffect(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage();
  }, [goesOn, isFetchingNextPage, fetchNextPage]);
  const isGoing = goesOn || isFetchingNextPage;
  return {
    isLooking: goesOn && found === 0,
    note: back && (
      <div className={classes["searched"]}>
        <span role="status">
          {isGoing ? "Searching, back to" : "Searched back to"} <Time at={back} />
        </span>
        {!isGoing && (
          <Button size="compact-xs" variant="default" onClick={() => void fetchNextPage({ cancelRefetch: false })}>
            Continue
          </Button>
        )}
      </div>
    ),
  };
}
