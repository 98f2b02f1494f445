import { Alert, Stack, Text } from "@mantine/core";
import { IconActivityHeartbeat, IconAntenna, IconPencil, IconPhone, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type CarrierConnection, carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { notAllowed, useMay } from "../../../api/me.ts";
import { listOf, useRefresh } from "../../../api/queries.ts";
import { confirm } from "../../../ui/dialog/confirm.tsx";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import type { Column } from "../../../ui/table/column.ts";
import type { RowAction } from "../../../ui/table/RowActions.tsx";
import { SearchBox } from "../../../ui/table/SearchBox.tsx";
import { useSort } from "../../../ui/table/sort.ts";
import { Table } from "../../../ui/table/Table.tsx";
import { formatCount } from "../../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import { CarrierForm } from "./CarrierForm.tsx";
import { CarrierHealthDrawer } from "./CarrierHealthDrawer.tsx";
import { kindOf } from "./carrierKinds.tsx";
import { refusedShare, stateOf } from "./carrierState.ts";
import { ProviderNumbers } from "./ProviderNumbers.tsx";

/** Polling interval of the health. */
const everyMs = 3_000;

const figure = (id: "sent" | "receipts" | "texts", header: string, hidden = false) => ({
  id,
  header,
  cell: ({ health }: CarrierConnection) => formatCount(health[id]),
  value: ({ health }: CarrierConnection) => health[id],
  right: true,
  width: 85,
  hidden,
});

const columns: Column<CarrierConnection>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ name }) => (
      <Text inherit span fw={500}>
        {name}
      </Text>
    ),
    value: (row) => row.name,
    width: 130,
    always: true,
  },
  {
    id: "kind",
    header: "Type",
    cell: ({ kind }) => kindOf(kind).label,
    value: ({ kind }) => kindOf(kind).label,
    width: 170,
  },
  {
    id: "state",
    header: "State",
    cell: (row) => <StatusBadge tone={stateOf(row).tone}>{stateOf(row).words}</StatusBadge>,
    value: (row) => stateOf(row).words,
    width: 120,
  },
  {
    id: "since",
    header: "Since, or reason",
    cell: (row) => {
      const { why } = stateOf(row);
      const { boundAt } = row.health;
      return why === null && boundAt ? <Time at={boundAt} /> : <span title={why ?? ""}>{why ?? "---"}</span>;
    },
    value: (row) => stateOf(row).why ?? row.health.boundAt,
    width: 190,
  },
  {
    id: "lastSuccess",
    header: "Last success",
    cell: ({ health }) => <Time at={health.lastSuccessAt} />,
    value: ({ health }) => health.lastSuccessAt,
    width: 166,
  },
  {
    id: "refusedPercent",
    header: "Refused",
    cell: ({ health }) => refusedShare(health),
    value: ({ health }) => health.refusedPercent,
    right: true,
    width: 85,
  },
  {
    id: "window",
    header: "In use",
    cell: ({ health, windowSize }) => `${health.underWay} of ${windowSize}`,
    value: ({ health }) => health.underWay,
    right: true,
    width: 85,
    hidden: true,
  },
  figure("sent", "Sent"),
  figure("receipts", "Receipts", true),
  figure("texts", "Arrived", true),
  {
    id: "host",
    header: "Address",
    cell: (row) => kindOf(row.kind).addressOf(row),
    value: (row) => kindOf(row.kind).addressOf(row),
    width: 200,
    hidden: true,
  },
  {
    id: "throttledAt",
    header: "Throttled",
    cell: ({ health }) => <Time at={health.throttledAt} />,
    value: ({ health }) => health.throttledAt,
    width: 166,
    hidden: true,
  },
  {
    id: "lastError",
    header: "Last error",
    cell: ({ health }) => <Time at={health.lastErrorAt} />,
    value: ({ health }) => health.lastErrorAt,
    width: 166,
    hidden: true,
  },
  {
    id: "numbers",
    header: "Numbers",
    cell: ({ numbers }) => formatCount(numbers),
    value: (row) => row.numbers,
    right: true,
    width: 90,
    hidden: true,
  },
];

/** Open connections of which something fails: the table has no room for why. */
function Failing({ connections }: { connections: readonly CarrierConnection[] }) {
  return connections.flatMap((connection) => {
    const { words, why, since } = stateOf(connection);
    return since === null ? (
      []
    ) : (
      <Alert key={connection.connectionId} color="red" role="status" title={`${connection.name}: ${words}`}>
        Since <Time at={since} />: {why}.
      </Alert>
    );
  });
}

/** Connections to carriers and their health. */
export function CarriersPane() {
  const connections = useQuery({ ...listOf(carrierRoutes.list), refetchInterval: everyMs });
  const sorting = useSort({ by: "name", descending: false });
  const [search, setSearch] = useState("");
  const [looked, setLooked] = useState<string | null>(null);
  const [edited, setEdited] = useState<CarrierConnection | "new" | null>(null);
  const [listed, setListed] = useState<CarrierConnection | null>(null);
  const mayEdit = useMay()("account-config-update");
  const remove = useRemove();
  const wanted = search.trim().toLowerCase();
  const found = connections.data?.filter((row) =>
    `${row.name} ${kindOf(row.kind).addressOf(row)}`.toLowerCase().includes(wanted),
  );
  const create = (
    <ReasonButton
      leftSection={<IconPlus size={16} />}
      reason={mayEdit ? undefined : notAllowed}
      onClick={() => setEdited("new")}
    >
      Add connection
    </ReasonButton>
  );
  const disabled = mayEdit ? undefined : notAllowed;
  const shown = connections.data?.find(({ connectionId }) => connectionId === looked);
  const actionsOf = (row: CarrierConnection): RowAction[] => [
    { label: "Health", icon: IconActivityHeartbeat, run: () => setLooked(row.connectionId) },
    ...(row.listsNumbers ? [{ label: "Numbers", icon: IconPhone, run: () => setListed(row), disabled }] : []),
    { label: "Edit", icon: IconPencil, run: () => setEdited(row), disabled },
    { label: "Delete", icon: IconTrash, run: () => void remove(row), destructive: true, disabled },
  ];
  return (
    <Stack gap={16} data-wide>
      <Text c="dimmed">
        Texts and calls leave through the carrier of their number. The simulated carrier is always available. For real
        texts and calls, connect an account at Twilio, another provider with its API or Telnyx, or an SMSC by SMPP 3.4
        for texts alone, and add its numbers. To send real RCS messages, connect a Google RCS agent and choose the
        connection under Templates, RCS. Figures cover the last 15 minutes.
      </Text>
      <Failing connections={connections.data ?? []} />
      <Table
        name="Carrier connections"
        columns={columns}
        rows={{ ...connections, data: found }}
        rowId={(row) => row.connectionId}
        rowName={(row) => row.name}
        {...sorting}
        filters={
          <>
            {create}
            {(connections.data?.length ?? 0) > 0 ? (
              <SearchBox
                label="Search connections"
                placeholder="Search name, address"
                value={search}
                onSearch={setSearch}
              />
            ) : null}
          </>
        }
        clearFilters={search ? () => setSearch("") : undefined}
        errorTitle="Error loading carrier connections"
        exportable={false}
        rowActions={actionsOf}
        actionsWidth={144}
        empty={
          <EmptyState icon={IconAntenna} title="No carrier connections">
            Until you add one, the simulated carrier handles all texts and none are really sent.
          </EmptyState>
        }
      />
      {shown ? <CarrierHealthDrawer connection={shown} reason={disabled} close={() => setLooked(null)} /> : null}
      {listed ? <ProviderNumbers connection={listed} close={() => setListed(null)} /> : null}
      {edited ? <CarrierForm connection={edited === "new" ? null : edited} close={() => setEdited(null)} /> : null}
    </Stack>
  );
}

function useRemove(): (row: CarrierConnection) => Promise<void> {
  const refresh = useRefresh();
  return async ({ connectionId, name }) => {
    const isSure = await confirm({
      title: `Delete the connection "${name}"?`,
      consequence: "It disconnects immediately. Texts still waiting for it are blocked.",
      confirm: "Delete",
    });
    if (!isSure) return;
    try {
      await call(carrierRoutes.remove, { params: { connectionId } });
      toastSuccess("Carrier connection deleted", name);
    } catch (problem) {
      toastError("Error deleting carrier connection", problem);
    }
    await refresh("/v4/carrier/");
  };
}
