import { Anchor, Button } from "@mantine/core";
import { IconBan, IconFileCertificate, IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { wordsOf } from "@trunkline/contract/registration/brandFields.ts";
import { type TenDlcCampaign, tenDlcRoutes } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMe } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { busyMs } from "./busyMs.ts";
import { tenDlcState } from "./tenDlcState.ts";

const columns: Column<TenDlcCampaign>[] = [
  {
    id: "usecase",
    header: "Use Case",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editTenDlc(row.id)} inherit fw={500}>
        {wordsOf(row.usecase)}
      </Anchor>
    ),
    value: (row) => wordsOf(row.usecase),
    width: 140,
    always: true,
  },
  { id: "brand", header: "Brand", cell: (row) => row.brandName, value: (row) => row.brandName, width: 130 },
  {
    id: "status",
    header: "Status",
    cell: (row) => {
      const { tone, word, why } = tenDlcState(row);
      return (
        <StatusBadge tone={tone} why={why}>
          {word}
        </StatusBadge>
      );
    },
    value: (row) => tenDlcState(row).word,
    width: 120,
  },
  {
    id: "drift",
    header: "Mismatches",
    cell: ({ drift }) =>
      drift.length === 0 ? (
        "---"
      ) : (
        <StatusBadge tone="waits" why={drift.map(({ title, words }) => `${title}: ${words}`).join("; ")}>
          {plural(drift.length, "template")}
        </StatusBadge>
      ),
    value: ({ drift }) => drift.length,
    width: 115,
  },
  {
    id: "numberSet",
    header: "Number Set",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editNumberSet(row.numberSetId)} inherit>
        {row.numberSetName}
      </Anchor>
    ),
    value: (row) => row.numberSetName,
    width: 130,
  },
  {
    id: "numbers",
    header: "Numbers",
    cell: (row) => formatCount(row.numbers),
    value: (row) => row.numbers,
    right: true,
    width: 95,
  },
  {
    id: "registryId",
    header: "Registry ID",
    cell: (row) => row.registryId ?? "---",
    value: (row) => row.registryId,
    width: 110,
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

/** The account's 10DLC campaigns with their status at the registry and carriers. */
export function TenDlcTable({ mayAdmin }: { mayAdmin: boolean }) {
  const { account } = useMe();
  const rows = useQuery({
    ...listOf(tenDlcRoutes.list, { params: { acct: account.accountSid } }),
    refetchInterval: ({ state }) => (state.data?.some(({ busy }) => busy) ? busyMs : false),
  });
  const { search, searchBar } = useListSearch({
    label: "Search 10DLC campaigns",
    placeholder: "Search by brand, set or ID",
  });
  const sorting = useSort({ by: "created", descending: true });
  const go = useGo();
  const deactivate = useDeactivate();
  const wanted = search.toLowerCase();
  const found = rows.data?.filter((row) =>
    `${row.brandName} ${row.numberSetName} ${row.usecase} ${row.registryId ?? ""} ${row.referenceId}`
      .toLowerCase()
      .includes(wanted),
  );
  const actionsOf = (row: TenDlcCampaign): RowAction[] => [
    { label: mayAdmin ? "Edit" : "View", icon: IconPencil, run: () => go(paths.editTenDlc(row.id)) },
    {
      label: "Deactivate",
      icon: IconBan,
      run: () => void deactivate(row),
      destructive: true,
      disabled: mayAdmin ? (row.status === "EXPIRED" ? "This campaign has already expired." : undefined) : notAllowed,
    },
  ];
  return (
    <Table
      name="10DLC campaigns"
      columns={columns}
      rows={{ ...rows, data: found }}
      rowId={(row) => row.id}
      rowName={(row) => `${wordsOf(row.usecase)} of ${row.brandName}`}
      {...sorting}
      {...searchBar}
      errorTitle="Error loading 10DLC campaigns"
      {...(found ? { count: plural(found.length, "10DLC campaign") } : {})}
      rowActions={actionsOf}
      empty={
        <EmptyState
          icon={IconFileCertificate}
          title="No 10DLC campaigns yet"
          action={
            mayAdmin ? (
              <Button component={PathLink} to={paths.createTenDlc} leftSection={<IconPlus size={16} />}>
                Campaign
              </Button>
            ) : undefined
          }
        >
          A 10DLC campaign describes what a brand sends, to whom and from which numbers. Without one, carriers block
          texts from local numbers.
        </EmptyState>
      }
    />
  );
}

function useDeactivate(): (row: TenDlcCampaign) => Promise<void> {
  const refresh = useRefresh();
  const { account } = useMe();
  return async (row) => {
    const isSure = await confirm({
      title: `Deactivate 10DLC campaign of "${row.brandName}"?`,
      consequence: `Its ${plural(row.numbers, "number")} will no longer be registered. Registering again costs the fees again. This cannot be undone.`,
      confirm: "Deactivate",
    });
    if (!isSure) return;
    try {
      await call(tenDlcRoutes.remove, { params: { acct: account.accountSid, id: row.id } });
      toastSuccess("10DLC campaign deactivated", row.brandName);
    } catch (problem) {
      toastError("Error deactivating 10DLC campaign", problem);
    }
    await refresh(tenDlcRoutes.list.path, tenDlcRoutes.find.path, "/v4/numberset/");
  };
}
