import { useInfiniteQuery } from "@tanstack/react-query";
import { type DncImport, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import type { Column } from "../../ui/table/column.ts";
import { countColumn, PastFiles } from "../../ui/table/PastFiles.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";

const liveMs = 2_000;
const tones = { running: "going", done: "done", failed: "failed", cancelled: "off" } as const;
const labels = { running: "Running", done: "Done", failed: "Failed", cancelled: "Cancelled" } as const;

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
        <StatusBadge tone={tones[row.status]}>{labels[row.status]}</StatusBadge>
      </span>
    ),
    value: (row) => row.status,
    width: 100,
  },
  countColumn("total", "Rows"),
  countColumn("added", "New"),
  countColumn("rejectedCount", "Rejected"),
];

/** The imported files of a list, newest first. Polls while an import is running. */
export const useImports = (kind: DncImport["kind"]) =>
  useInfiniteQuery({
    ...pagesOf(dncRoutes.imports, { query: { kind, limit: 50 } }),
    refetchInterval: ({ state }) => (rowsOf(state.data)?.some(({ status }) => status === "running") ? liveMs : false),
  });

/** The imported files of a list, including running imports of other users. */
export function Imports({ kind }: { kind: DncImport["kind"] }) {
  const pages = useImports(kind);
  const rows = rowsOf(pages.data);
  return (
    <PastFiles
      title="Earlier imports"
      name="Earlier imports"
      columns={columns}
      pages={pages}
      rows={rows}
      nameless="Numbers"
      maxHeight={300}
    />
  );
}
