import { Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import {
  holds,
  type Privilege,
  privilegeNames,
  privileges,
  type Role,
  roles,
} from "@trunkline/contract/identity/roles.ts";
import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { listOf } from "../../api/queries.ts";
import { roleNames } from "../../fields/rightsText.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";

interface Row {
  name: Privilege;
  allows: string;
  holders: string[];
}

const heldBy = (role: Role): string => (role === "member" ? "When granted" : role === "viewer" ? "No" : "Yes");

const columns: Column<Row>[] = [
  {
    id: "allows",
    header: "Privilege",
    cell: ({ allows }) => (
      <Text inherit span fw={500} title={allows}>
        {allows}
      </Text>
    ),
    value: (row) => row.allows,
    width: 270,
    always: true,
  },
  {
    id: "name",
    header: "Name",
    cell: ({ name }) => <code>{name}</code>,
    value: (row) => row.name,
    width: 190,
  },
  ...roles.map((role): Column<Row> => {
    const words = heldBy(role);
    return {
      id: role,
      header: roleNames[role],
      cell: () => <StatusBadge tone={words === "Yes" ? "done" : words === "No" ? "off" : "waits"}>{words}</StatusBadge>,
      value: () => words,
      sortable: false,
      width: role === "member" ? 130 : role === "administrator" ? 115 : 85,
    };
  }),
  {
    id: "holders",
    header: "Held by",
    cell: ({ holders }) => <span title={holders.join(", ")}>{holders.join(", ") || "---"}</span>,
    value: ({ holders }) => holders.join(", "),
    width: 200,
  },
];

const holdersOf = (name: Privilege, users: readonly User[]): string[] =>
  users
    .filter((user) => user.state === "active" && holds(user.role, user.privileges, name))
    .map((user) => user.name ?? user.email);

/** Every privilege with its roles and users (readings, Roles). */
export function RolesTable() {
  const users = useQuery(listOf(userRoutes.list));
  const sorting = useSort({ by: "allows", descending: false });
  const { search, searchBar } = useListSearch({ label: "Search privileges", placeholder: "Search privilege, user" });
  const wanted = search.trim().toLowerCase();
  const rows = users.data
    ? privilegeNames
        .map((name): Row => ({ name, allows: privileges[name], holders: holdersOf(name, users.data) }))
        .filter((row) => `${row.allows} ${row.name} ${row.holders.join(" ")}`.toLowerCase().includes(wanted))
    : undefined;
  return (
    <Table
      name="Privileges"
      columns={columns}
      rows={{ ...users, data: rows }}
      rowId={(row) => row.name}
      rowName={(row) => row.name}
      {...sorting}
      {...searchBar}
      errorTitle="Error loading users"
      empty={
        <EmptyState icon={IconKey} title="No privileges">
          Privileges that members can have are listed here.
        </EmptyState>
      }
    />
  );
}
