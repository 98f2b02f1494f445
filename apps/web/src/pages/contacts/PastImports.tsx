import { Anchor, Stack, Title } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ContactImport, contactRoutes } from "@trunkline/contract/contact.ts";
import { useMemo } from "react";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/formatFigure.ts";
import { useSort } from "../../ui/sort.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { State } from "./ImportProgress.tsx";

const refreshMs = 5000;
const figure = (
  id: "total" | "imported" | "updated" | "skipped" | "rejectedCount",
  header: string,
): Column<ContactImport> => ({
  id,
  header,
  cell: (row) => formatCount(row[id]),
  value: (row) => row[id],
  right: true,
  width: 96,
});

/** Imports before this one, the ones under way too. */
export function PastImports({ onOpen }: { onOpen: (id: string) => void }) {
  const pages = useInfiniteQuery({ ...pagesOf(contactRoutes.imports), refetchInterval: refreshMs });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  const sorting = useSort({ by: "created", descending: true });
  const columns: Column<ContactImport>[] = [
    {
      id: "file",
      header: "File",
      cell: (row) => (
        <Anchor component="button" type="button" inherit fw={500} onClick={() => onOpen(row.id)}>
          {row.fileName ?? "Contacts"}
        </Anchor>
      ),
      value: (row) => row.fileName,
      width: 220,
      always: true,
    },
    { id: "status", header: "Status", cell: (row) => <State of={row} />, value: (row) => row.status, width: 110 },
    figure("total", "Rows"),
    figure("imported", "Imported"),
    figure("updated", "Updated"),
    figure("skipped", "Skipped"),
    figure("rejectedCount", "Rejected"),
    {
      id: "created",
      header: "Started (UTC)",
      cell: (row) => <Time at={row.created} />,
      value: (row) => row.created,
      width: 170,
    },
  ];
  if (rows?.length === 0 && !pages.isError) return null;
  return (
    <Stack gap={8}>
      <Title order={2}>Earlier imports</Title>
      <Table
        name="Imports"
        columns={columns}
        rows={{ ...pages, data: rows }}
        rowId={(row) => row.id}
        rowName={(row) => row.fileName ?? "Contacts"}
        {...sorting}
        exportable={false}
        errorTitle="Error loading imports"
        hasMore={pages.hasNextPage}
        onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
        maxHeight={400}
        empty={
          <EmptyState icon={IconFileImport} title="No imports yet">
            Imports are listed here.
          </EmptyState>
        }
      />
    </Stack>
  );
}
