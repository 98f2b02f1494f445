import { Anchor } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ContactImport, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { useMemo } from "react";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import type { Column } from "../../ui/table/column.ts";
import { countColumn, PastFiles } from "../../ui/table/PastFiles.tsx";
import { State } from "./ImportProgress.tsx";

const refreshMs = 5000;

/** Earlier and running imports. */
export function PastImports({ onOpen }: { onOpen: (id: string) => void }) {
  const pages = useInfiniteQuery({ ...pagesOf(contactRoutes.imports), refetchInterval: refreshMs });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
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
    countColumn("total", "Rows"),
    countColumn("imported", "Imported"),
    countColumn("updated", "Updated"),
    countColumn("skipped", "Skipped"),
    countColumn("rejectedCount", "Rejected"),
  ];
  return (
    <PastFiles
      title="Earlier imports"
      name="Imports"
      columns={columns}
      pages={pages}
      rows={rows}
      nameless="Contacts"
      maxHeight={400}
    />
  );
}
