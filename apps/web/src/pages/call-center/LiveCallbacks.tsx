import { Anchor } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { queueCallbackRoutes } from "@trunkline/contract/agents/queueCallback.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { callbackColumns, nameOfCallback } from "../../history/callbackColumns.tsx";
import { useCallbackActions } from "../../history/useCallbackActions.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import classes from "./LiveAgents.module.css";

const refreshMs = 2_000;

/** Callers who wait for a call back, or are being called. Nothing is shown without any. */
export function LiveCallbacks() {
  const pages = useInfiniteQuery({
    ...pagesOf(queueCallbackRoutes.list, { query: { open: "true" } }),
    refetchInterval: useLivePoll(refreshMs),
    placeholderData: (before) => before,
  });
  const rows = rowsOf(pages.data);
  const sorting = useSort({ by: "since", descending: false });
  const actionsOf = useCallbackActions();
  if (!rows?.length) return null;
  return (
    <section className={classes["agents"]} data-part="callbacks" aria-label="Callbacks">
      <header>
        <h2>Callbacks</h2>
        <Anchor component={PathLink} to={paths.callbacks} inherit>
          All callbacks
        </Anchor>
      </header>
      <Table
        name="Live callbacks"
        columns={callbackColumns}
        rows={{ ...pages, data: rows }}
        rowId={(row) => row.callbackId}
        rowName={nameOfCallback}
        {...sorting}
        errorTitle="Error loading callbacks"
        count={plural(rows.length, "callback")}
        hasMore={pages.hasNextPage}
        onEndReached={() => void pages.fetchNextPage()}
        rowActions={actionsOf}
        exportable={false}
        maxHeight={320}
        empty={null}
      />
    </section>
  );
}
