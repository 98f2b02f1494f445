import { Anchor, Group } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  type Journey,
  type JourneyFigure,
  journeyFigures,
  journeyRoutes,
} from "@trunkline/contract/journeys/journey.ts";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { useEffect, useMemo, useRef } from "react";
import { oneOf, pagesOf, rowsOf } from "../../../api/queries.ts";
import { useLastLook } from "../../../api/useLastLook.ts";
import { refreshUnlessSearched, useScanBackwards } from "../../../history/useScanBackwards.tsx";
import { paths } from "../../../paths.ts";
import { Choice } from "../../../ui/form/Choice.tsx";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { useSoon } from "../../../ui/page/usePreload.ts";
import type { Column } from "../../../ui/table/column.ts";
import { useSort } from "../../../ui/table/sort.ts";
import { Table } from "../../../ui/table/Table.tsx";
import { Chip } from "../../../ui/text/Chip.tsx";
import { formatPhone } from "../../../ui/text/formatFigure.ts";
import { Time } from "../../../ui/text/Time.tsx";
import { JourneyStatus, journeyStatusOptions } from "./JourneyStatus.tsx";

/** The figures of the outcome, as filters. */
const figureWords = new Map<string, string>([
  ["reached", "Contacts reached"],
  ["replied", "Replied"],
  ["optedOut", "Opted out"],
  ["clicked", "Clicked"],
  ["converted", "Converted"],
] satisfies [JourneyFigure, string][]);
const refreshMs = 5_000;

/** The journeys of a run, with filters by status and node. */
export function JourneyTable({ batch, isLive }: { batch: Batch; isLive: boolean }) {
  const [address, setAddress] = useAddress();
  const { status, node } = address;
  const figure = journeyFigures.find((one) => one === address["figure"]);
  const top = useRef<HTMLDivElement>(null);
  // the figures are far above the table
  useEffect(() => {
    if (figure !== undefined) top.current?.scrollIntoView({ block: "start" });
  }, [figure]);
  const nodes = useNodeNames(batch);
  const query = {
    batchId: batch.batchId,
    ...(status !== undefined && { status: status as Journey["status"] }),
    ...(node !== undefined && { nodeId: Number(node) }),
    ...(figure !== undefined && { figure }),
  };
  const journeys = useInfiniteQuery({
    ...pagesOf(journeyRoutes.list, { query }),
    refetchInterval: isLive ? refreshUnlessSearched(refreshMs) : false,
  });
  useLastLook(isLive, journeys.refetch);
  const searched = useScanBackwards(journeys);
  const columns = useMemo(() => columnsOf(nodes, batch.version), [nodes, batch.version]);
  const isFiltered = status !== undefined || node !== undefined || figure !== undefined;
  return (
    <div ref={top}>
      <Table
        name="Journeys"
        columns={columns}
        rows={{ ...journeys, isPending: journeys.isPending || searched.isSearching, data: rowsOf(journeys.data) }}
        note={searched.note}
        rowId={(row) => row.journeyId}
        rowName={(row) => row.contactName || formatPhone(row.phone)}
        {...useSort({ by: "started", descending: true })}
        errorTitle="There was an error getting workflow log"
        maxHeight={560}
        hasMore={journeys.hasNextPage}
        onEndReached={() => {
          if (!journeys.isFetching) void journeys.fetchNextPage();
        }}
        filters={<JourneyFilters nodes={nodes} />}
        clearFilters={
          isFiltered ? () => setAddress({ status: undefined, node: undefined, figure: undefined }) : undefined
        }
        empty={
          <EmptyState icon={IconRoute} title="No journeys yet">
            {batch.status === "Not started"
              ? "Start the run to see each contact's journey here."
              : "Contacts appear here when they start."}
          </EmptyState>
        }
      />
    </div>
  );
}

function JourneyFilters({ nodes }: { nodes: ReadonlyMap<number, string> }) {
  const [{ status, node, figure }, setAddress] = useAddress();
  const counted = figureWords.get(figure ?? "");
  return (
    <Group gap={8}>
      <Choice
        label="Status"
        none="Any status"
        width={150}
        data={journeyStatusOptions}
        value={status}
        onChange={(value) => setAddress({ status: value })}
      />
      <Choice
        label="Node"
        none="Any node"
        width={190}
        data={[...nodes].map(([id, name]) => ({ value: String(id), label: name }))}
        value={node}
        onChange={(value) => setAddress({ node: value })}
      />
      {counted !== undefined && <Chip words={counted} remove={() => setAddress({ figure: undefined })} />}
    </Group>
  );
}

const noNames: ReadonlyMap<number, string> = new Map();

/** The node names of the run's version. The code that reads workflows loads after the table. */
function useNodeNames({ campaignId, version }: Batch): ReadonlyMap<number, string> {
  const workflow = useQuery({
    ...oneOf(campaignVersionRoutes.workflow, { params: { campaignId }, query: { version } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const text = workflow.data?.workflow;
  const isSoon = useSoon();
  const names = useQuery({
    queryKey: ["names of nodes", campaignId, version],
    queryFn: async () => (await import("../editor/nodeNames.ts")).nodeNames(text ?? ""),
    enabled: isSoon && text !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return names.data ?? noNames;
}

const columnsOf = (nodes: ReadonlyMap<number, string>, version: number): Column<Journey>[] => [
  {
    id: "contact",
    header: "Contact",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.journey(row.journeyId)} inherit fw={500} truncate>
        {row.contactName || formatPhone(row.phone)}
      </Anchor>
    ),
    value: (row) => row.contactName,
    width: 200,
    always: true,
  },
  { id: "phone", header: "Phone", cell: (row) => formatPhone(row.phone), value: (row) => row.phone, width: 160 },
  {
    id: "status",
    header: "Status",
    cell: (row) => <JourneyStatus journey={row} />,
    value: (row) => row.status,
    width: 120,
  },
  {
    id: "node",
    header: "Node",
    cell: (row) => nodeName(nodes, version, row),
    value: (row) => nodeName(nodes, version, row),
    width: 170,
  },
  {
    id: "started",
    header: "Started",
    cell: (row) => <Time at={row.started} />,
    value: (row) => row.started,
    width: 170,
  },
  {
    id: "wakeAt",
    header: "Waiting until",
    cell: (row) => <Time at={row.wakeAt} />,
    value: (row) => row.wakeAt,
    width: 170,
  },
  {
    id: "reason",
    header: "Reason",
    cell: (row) => row.reasonText ?? "---",
    value: (row) => row.reasonText,
    width: 240,
  },
];

/** The names are those of the run's version: contacts who were moved are at a node of another one. */
function nodeName(nodes: ReadonlyMap<number, string>, version: number, { nodeId, version: at }: Journey): string {
  if (nodeId === null) return "---";
  return at === version ? (nodes.get(nodeId) ?? `Node ${nodeId}`) : `Node ${nodeId}, version ${at}`;
}
