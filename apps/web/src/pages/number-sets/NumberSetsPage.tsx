import { Anchor, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconStack2, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type NumberSet, numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
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
import { formatCount, formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";

const columns: Column<NumberSet>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editNumberSet(row.numberSetId)} inherit fw={500}>
        {row.name}
      </Anchor>
    ),
    value: (row) => row.name,
    width: 240,
    always: true,
  },
  {
    id: "count",
    header: "Numbers",
    cell: (row) => formatCount(row.phoneNumbers.length),
    value: (row) => row.phoneNumbers.length,
    right: true,
    width: 100,
  },
  {
    id: "phones",
    header: "Phones",
    cell: (row) => (
      <span className="figures">
        {row.phoneNumbers.length === 0 ? "---" : row.phoneNumbers.slice(0, 8).map(formatPhone).join(", ")}
      </span>
    ),
    value: (row) => row.phoneNumbers.join(" "),
    width: 260,
  },
  {
    id: "usedBy",
    header: "Used by",
    cell: (row) =>
      row.usedBy.length === 0 ? "---" : <span title={namesOf(row)}>{plural(row.usedBy.length, "workflow")}</span>,
    value: (row) => row.usedBy.length,
    width: 130,
  },
  {
    id: "routeTag",
    header: "Answered by",
    cell: (row) => row.routeTag ?? "---",
    value: (row) => row.routeTag ?? "",
    width: 150,
  },
  {
    id: "created",
    header: "Created Date",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 180,
  },
];
const namesOf = (row: NumberSet): string => row.usedBy.map(({ campaignName }) => campaignName).join(", ");

/** Number sets, the groups of numbers that workflows send from. */
export function NumberSetsPage() {
  const sets = useQuery(listOf(numberSetRoutes.list));
  const { search, searchBar } = useListSearch({ label: "Search number sets", placeholder: "Search name or number" });
  const sorting = useSort({ by: "created", descending: true });
  const mayAdmin = useMay()("number-admin");
  const go = useGo();
  const remove = useRemove();
  const found = sets.data?.filter((row) =>
    `${row.name} ${row.phoneNumbers.join(" ")}`.toLowerCase().includes(search.toLowerCase()),
  );
  const create = mayAdmin ? (
    <Button component={PathLink} to={paths.createNumberSet} leftSection={<IconPlus size={16} />}>
      Number Set
    </Button>
  ) : null;
  const actionsOf = (row: NumberSet): RowAction[] => [
    { label: "Edit", icon: IconPencil, run: () => go(paths.editNumberSet(row.numberSetId)) },
    {
      label: "Delete",
      icon: IconTrash,
      run: () => void remove(row),
      destructive: true,
      disabled: !mayAdmin
        ? notAllowed
        : row.usedBy.length > 0
          ? `Used by ${namesOf(row)}. Give them another number set first.`
          : row.routeTag !== null
            ? `Answered by ${row.routeTag}. Detach it there first.`
            : undefined,
    },
  ];
  return (
    <Page
      title="Number Sets"
      purpose="Groups of numbers that workflows send from. Each contact keeps the same number."
      shape="table"
      actions={create}
    >
      <Table
        name="Number Sets"
        columns={columns}
        rows={{ ...sets, data: found }}
        rowId={(row) => row.numberSetId}
        rowName={(row) => row.name}
        {...sorting}
        {...searchBar}
        errorTitle="There was an error getting number sets"
        {...(found ? { count: plural(found.length, "number set") } : {})}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconStack2} title="No number sets yet" action={create}>
            Add numbers to a set, then choose the set in a workflow.
          </EmptyState>
        }
      />
    </Page>
  );
}

function staying(numbers: number): string {
  if (numbers === 0) return "It has no numbers. ";
  return numbers === 1 ? "Its number stays in your account. " : `Its ${numbers} numbers stay in your account. `;
}

function useRemove(): (set: NumberSet) => Promise<void> {
  const remove = useRemoveOne("/v4/number");
  return ({ numberSetId, name, phoneNumbers }) =>
    remove({
      ask: {
        title: `Delete the number set "${name}"?`,
        consequence: `${staying(phoneNumbers.length)}This cannot be undone.`,
        confirm: "Delete number set",
      },
      remove: () => call(numberSetRoutes.remove, { params: { numberSetId } }),
      done: ["Number set deleted", name],
      failed: "Error deleting number set",
    });
}
