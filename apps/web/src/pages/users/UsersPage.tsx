import { Anchor, Button, Tabs } from "@mantine/core";
import { IconPencil, IconUserMinus, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { notAllowed, useMay, useMe } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { rightsText, roleNames } from "../../fields/rightsText.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import pageTabs from "../../ui/page/PageTabs.module.css";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { RolesTable } from "./RolesTable.tsx";
import { useRemoveUser } from "./useRemoveUser.ts";

const loadInviteUser = () => import("./InviteUser.tsx");
const InviteUser = later(async () => (await loadInviteUser()).InviteUser, { frame: overThePage });
const soon = [loadInviteUser];

const columns: Column<User>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.user(row.userId)} inherit fw={500}>
        {row.name ?? row.email}
      </Anchor>
    ),
    value: (row) => row.name ?? row.email,
    width: 160,
    always: true,
  },
  { id: "email", header: "Email", cell: (row) => row.email, value: (row) => row.email, width: 200 },
  { id: "role", header: "Role", cell: (row) => roleNames[row.role], value: (row) => roleNames[row.role], width: 110 },
  {
    id: "privileges",
    header: "Privileges",
    cell: (row) => <span title={rightsText(row)}>{rightsText(row)}</span>,
    value: rightsText,
    width: 165,
  },
  {
    id: "state",
    header: "State",
    cell: (row) =>
      row.state === "active" ? (
        <StatusBadge tone="done">Active</StatusBadge>
      ) : (
        <StatusBadge tone="waits">Invited</StatusBadge>
      ),
    value: (row) => row.state,
    width: 95,
  },
  {
    id: "twoFactor",
    header: "Two-factor",
    cell: (row) =>
      row.twoFactor ? <StatusBadge tone="done">On</StatusBadge> : <StatusBadge tone="off">Off</StatusBadge>,
    value: (row) => (row.twoFactor ? "On" : "Off"),
    width: 105,
  },
  {
    id: "lastSeen",
    header: "Last seen",
    cell: (row) => <Time at={row.lastSeen} ago />,
    value: (row) => row.lastSeen,
    width: 120,
  },
  {
    id: "expires",
    header: "Link expires",
    cell: (row) => <Time at={row.expires} />,
    value: (row) => row.expires,
    width: 170,
    hidden: true,
  },
  {
    id: "created",
    header: "Since",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
    hidden: true,
  },
];

/** Users of the account, with their roles and privileges. */
export function UsersPage() {
  usePreload(soon);
  const users = useQuery(listOf(userRoutes.list));
  const [address, change] = useAddress();
  const { search, searchBar } = useListSearch({ label: "Search users", placeholder: "Search name or email" });
  const sorting = useSort({ by: "name", descending: false });
  const mayAdmin = useMay()("user-admin");
  const me = useMe();
  const go = useGo();
  const remove = useRemoveUser();
  const isRoles = address["tab"] === "roles";
  const found = users.data?.filter((row) =>
    `${row.name ?? ""} ${row.email}`.toLowerCase().includes(search.toLowerCase()),
  );
  const invite = mayAdmin ? (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => change({ invite: "yes" })}>
      Invite user
    </Button>
  ) : null;
  const actionsOf = (row: User): RowAction[] => {
    const refusal = mayAdmin ? undefined : notAllowed;
    const isSelf = row.userId === me.user.userId;
    return [
      {
        label: "Edit",
        icon: IconPencil,
        run: () => go(paths.user(row.userId)),
      },
      {
        label: "Remove",
        icon: IconUserMinus,
        run: () => void remove(row),
        destructive: true,
        disabled: refusal ?? (isSelf ? "You can't remove yourself." : undefined),
      },
    ];
  };
  return (
    <Page
      title="Users"
      purpose={`The people in ${me.account.name} and what they can do.`}
      shape="table"
      actions={isRoles ? null : invite}
    >
      <Tabs
        value={isRoles ? "roles" : "users"}
        onChange={(tab) => change({ tab: tab === "roles" ? tab : undefined, q: undefined, sort: undefined })}
        keepMounted={false}
        className={pageTabs["tabs"] ?? ""}
      >
        <Tabs.List>
          <Tabs.Tab value="users">Users</Tabs.Tab>
          <Tabs.Tab value="roles">Roles and privileges</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users" className={pageTabs["panel"] ?? ""}>
          <Table
            name="Users"
            columns={columns}
            rows={{ ...users, data: found }}
            rowId={(row) => row.userId}
            rowName={(row) => row.name ?? row.email}
            {...sorting}
            {...searchBar}
            errorTitle="Error loading users"
            {...(found ? { count: plural(found.length, "user") } : {})}
            rowActions={actionsOf}
            empty={
              <EmptyState icon={IconUsers} title="No users" action={invite}>
                Invite the people you work with.
              </EmptyState>
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="roles" className={pageTabs["panel"] ?? ""}>
          <RolesTable />
        </Tabs.Panel>
      </Tabs>
      {address["invite"] && mayAdmin ? <InviteUser close={() => change({ invite: undefined })} /> : null}
    </Page>
  );
}
