import { Button, Text } from "@mantine/core";
import { IconPencil, IconUserMinus, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type User, userRoutes } from "@trunkline/contract/user.ts";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { notAllowed, useMay, useMe } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { rightsText, roleNames } from "../../fields/RightsFields.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { plural } from "../../ui/formatFigure.ts";
import { Page } from "../../ui/Page.tsx";
import type { RowAction } from "../../ui/RowActions.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useSort } from "../../ui/sort.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { useAddress } from "../../ui/useAddress.ts";
import { useListSearch } from "../../ui/useListSearch.tsx";
import { EditUser } from "./EditUser.tsx";
import { InviteUser } from "./InviteUser.tsx";

const columns: Column<User>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Text inherit span fw={500}>
        {row.name ?? "---"}
      </Text>
    ),
    value: (row) => row.name,
    width: 180,
    always: true,
  },
  { id: "email", header: "Email", cell: (row) => row.email, value: (row) => row.email, width: 220 },
  { id: "role", header: "Role", cell: (row) => roleNames[row.role], value: (row) => roleNames[row.role], width: 120 },
  {
    id: "privileges",
    header: "Privileges",
    cell: (row) => <span title={rightsText(row)}>{rightsText(row)}</span>,
    value: rightsText,
    width: 220,
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
    width: 110,
  },
  {
    id: "lastSeen",
    header: "Last seen (UTC)",
    cell: (row) => <Time at={row.lastSeen} />,
    value: (row) => row.lastSeen,
    width: 170,
  },
  {
    id: "created",
    header: "Since (UTC)",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
    hidden: true,
  },
];

/** Users of the account: invite, roles and privileges, remove. */
export function UsersPage() {
  const users = useQuery(listOf(userRoutes.list));
  const [address, change] = useAddress();
  const { search, searchBar } = useListSearch({ label: "Search users", placeholder: "Search name or email" });
  const sorting = useSort({ by: "name", descending: false });
  const mayAdmin = useMay()("user-admin");
  const me = useMe();
  const remove = useRemove();
  const [edited, setEdited] = useState<User | null>(null);
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
        run: () => setEdited(row),
        disabled: refusal ?? (isSelf ? "Nobody changes their own rights." : undefined),
      },
      {
        label: "Remove",
        icon: IconUserMinus,
        run: () => void remove(row),
        destructive: true,
        disabled: refusal ?? (isSelf ? "Nobody removes themselves." : undefined),
      },
    ];
  };
  return (
    <Page
      title="Users"
      purpose={`Who works in ${me.account.name}, and what each of them may do.`}
      shape="table"
      actions={invite}
    >
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
      {address["invite"] && mayAdmin ? <InviteUser close={() => change({ invite: undefined })} /> : null}
      {edited ? <EditUser user={edited} close={() => setEdited(null)} /> : null}
    </Page>
  );
}

function useRemove(): (user: User) => Promise<void> {
  const refresh = useRefresh();
  return async ({ userId, name, email, state }) => {
    const isInvited = state === "invited";
    const isSure = await confirm({
      title: isInvited ? `Withdraw the invitation of ${email}?` : `Remove ${name ?? email}?`,
      consequence: isInvited
        ? "The link that they were given stops working."
        : "They are signed out of this account at once. What they made stays.",
      confirm: isInvited ? "Withdraw" : "Remove user",
    });
    if (!isSure) return;
    try {
      await call(userRoutes.remove, { params: { userId } });
      toastSuccess(isInvited ? "Invitation withdrawn" : "User removed", name ?? email);
    } catch (problem) {
      toastError("Error removing user", problem);
    }
    await refresh("/v4/user/");
  };
}
