import { IconDevices, IconLogout } from "@tabler/icons-react";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { ReactNode } from "react";
import { EmptyState } from "../ui/page/EmptyState.tsx";
import type { Column } from "../ui/table/column.ts";
import { useSort } from "../ui/table/sort.ts";
import { Table } from "../ui/table/Table.tsx";
import type { Rows } from "../ui/table/tableProps.ts";
import { StatusBadge } from "../ui/text/StatusBadge.tsx";
import { Time } from "../ui/text/Time.tsx";

/** A signed-in browser. */
interface SessionRow {
  sessionId: string;
  current: boolean;
  created: string;
  seen: string;
  expires: string;
  agent: string | null;
  address: string | null;
}

const columns: Column<SessionRow>[] = [
  {
    id: "agent",
    header: "Browser",
    cell: (row) => <span title={row.agent ?? ""}>{browserOf(row.agent)}</span>,
    value: (row) => row.agent,
    width: 128,
    always: true,
  },
  {
    id: "seen",
    header: "Last seen",
    cell: (row) => <Time at={row.seen} />,
    value: (row) => row.seen,
    width: 164,
  },
  {
    id: "current",
    header: "State",
    cell: (row) =>
      row.current ? (
        <StatusBadge tone="going">This session</StatusBadge>
      ) : (
        <StatusBadge tone="done">Signed in</StatusBadge>
      ),
    value: (row) => (row.current ? "This session" : "Signed in"),
    width: 106,
  },
  { id: "address", header: "Address", cell: (row) => row.address ?? "---", value: (row) => row.address, width: 112 },
  {
    id: "created",
    header: "Signed in",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
    hidden: true,
  },
  {
    id: "expires",
    header: "Ends",
    cell: (row) => <Time at={row.expires} />,
    value: (row) => row.expires,
    width: 164,
  },
];

/** Describes a browser: "Chrome on Linux". */
export function browserOf(agent: string | null): string {
  if (!agent) return "---";
  const name = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(agent)?.[1];
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
  return [name ? (ownValue(names, name) ?? name) : agent.slice(0, 40), system?.replace("Mac OS X", "macOS")]
    .filter(Boolean)
    .join(" on ");
}

/** A table of sessions that can be ended. */
export function SessionsTable<Row extends SessionRow>({
  rows,
  end,
  filters,
  reason,
}: {
  rows: Rows<Row>;
  end: (row: Row) => void;
  /** Shown above the table. Ends several sessions. */
  filters?: ReactNode;
  /** Why no session can be ended. */
  reason?: string | undefined;
}) {
  const sorting = useSort({ by: "seen", descending: true });
  return (
    <Table
      name="Sessions"
      columns={columns}
      rows={rows}
      rowId={(row) => row.sessionId}
      rowName={(row) => `session of ${browserOf(row.agent)}`}
      {...sorting}
      filters={filters}
      exportable={false}
      errorTitle="Error loading sessions"
      rowActions={(row) => [
        {
          label: "End",
          icon: IconLogout,
          destructive: true,
          run: () => end(row),
          disabled: reason ?? (row.current ? "Sign out to end this session." : undefined),
        },
      ]}
      maxHeight={420}
      empty={
        <EmptyState icon={IconDevices} title="No active sessions">
          Signed-in browsers are listed here.
        </EmptyState>
      }
    />
  );
}
