import { Anchor } from "@mantine/core";
import { IconRouteAltLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { Item } from "../../api/call.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";

const refreshMs = 5000;
type Row = Item<typeof campaignRoutes.status>;
const tones: Readonly<Record<string, Tone>> = {
  moving: "going",
  asking: "going",
  waiting: "waits",
  done: "done",
  failed: "failed",
};
const labels: Readonly<Record<string, string>> = {
  moving: "Moving",
  asking: "Sending",
  waiting: "Waiting",
  done: "Done",
  failed: "Failed",
};

const columns: Column<Row>[] = [
  {
    id: "workflow",
    header: "Workflow",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.journey(row.journeyId)} inherit fw={500}>
        {row.campaignName}
      </Anchor>
    ),
    value: (row) => row.campaignName,
    width: 160,
    always: true,
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <StatusBadge tone={ownValue(tones, row.status) ?? "off"} why={row.reason}>
        {ownValue(labels, row.status) ?? row.status}
      </StatusBadge>
    ),
    value: (row) => row.status,
    width: 110,
  },
  {
    id: "node",
    header: "Node",
    cell: (row) => row.nodeId ?? "---",
    value: (row) => row.nodeId,
    right: true,
    width: 76,
  },
  {
    id: "wakeAt",
    header: "Continues",
    cell: (row) => <Time at={row.wakeAt} />,
    value: (row) => row.wakeAt,
    width: 166,
  },
  {
    id: "started",
    header: "Started",
    cell: (row) => <Time at={row.started} />,
    value: (row) => row.started,
    width: 166,
  },
  {
    id: "version",
    header: "Version",
    cell: (row) => row.version,
    value: (row) => row.version,
    right: true,
    width: 90,
    hidden: true,
  },
  {
    id: "reason",
    header: "Reason",
    cell: (row) => row.reason ?? "---",
    value: (row) => row.reason,
    width: 200,
    hidden: true,
  },
];

/** The contact's current and past workflows (spec 2 §7.1, status log). */
export function WorkflowStatus({ contactId }: { contactId: string }) {
  const log = useQuery({
    // steps are shown on the journey page
    ...listOf(campaignRoutes.status, { params: { contactId }, query: { steps: "false" } }),
    refetchInterval: refreshMs,
  });
  const sorting = useSort({ by: "started", descending: true });
  return (
    <Table
      name="Workflow status"
      columns={columns}
      rows={log}
      rowId={(row) => row.journeyId}
      rowName={(row) => row.campaignName}
      {...sorting}
      errorTitle="There was an error getting workflow log"
      maxHeight={520}
      empty={
        <EmptyState icon={IconRouteAltLeft} title="No workflows yet">
          Workflows that the contact enters appear here. Open one to see every step.
        </EmptyState>
      }
    />
  );
}
