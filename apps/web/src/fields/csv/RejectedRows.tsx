import { Button, Group, Stack, Title } from "@mantine/core";
import { IconDownload, IconListCheck } from "@tabler/icons-react";
import { type ContactImport, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { addressOf } from "../../api/call.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";

type Row = ContactImport["rejected"][number];
const columns: Column<Row>[] = [
  {
    id: "line",
    header: "Line",
    cell: (row) => formatCount(row.line),
    value: (row) => row.line,
    right: true,
    width: 80,
    always: true,
  },
  {
    id: "reason",
    header: "Reason",
    cell: (row) => <span title={row.reason}>{row.reason}</span>,
    value: (row) => row.reason,
    width: 320,
    always: true,
  },
  {
    id: "text",
    header: "Row",
    cell: (row) => <span title={row.text}>{row.text}</span>,
    value: (row) => row.text,
    width: 360,
    always: true,
  },
];

/** The rejected rows of a file with line and reason. All of them can be downloaded. */
export function RejectedRows({ of }: { of: ContactImport }) {
  const sorting = useSort({ by: "line", descending: false });
  if (of.rejectedCount === 0) return null;
  const isWhole = of.rejected.length >= of.rejectedCount;
  return (
    <Stack gap={8}>
      <Group gap={12}>
        <Title order={2}>{plural(of.rejectedCount, "rejected row")}</Title>
        <Button
          size="compact-sm"
          variant="default"
          component="a"
          href={addressOf(contactRoutes.rejected, { importId: of.id })}
          leftSection={<IconDownload size={16} />}
        >
          Download rejected rows
        </Button>
      </Group>
      <Table
        name="Rejected rows"
        columns={columns}
        rows={{ data: of.rejected, isPending: false, isError: false, error: null, refetch: () => undefined }}
        rowId={(row) => `${row.line} ${row.reason}`}
        rowName={(row) => `line ${row.line}`}
        {...sorting}
        errorTitle="Error loading rejected rows"
        exportable={false}
        {...(isWhole
          ? {}
          : { count: `the first ${formatCount(of.rejected.length)} of ${formatCount(of.rejectedCount)}` })}
        maxHeight={440}
        empty={
          <EmptyState icon={IconListCheck} title="No rejected rows">
            All rows were imported.
          </EmptyState>
        }
      />
    </Stack>
  );
}
