import { Anchor, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Comparison, outcomeRoutes } from "@trunkline/contract/runs/outcome.ts";
import { describeGoal } from "@trunkline/workflow/outcome/goal.ts";
import type { ReactNode } from "react";
import { listOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { AsOf, countedAheadMs } from "../../../ui/text/AsOf.tsx";
import { formatCount, formatShare, plural } from "../../../ui/text/formatFigure.ts";
import classes from "./Comparisons.module.css";

interface Props {
  campaignId: string;
  /** One run only. */
  batchId?: string;
  refreshMs: number;
  /** Shown where there is nothing to compare. */
  none?: ReactNode;
}

/** The branches of Percent nodes and the versions of a workflow, compared by its goal (decision 0092). */
export function Comparisons({ campaignId, batchId, refreshMs, none }: Props) {
  const query = batchId === undefined ? {} : { batchId };
  const found = useQuery({
    ...listOf(outcomeRoutes.compare, { params: { campaignId }, query }),
    refetchInterval: ({ state: { data } }) => (data?.[0]?.asOf ? countedAheadMs : refreshMs),
  });
  if (found.isError && found.data === undefined)
    return <ErrorState title="Could not load the comparison" problem={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined)
    return <Skeleton height={120} aria-busy role="status" aria-label="Loading the comparison" />;
  if (found.data.length === 0) return none ?? null;
  return (
    <Stack gap={8}>
      {/* the page of a run says so above its figures */}
      {batchId === undefined && <AsOf at={found.data[0]?.asOf} />}
      <div className={classes["comparisons"]}>
        {found.data.map((one) => (
          <OneComparison key={`${one.kind} ${one.node}`} campaignId={campaignId} comparison={one} />
        ))}
      </div>
    </Stack>
  );
}

const wordsOf: Record<Comparison["kind"], { column: string; note: string }> = {
  percent: { column: "Branch", note: "" },
  version: {
    column: "Version",
    note: "Versions were sent at different times to different contacts, so a difference may have other causes than the workflow.",
  },
  run: { column: "Run", note: "The newest runs. Each contact counts in the first run that started it." },
};

function OneComparison({ campaignId, comparison }: { campaignId: string; comparison: Comparison }) {
  const { kind, name, arms, verdict, goal, hasGoal } = comparison;
  const isPercent = kind === "percent";
  const { column, note } = wordsOf[kind];
  const title = isPercent ? `Branches of ${name}` : name;
  const waiting = arms.reduce((sum, arm) => sum + arm.waiting, 0);
  const most = Math.max(...arms.map(({ high }) => high), 0.01);
  return (
    <section aria-label={title} className={classes["comparison"]}>
      <Title order={3} fz={16}>
        {title}
      </Title>
      {verdict.sentence !== "" && (
        <p className={classes["verdict"]} data-kind={verdict.kind}>
          {verdict.sentence}
        </p>
      )}
      <Text size="sm" c="dimmed">
        {describeMeasure(goal, hasGoal)}
        {waiting > 0 &&
          ` ${plural(waiting, "contact is", "contacts are")} not compared yet, because the time is not over.`}
        {note !== "" && ` ${note}`}
      </Text>
      <Table.ScrollContainer type="native" minWidth={300} className={classes["scroll"] ?? ""}>
        <Table aria-label={title} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{column}</Table.Th>
              <Table.Th>Contacts</Table.Th>
              <Table.Th>Converted</Table.Th>
              <Table.Th>Rate, 95 % interval</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {arms.map((arm) => (
              <Row
                key={arm.batchId ?? arm.name}
                campaignId={campaignId}
                arm={arm}
                most={most}
                isLeader={arm.name === verdict.leader}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

const describeMeasure = (goal: Comparison["goal"], hasGoal: boolean): string =>
  hasGoal
    ? `Goal: ${describeGoal(goal)}.`
    : "The workflow has no goal, so replies within 7 days are compared. Choose a goal in its Start node.";

interface RowProps {
  campaignId: string;
  arm: Comparison["arms"][number];
  most: number;
  isLeader: boolean;
}

/** A rate that no line breaks. */
const wholeShare = (rate: number): string => formatShare(rate, 1).replace(" ", "\u00a0");

function Row({ campaignId, arm, most, isLeader }: RowProps) {
  const { name, label, batchId, share, people, converted, rate, low, high } = arm;
  const at = (value: number) => `${(100 * value) / most}%`;
  return (
    <Table.Tr data-leader={isLeader || undefined}>
      <Table.Td>
        <Text span inherit fw={isLeader ? 600 : 400}>
          {batchId === null ? (
            name
          ) : (
            <Anchor component={PathLink} to={paths.batch(campaignId, batchId)} inherit>
              {name}
            </Anchor>
          )}
        </Text>
        {label === "" ? "" : ` ${label}`}
        {share !== null && <span className={classes["planned"]}>{` ${formatShare(share, 100)} planned`}</span>}
      </Table.Td>
      <Table.Td>{formatCount(people)}</Table.Td>
      <Table.Td>{formatCount(converted)}</Table.Td>
      <Table.Td>
        {people === 0 ? (
          "---"
        ) : (
          <div className={classes["rate"]}>
            <span>{`${wholeShare(rate)} (${wholeShare(low)} to ${wholeShare(high)})`}</span>
            <span className={classes["track"]} aria-hidden>
              <span className={classes["interval"]} style={{ left: at(low), width: at(high - low) }} />
              <span className={classes["point"]} style={{ left: at(rate) }} />
            </span>
          </div>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
