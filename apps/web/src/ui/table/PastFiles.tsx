import { Title } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { EmptyState } from "../page/EmptyState.tsx";
import { formatCount } from "../text/formatFigure.ts";
import { Time } from "../text/Time.tsx";
import type { Column } from "./column.ts";
import { useSort } from "./sort.ts";
import { Table } from "./Table.tsx";
import type { Rows } from "./tableProps.ts";

/** A finished or running import. */
interface PastFile {
  id: string;
  fileName: string | null;
  created: string;
}

interface Props<Row> {
  title: string;
  name: string;
  columns: readonly Column<Row>[];
  pages: Omit<Rows<Row>, "data"> & {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  rows: Row[] | undefined;
  /** The label of a file without a name. */
  nameless: string;
  maxHeight: number;
}

/** Earlier and running imports, newest first. Renders nothing without any. */
export function PastFiles<Row extends PastFile>({
  title,
  name,
  columns,
  pages,
  rows,
  nameless,
  maxHeight,
}: Props<Row>) {
  const sorting = useSort({ by: "created", descending: true });
  if (rows?.length === 0 && !pages.isError) return null;
  return (
    <Table
      name={name}
      columns={[...columns, startedColumn<Row>()]}
      rows={{ ...pages, data: rows }}
      rowId={(row) => row.id}
      rowName={(row) => row.fileName ?? nameless}
      {...sorting}
      filters={
        <Title order={2} fz={16}>
          {title}
        </Title>
      }
      exportable={false}
      errorTitle="Error loading imports"
      hasMore={pages.hasNextPage}
      onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
      maxHeight={maxHeight}
      empty={
        <EmptyState icon={IconFileImport} title="No files yet">
          Files are listed here.
        </EmptyState>
      }
    />
  );
}

const startedColumn = <Row extends PastFile>(): Column<Row> => ({
  id: "created",
  header: "Started",
  cell: (row) => <Time at={row.created} />,
  value: (row) => row.created,
  width: 170,
});

/** A count of a file's rows. */
export const countColumn = <Id extends string>(id: Id, header: string): Column<Record<Id, number>> => ({
  id,
  header,
  cell: (row) => formatCount(row[id]),
  value: (row) => row[id],
  right: true,
  width: 96,
});
