import { IconPhoneCall } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { callRoutes } from "@trunkline/contract/calls/call.ts";
import { useMemo } from "react";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { callColumns } from "../../history/callColumns.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Table } from "../../ui/table/Table.tsx";

const refreshMs = 5000;
const columns = callColumns.filter(({ id }) => id !== "contact" && id !== "phone");

/** Calls to and from the contact. */
export function Calls({ contactId }: { contactId: string }) {
  const pages = useInfiniteQuery({
    ...pagesOf(callRoutes.list, { query: { contactId } }),
    refetchInterval: refreshMs,
  });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  return (
    <Table
      name="Contact calls"
      columns={columns}
      rows={{ ...pages, data: rows }}
      rowId={(row) => row.callId}
      rowName={(row) => `Call of ${row.created}`}
      sort={{ by: "created", descending: true }}
      onSort={() => undefined}
      sortedByServer
      errorTitle="Error loading calls"
      maxHeight={520}
      hasMore={pages.hasNextPage}
      onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
      empty={
        <EmptyState icon={IconPhoneCall} title="No calls yet">
          Calls to and from this contact appear here.
        </EmptyState>
      }
    />
  );
}
