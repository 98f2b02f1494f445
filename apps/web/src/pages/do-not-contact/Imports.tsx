import { Stack, Title } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type DncImport, dncRoutes } from "@trunkline/contract/dnc.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/formatFigure.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useSort } from "../../ui/sort.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";

const liveMs = 2_000;
const tones = { running: "going", done: "done", failed: "failed" } as const;
const words = { running: "Running", done: "Done", failed: "Failed" } as const;

const figure = (id: "total" | "added" | "rejectedCount", header: string): Column<DncImport> => ({
  id,
  header,
  cell: (row) => formatCount(row[id]),
  value: (row) => row[id],
  right: true,
  width: 90,
});
const columns: Column<DncImport>[] = [
  {
    id: "file",
    header: "File",
    cell: (row) => row.fileName ?? "Numbers",
    value: (row) => row.fileName,
    width: 180,
    always: true,
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <span title={row.problem ?? undefined}>
        <StatusBadge tone={tones[row.status]}>{words[row.status]}</StatusBadge>
      </span>
    ),
    value: (row) => row.status,
    width: 100,
  },
  figure("total", "Rows"),
  figure("added", "New"),
  figure("rejectedCount", "Rejected"),
  {
    id: "created",
    header: "Started (UTC)",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
  },
];

/** The files of a list, newest first; one under way shows how far it is, whoever sent it. */
export function Imports({ kind }: { kind: DncImport["kind"] }) {
  const pages = useInfiniteQuery({
    ...pagesOf(dncRoutes.imports, { query: { kind, limit: 50 } }),
    refetchInterval: ({ state }) => (rowsOf(state.data)?.some(({ status }) => status === "running") ? liveMs : false),
  });
  const rows = rowsOf(pages.data);
  const sorting = useSort({ by: "created", descending: true });
  if (rows?.length === 0 && !pages.isError) return null;
  return (
    <Stack gap={8}>
      <Title order={2} fz={16}>
        Earlier files
      </Title>
      <Table
        name="Earlier files"
        columns={columns}
        rows={{ ...pages, data: rows }}
        rowId={(row) => row.id}
        rowName={(row) => row.fileName ?? "Numbers"}
        {...sorting}
        exportable={false}
        errorTitle="Error loading imports"
        hasMore={pages.hasNextPage}
        onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
        maxHeight={300}
        empty={
          <EmptyState icon={IconFileImport} title="No files yet">
            Files are listed here.
          </EmptyState>
        }
      />
    </Stack>
  );
}
