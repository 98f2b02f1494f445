import { Anchor, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type WorkGroup, workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { distributionChoices } from "@trunkline/workflow/distribution/settings.ts";
import { useRemoveOne } from "../../actions/useRemoveOne.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";

const namesOf = ({ members }: WorkGroup): string =>
  members.map(({ name, weight }) => (weight === 1 ? name : `${name} (${weight})`)).join(", ");

const ringOf = ({ distributionType }: WorkGroup): string =>
  distributionChoices.find(({ value }) => value === distributionType)?.label ?? "---";

/** Why a group can't be deleted. */
function whyInUse({ usedBy, routedBy }: WorkGroup): string | undefined {
  const by = [
    ...(usedBy.length > 0 ? [`the dispositions ${usedBy.join(", ")}`] : []),
    ...(routedBy.length > 0 ? [`the workflows ${routedBy.join(", ")}`] : []),
  ];
  return by.length === 0 ? undefined : `Used by ${by.join(" and ")}. Remove it there first.`;
}

const columns: Column<WorkGroup>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editWorkGroup(row.workGroupId)} inherit fw={500}>
        {row.name}
      </Anchor>
    ),
    value: (row) => row.name,
    width: 200,
    always: true,
  },
  {
    id: "count",
    header: "Members",
    cell: (row) => formatCount(row.members.length),
    value: (row) => row.members.length,
    right: true,
    width: 90,
  },
  {
    id: "members",
    header: "Order",
    cell: (row) => (row.members.length === 0 ? "---" : namesOf(row)),
    value: namesOf,
    sortable: false,
    width: 320,
  },
  {
    id: "distribution",
    header: "Distribution",
    cell: ringOf,
    value: ringOf,
    width: 170,
  },
  {
    id: "usedBy",
    header: "Dispositions",
    cell: (row) =>
      row.usedBy.length === 0 ? "---" : <span title={row.usedBy.join(", ")}>{formatCount(row.usedBy.length)}</span>,
    value: (row) => row.usedBy.length,
    right: true,
    width: 110,
  },
  {
    id: "created",
    header: "Created",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
  },
];

/** Work groups: users in an order (readings, Routes of pages). */
export function WorkGroupsPage() {
  const groups = useQuery(listOf(workGroupRoutes.list));
  const sorting = useSort({ by: "name", descending: false });
  const mayAdmin = useMay()("user-admin");
  const go = useGo();
  const remove = useRemove();
  const { search, searchBar } = useListSearch({ label: "Search work groups", placeholder: "Search name or member" });
  const found = groups.data?.filter((row) =>
    [row.name, ...row.members.flatMap(({ name, email }) => [name, email])].some((text) =>
      text.toLowerCase().includes(search.toLowerCase()),
    ),
  );
  const create = mayAdmin ? (
    <Button component={PathLink} to={paths.createWorkGroup} leftSection={<IconPlus size={16} />}>
      Work Group
    </Button>
  ) : null;
  const actionsOf = (row: WorkGroup): RowAction[] => [
    { label: "Edit", icon: IconPencil, run: () => go(paths.editWorkGroup(row.workGroupId)) },
    {
      label: "Delete",
      icon: IconTrash,
      run: () => void remove(row),
      destructive: true,
      disabled: mayAdmin ? whyInUse(row) : notAllowed,
    },
  ];
  return (
    <Page
      title="Work Groups"
      purpose="Users who answer calls together and share dispositions."
      shape="table"
      actions={create}
    >
      <Table
        name="Work Groups"
        columns={columns}
        rows={{ ...groups, data: found }}
        rowId={(row) => row.workGroupId}
        rowName={(row) => row.name}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading work groups"
        {...(found ? { count: plural(found.length, "work group") } : {})}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconUsersGroup} title="No work groups yet" action={create}>
            Group users who answer calls together and set the order in which they ring.
          </EmptyState>
        }
      />
    </Page>
  );
}

function useRemove(): (group: WorkGroup) => Promise<void> {
  const remove = useRemoveOne(workGroupRoutes.list.path);
  return ({ workGroupId, name, members }) =>
    remove({
      ask: {
        title: `Delete the work group "${name}"?`,
        consequence: `Its ${plural(members.length, "member")} stay users of the account. This cannot be undone.`,
        confirm: "Delete work group",
      },
      remove: () => call(workGroupRoutes.remove, { params: { workGroupId } }),
      done: ["Work group deleted", name],
      failed: "Error deleting work group",
    });
}
