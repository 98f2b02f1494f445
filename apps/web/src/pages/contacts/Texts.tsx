import { IconMessages } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { messageRoutes } from "@trunkline/contract/messages/message.ts";
import { useMemo } from "react";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { messageColumns } from "../../history/messageColumns.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";

const refreshMs = 5000;

/** Texts to and from the contact. */
export function Texts({ contactId }: { contactId: string }) {
  const pages = useInfiniteQuery({
    ...pagesOf(messageRoutes.list, { query: { contactId } }),
    refetchInterval: refreshMs,
  });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  const sorting = useSort({ by: "created", descending: true });
  return (
    <Table
      name="Texts"
      columns={messageColumns}
      rows={{ ...pages, data: rows }}
      rowId={(row) => row.messageId}
      rowName={(row) => row.text}
      {...sorting}
      errorTitle="Error loading texts"
      maxHeight={520}
      hasMore={pages.hasNextPage}
      onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
      empty={
        <EmptyState icon={IconMessages} title="No texts yet">
          Texts to and from this contact appear here.
        </EmptyState>
      }
    />
  );
}
