import { Button, Skeleton, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { dispositionRoutes } from "@trunkline/contract/dispositions/disposition.ts";
import { pagesOf, rowsOf } from "../api/queries.ts";
import { ErrorState } from "../ui/page/ErrorState.tsx";
import { Time } from "../ui/text/Time.tsx";
import classes from "./GivenDispositions.module.css";

const shownAtOnce = 5;

/** The saved dispositions of a contact, or of one call if given, newest first. */
export function GivenDispositions({ contactId, callId }: { contactId: string; callId?: string }) {
  const pages = useInfiniteQuery(
    pagesOf(dispositionRoutes.given, {
      params: { contactId },
      query: { limit: shownAtOnce, ...(callId && { callId }) },
    }),
  );
  const rows = rowsOf(pages.data);
  if (pages.isError && !rows)
    return <ErrorState title="Error loading dispositions" problem={pages.error} retry={() => pages.refetch()} />;
  if (!rows) return <Skeleton height={32} />;
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No dispositions yet
      </Text>
    );
  return (
    <>
      <ul className={classes["list"]} aria-label="Saved dispositions">
        {rows.map(({ givenId, key, source, by, at, note, campaignName, reasonText }) => (
          <li key={givenId} className={classes["given"]}>
            <span className={classes["key"]}>{key}</span>{" "}
            <span className={classes["more"]}>
              {by}, {places[source]}, <Time at={at} />
            </span>
            {note ? <span className={classes["note"]}>{note}</span> : null}
            {reasonText ? (
              <span className={classes["note"]}>
                Did not enter {campaignName ?? "its workflow"}: {reasonText}
              </span>
            ) : campaignName ? (
              <span className={classes["note"]}>Entered {campaignName}</span>
            ) : null}
          </li>
        ))}
      </ul>
      {pages.hasNextPage ? (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show older dispositions
        </Button>
      ) : null}
    </>
  );
}

const places = { page: "on the contact", call: "on a call", queue: "in an agent queue" } as const;
