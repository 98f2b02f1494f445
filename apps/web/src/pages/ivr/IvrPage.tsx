import { Anchor, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconSitemap, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ivrRoutes, type ListedIvr } from "@trunkline/contract/routing/ivr.ts";
import { call } from "../../api/call.ts";
import { useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { notPermitted } from "./notPermitted.ts";

const columns: Column<ListedIvr>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editIvr(row.routeTag)} inherit fw={500}>
        {row.ivrName}
      </Anchor>
    ),
    value: (row) => row.ivrName,
    width: 220,
    always: true,
  },
  { id: "routeTag", header: "Route Tag", cell: (row) => row.routeTag, value: (row) => row.routeTag, width: 200 },
  {
    id: "description",
    header: "Description",
    cell: (row) => row.description || "---",
    value: (row) => row.description,
    width: 260,
  },
  {
    id: "menus",
    header: "Menus",
    cell: (row) => formatCount(row.menus),
    value: (row) => row.menus,
    right: true,
    width: 90,
  },
  {
    id: "updated",
    header: "Saved",
    cell: (row) => <Time at={row.updated} />,
    value: (row) => row.updated,
    width: 180,
  },
];

/** The list of IVR menus (spec 3 §2). */
export function IvrPage() {
  const ivrs = useQuery(listOf(ivrRoutes.list));
  const { search, searchBar } = useListSearch({ label: "Search IVR menus", placeholder: "Search name or description" });
  const sorting = useSort({ by: "name", descending: false });
  const mayAdmin = useMay()("ivr-admin");
  const go = useGo();
  const remove = useRemove();
  const found = ivrs.data?.filter((row) =>
    `${row.ivrName} ${row.description}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const create = mayAdmin ? (
    <Button component={PathLink} to={paths.createIvr} leftSection={<IconPlus size={16} />}>
      IVR Configuration
    </Button>
  ) : null;
  const disabled = mayAdmin ? undefined : notPermitted;
  const actionsOf = (row: ListedIvr): RowAction[] => [
    { label: "Edit", icon: IconPencil, run: () => go(paths.editIvr(row.routeTag)), disabled },
    { label: "Delete", icon: IconTrash, run: () => void remove(row), destructive: true, disabled },
  ];
  return (
    <Page
      title="IVR Menus"
      purpose="Phone menus that callers navigate with their keypad."
      shape="table"
      actions={create}
    >
      <Table
        name="IVR"
        columns={columns}
        rows={{ ...ivrs, data: found }}
        rowId={(row) => row.ivrName}
        rowName={(row) => row.ivrName}
        {...sorting}
        {...searchBar}
        errorTitle="Failed to load IVR menus."
        {...(found ? { count: plural(found.length, "IVR menu") } : {})}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconSitemap} title="No IVR menus yet" action={create}>
            Set what callers hear, what each key does and which numbers it answers.
          </EmptyState>
        }
      />
    </Page>
  );
}

function useRemove(): (ivr: ListedIvr) => Promise<void> {
  const refresh = useRefresh();
  return async ({ ivrName, menus }) => {
    const isSure = await confirm({
      title: `Delete the IVR "${ivrName}"?`,
      consequence: `Its ${plural(menus, "menu")} and earlier versions will be deleted, and its numbers go unanswered until you attach them elsewhere. This cannot be undone.`,
      confirm: "Delete IVR",
    });
    if (!isSure) return;
    try {
      // deletes both the IVR and its route tag, or neither (spec 3 §4)
      await call(ivrRoutes.remove, { body: { ivrName } });
      toastSuccess("IVR deleted successfully", ivrName);
    } catch (problem) {
      toastError("Error deleting IVR menu", problem);
    }
    await refresh(ivrRoutes.list.path, "/v4/route", "/v4/number");
  };
}
