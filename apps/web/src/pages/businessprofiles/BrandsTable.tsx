import { Anchor, Button } from "@mantine/core";
import { IconBuildingStore, IconPencil, IconPlus, IconRosetteDiscountCheck, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Brand, brandRoutes } from "@trunkline/contract/registration/brand.ts";
import { entityTypes, wordsOf } from "@trunkline/contract/registration/brandFields.ts";
import { notAllowed, useMe } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { brandState } from "./brandState.ts";
import { busyMs } from "./busyMs.ts";
import { useBrandActions } from "./useBrandActions.ts";

const columns: Column<Brand>[] = [
  {
    id: "displayName",
    header: "Display Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editBrand(row.brandId)} inherit fw={500}>
        {row.displayName}
      </Anchor>
    ),
    value: (row) => row.displayName,
    width: 200,
    always: true,
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => {
      const { tone, word, why } = brandState(row);
      return (
        <StatusBadge tone={tone} why={why}>
          {word}
        </StatusBadge>
      );
    },
    value: (row) => brandState(row).word,
    width: 130,
  },
  {
    id: "score",
    header: "Score",
    cell: (row) => row.score ?? "---",
    value: (row) => row.score,
    right: true,
    width: 80,
  },
  {
    id: "entityType",
    header: "Entity Type",
    cell: (row) => entityTypes[row.entityType],
    value: (row) => entityTypes[row.entityType],
    width: 160,
    hidden: true,
  },
  {
    id: "companyName",
    header: "Legal Company Name",
    cell: (row) => row.companyName || "---",
    value: (row) => row.companyName,
    width: 185,
    hidden: true,
  },
  {
    id: "vertical",
    header: "Vertical",
    cell: (row) => (row.vertical === "" ? "---" : wordsOf(row.vertical)),
    value: (row) => wordsOf(row.vertical),
    width: 130,
    hidden: true,
  },
  {
    id: "campaigns",
    header: "10DLC campaigns",
    cell: (row) => formatCount(row.campaigns),
    value: (row) => row.campaigns,
    right: true,
    width: 140,
  },
  {
    id: "registryId",
    header: "Registry ID",
    cell: (row) => row.registryId ?? "---",
    value: (row) => row.registryId,
    width: 125,
  },
  {
    id: "mock",
    header: "Mock",
    cell: (row) => (row.mock ? "Yes" : "No"),
    value: (row) => (row.mock ? "Yes" : "No"),
    width: 80,
    hidden: true,
  },
  {
    id: "created",
    header: "Created Date (UTC)",
    cell: (row) => <Time at={row.created} utc />,
    value: (row) => row.created,
    width: 170,
  },
];

/** The account's brands with their registry status. */
export function BrandsTable({ mayAdmin }: { mayAdmin: boolean }) {
  const { account } = useMe();
  const brands = useQuery({
    ...listOf(brandRoutes.list, { params: { acct: account.accountSid } }),
    refetchInterval: ({ state }) => (state.data?.some(({ busy }) => busy) ? busyMs : false),
  });
  const { search, searchBar } = useListSearch({ label: "Search brands", placeholder: "Search by name or registry ID" });
  const sorting = useSort({ by: "created", descending: true });
  const go = useGo();
  const { remove, vet } = useBrandActions();
  const wanted = search.toLowerCase();
  const found = brands.data?.filter((row) =>
    `${row.displayName} ${row.companyName} ${row.registryId ?? ""} ${row.referenceId}`.toLowerCase().includes(wanted),
  );
  const actionsOf = (row: Brand): RowAction[] => [
    { label: mayAdmin ? "Edit" : "View", icon: IconPencil, run: () => go(paths.editBrand(row.brandId)) },
    {
      label: "Order vetting",
      icon: IconRosetteDiscountCheck,
      run: () => void vet(row),
      disabled: !mayAdmin
        ? notAllowed
        : row.status === "VERIFIED" && !row.busy && row.entityType !== "SOLE_PROPRIETOR"
          ? undefined
          : "Only verified companies without a pending vetting can be vetted.",
    },
    {
      label: "Delete",
      icon: IconTrash,
      run: () => void remove(row),
      destructive: true,
      disabled: !mayAdmin
        ? notAllowed
        : row.campaigns > 0
          ? `Deactivate its ${plural(row.campaigns, "10DLC campaign")} first.`
          : undefined,
    },
  ];
  return (
    <Table
      name="Brands"
      columns={columns}
      rows={{ ...brands, data: found }}
      rowId={(row) => row.brandId}
      rowName={(row) => row.displayName}
      {...sorting}
      {...searchBar}
      errorTitle="Error loading brands"
      {...(found ? { count: plural(found.length, "brand") } : {})}
      rowActions={actionsOf}
      actionsWidth={120}
      empty={
        <EmptyState
          icon={IconBuildingStore}
          title="No brands yet"
          action={
            mayAdmin ? (
              <Button component={PathLink} to={paths.createBrand} leftSection={<IconPlus size={16} />}>
                Brand
              </Button>
            ) : undefined
          }
        >
          A brand identifies your company to the carriers' registry. Register a brand first, then a 10DLC campaign for
          your messages.
        </EmptyState>
      }
    />
  );
}
