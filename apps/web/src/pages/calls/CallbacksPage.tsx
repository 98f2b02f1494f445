import { SegmentedControl } from "@mantine/core";
import { IconPhoneCall } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { queueCallbackRoutes } from "@trunkline/contract/agents/queueCallback.ts";
import type { Input } from "../../api/call.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { callbackColumns, nameOfCallback } from "../../history/callbackColumns.tsx";
import { useCallbackActions } from "../../history/useCallbackActions.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { plural } from "../../ui/text/formatFigure.ts";

const refreshMs = 5_000;

type ListQuery = Input<typeof queueCallbackRoutes.list>["query"];

const shown: readonly { value: string; label: string; query: NonNullable<ListQuery> }[] = [
  { value: "open", label: "Open", query: { open: "true" } },
  { value: "done", label: "Done", query: { state: "done" } },
  { value: "gaveUp", label: "Gave up", query: { state: "gaveUp" } },
  { value: "all", label: "All", query: {} },
];

/** Callers who asked to be called back while they waited (decision 0110). */
export function CallbacksPage() {
  const [address, change] = useAddress();
  const show = shown.find(({ value }) => value === address["show"]) ?? shown[3];
  const pages = useInfiniteQuery({
    ...pagesOf(queueCallbackRoutes.list, { query: show?.query ?? {} }),
    refetchInterval: useLivePoll(refreshMs),
    placeholderData: (before) => before,
  });
  const rows = rowsOf(pages.data);
  const sorting = useSort({ by: "since", descending: true });
  const actionsOf = useCallbackActions();
  return (
    <Page
      title="Callbacks"
      purpose="Callers who pressed 2 while they waited. They are called in the order of their arrival."
      crumbs={[{ label: "Calls", to: paths.calls }]}
      shape="table"
    >
      <Table
        name="Callbacks"
        columns={callbackColumns}
        rows={{ ...pages, data: rows }}
        rowId={(row) => row.callbackId}
        rowName={nameOfCallback}
        {...sorting}
        filters={
          <SegmentedControl
            size="xs"
            aria-label="Filter callbacks"
            data={shown.map(({ value, label }) => ({ value, label }))}
            value={show?.value ?? "all"}
            onChange={(value) => change({ show: value === "all" ? undefined : value })}
          />
        }
        clearFilters={show?.value === "all" ? undefined : () => change({ show: undefined })}
        errorTitle="Error loading callbacks"
        {...(rows ? { count: plural(rows.length, "callback") } : {})}
        hasMore={pages.hasNextPage}
        onEndReached={() => void pages.fetchNextPage()}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconPhoneCall} title="No callbacks yet">
            Turn them on under Settings, Call center, or for one work group or live list. Callers who wait can then
            press 2.
          </EmptyState>
        }
      />
    </Page>
  );
}
