import { Anchor, Button } from "@mantine/core";
import { IconKey, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Connection, connectionRoutes, webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { call } from "../../api/call.ts";
import { notAllowed } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { refusalOf, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import type { Section } from "./useSection.ts";

/** Token if any auth header is named authorization, otherwise No Auth (spec 2 §3.7). */
const authorizationType = ({ authHeaders }: Connection): string =>
  Object.keys(authHeaders).some((name) => name.toLowerCase() === "authorization") ? "Token" : "No Auth";

const columnsOf = (section: Section): Column<Connection>[] => [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={section.editConnection(row.id)} inherit fw={500}>
        {row.name}
      </Anchor>
    ),
    value: (row) => row.name,
    width: 240,
    always: true,
  },
  { id: "type", header: "Authorization Type", cell: authorizationType, value: authorizationType, width: 170 },
  {
    id: "description",
    header: "Description",
    cell: (row) => <span title={row.description}>{row.description || "---"}</span>,
    value: (row) => row.description,
    width: 420,
  },
];

/** The tab Connections (spec 2 §2.3). */
export function ConnectionsTable({ section, mayEdit }: { section: Section; mayEdit: boolean }) {
  const connections = useQuery(listOf(connectionRoutes.list));
  const sorting = useSort({ by: "name", descending: false });
  const remove = useDeleteConnection(section);
  const { search, searchBar } = useListSearch({
    label: "Search connections",
    placeholder: "Search name or description",
  });
  const found = connections.data?.filter((row) =>
    `${row.name} ${row.description}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <Table
      name="Connections"
      columns={columnsOf(section)}
      rows={{ ...connections, data: found }}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      {...sorting}
      {...searchBar}
      errorTitle="There was an error getting connections"
      {...(found ? { count: plural(found.length, "connection") } : {})}
      rowActions={(row) => [
        {
          label: "Delete",
          icon: IconTrash,
          destructive: true,
          run: () => void remove(row),
          disabled: mayEdit ? undefined : notAllowed,
        },
      ]}
      empty={
        <EmptyState
          icon={IconKey}
          title="No connections yet"
          action={
            mayEdit ? (
              <Button component={PathLink} to={section.createConnection} leftSection={<IconPlus size={16} />}>
                Connection
              </Button>
            ) : null
          }
        >
          A connection holds the headers, tokens and signing secret that webhooks use.
        </EmptyState>
      }
    />
  );
}

/** Deletes a connection after a confirmation that names the webhooks that use it (spec 2 §5.4, §8). */
function useDeleteConnection(section: Section): (connection: Connection) => Promise<void> {
  const refresh = useRefresh();
  return async ({ id, name, usedBy }) => {
    const isSure = await confirm({
      title: `Delete "${name}"?`,
      consequence:
        usedBy.length === 0
          ? "No webhook uses it. This cannot be undone."
          : `It is in use. ${usedBy.map((use) => use.name).join(", ")} will fail until you set another connection. This cannot be undone.`,
      confirm: "Delete connection",
    });
    if (!isSure) return;
    try {
      await call(connectionRoutes.remove, { params: { id } });
      if (section.isCallbacks) toastSuccess("Connection deleted", "Connection deleted successfully.");
      else toastSuccess("Successfully deleted connection", name);
    } catch (problem) {
      const refusal = refusalOf(problem);
      if (!section.isCallbacks) toastError("Error deleting connection.", problem);
      else if (refusal === undefined) toastError("There was an error deleting this connection", problem);
      else toastError("There was an error deleting connection.", refusal);
    }
    await refresh(connectionRoutes.list.path, webhookRoutes.list.path);
  };
}
