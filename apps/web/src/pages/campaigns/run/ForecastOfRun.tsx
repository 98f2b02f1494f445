import { Anchor, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { dryRunRoutes } from "@trunkline/contract/runs/dryRun.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { listOf, oneOf } from "../../../api/queries.ts";
import { nameOf } from "../../../canvas/cards.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { formatCount, plural } from "../../../ui/text/formatFigure.ts";
import { Time } from "../../../ui/text/Time.tsx";

const refreshMs = 10_000;

/** The newest dry run from before a run and what happened, node by node. Nothing where there was none. */
export function ForecastOfRun({ batch }: { batch: Batch }) {
  const { campaignId, batchId, version } = batch;
  const [newest] =
    useQuery(listOf(dryRunRoutes.list, { params: { campaignId }, query: { batchId, limit: 1 } })).data ?? [];
  const dryRunId = newest?.dryRunId ?? "";
  const enabled = newest !== undefined;
  const forecast = useQuery({ ...oneOf(dryRunRoutes.find, { params: { campaignId, dryRunId } }), enabled }).data;
  const drawn = useQuery({ ...oneOf(dryRunRoutes.workflow, { params: { campaignId, dryRunId } }), enabled }).data;
  const counts = useQuery({
    ...listOf(campaignRoutes.counts, { params: { campaignId }, query: { batchId } }),
    enabled,
    refetchInterval: refreshMs,
  }).data;
  if (!forecast?.result || drawn === undefined || counts === undefined) return null;
  const happened = new Map(counts.filter((row) => row.version === version).map((row) => [row.node, row.entered]));
  const { nodes } = readGraph(drawn.workflow, {});
  const rows = [...nodes.values()].map((node) => ({
    id: node.id,
    name: nameOf(node),
    expected: forecast.result?.nodes.find((one) => one.node === node.id)?.entered ?? 0,
    came: happened.get(node.id) ?? 0,
  }));
  return (
    <section aria-label="Forecast and result">
      <Title order={2} fz={16}>
        Forecast and result
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        <Anchor component={PathLink} to={paths.dryRun(campaignId, dryRunId)} inherit underline="always">
          {`The dry run of ${plural(forecast.result.selected, "contact")}`}
        </Anchor>
        {" from "}
        <Time at={forecast.created} />
        {`. This run selects ${formatCount(batch.queued)}.`}
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table aria-label="Forecast and result, node by node">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Node</Table.Th>
              <Table.Th>Forecast</Table.Th>
              <Table.Th>Entered</Table.Th>
              <Table.Th>Difference</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, name, expected, came }) => (
              <Table.Tr key={id}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{formatCount(expected)}</Table.Td>
                <Table.Td>{formatCount(came)}</Table.Td>
                <Table.Td>
                  {came === expected ? "" : `${came > expected ? "+" : ""}${formatCount(came - expected)}`}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
