import { Anchor, Chip, Group } from "@mantine/core";
import { type Campaign, campaignStates } from "@trunkline/contract/workflows/campaign.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { formatCount, formatShare } from "../../../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import type { ListedWorkflow } from "./listedWorkflow.ts";

type State = Campaign["state"];

const states: Record<State, [tone: Tone, label: string, why: string]> = {
  never: ["off", "Never run", "No run has started"],
  running: ["going", "Running", "A run is starting contacts"],
  waiting: ["waits", "Waiting", "All contacts have started, and some are on their way"],
  paused: ["waits", "Paused", "A run is paused"],
  finished: ["done", "Finished", "All runs have ended"],
};

/** What the runs of an outbound workflow do. */
export const stateColumn: Column<ListedWorkflow> = {
  id: "state",
  header: "State",
  cell: ({ campaign }) => {
    if (campaign === null) return "---";
    const [tone, label, why] = states[campaign.state];
    return (
      <StatusBadge tone={tone} why={why}>
        {label}
      </StatusBadge>
    );
  },
  value: ({ campaign }) => campaign && states[campaign.state][1],
  width: 110,
};

/** The newest run, with a link to its page. */
export const lastRunColumn: Column<ListedWorkflow> = {
  id: "lastRun",
  header: "Last Run (UTC)",
  cell: ({ id, campaign }) =>
    campaign === null || campaign.lastRun === null ? (
      "---"
    ) : (
      <Anchor
        component={PathLink}
        to={paths.batch(id, campaign.lastRun.batchId)}
        title={campaign.lastRun.displayName}
        inherit
      >
        <Time at={campaign.lastRun.startedAt} utc />
      </Anchor>
    ),
  value: ({ campaign }) => campaign?.lastRun?.startedAt ?? null,
  width: 166,
  spare: true,
};

/** Replies per sent text over all runs. */
export const replyRateColumn: Column<ListedWorkflow> = {
  id: "replyRate",
  header: "Reply rate",
  cell: ({ campaign }) =>
    campaign === null || campaign.sends === 0 ? "---" : formatShare(campaign.replies, campaign.sends),
  value: ({ campaign }) => (campaign === null || campaign.sends === 0 ? null : campaign.replies / campaign.sends),
  right: true,
  width: 92,
  spare: true,
};

/** The state in the address, if it is one. */
export const stateIn = (text: string | undefined): State | undefined => campaignStates.find((state) => state === text);

/** The two kinds of workflows. */
const sides = [
  ["outbound", "Outbound"],
  ["inbound", "Inbound"],
] as const;
type Side = (typeof sides)[number][0];

/** The kind in the address, if it is one. */
export const sideIn = (text: string | undefined): Side | undefined => sides.find(([side]) => side === text)?.[0];
export const sideOf = ({ route }: ListedWorkflow): Side => (route === null ? "outbound" : "inbound");

/** A chip for each kind, where there are both. */
export function SideChips({
  rows,
  shown,
  show,
}: Omit<ChipsProps, "shown" | "show"> & {
  shown: Side | undefined;
  show: (side: Side | undefined) => void;
}) {
  const countOf = (side: Side): number => rows.filter((row) => sideOf(row) === side).length;
  if (shown === undefined && sides.some(([side]) => countOf(side) === 0)) return null;
  return (
    <Group gap={6} role="group" aria-label="Type">
      {sides.map(([side, label]) => (
        <Chip key={side} size="xs" checked={side === shown} onChange={(checked) => show(checked ? side : undefined)}>
          {`${label} (${formatCount(countOf(side))})`}
        </Chip>
      ))}
    </Group>
  );
}

interface ChipsProps {
  rows: readonly ListedWorkflow[];
  shown: State | undefined;
  show: (state: State | undefined) => void;
}

/** One chip for each state that any workflow has, with its count. */
export function StateChips({ rows, shown, show }: ChipsProps) {
  const counts = new Map<State, number>();
  for (const { campaign } of rows)
    if (campaign !== null) counts.set(campaign.state, (counts.get(campaign.state) ?? 0) + 1);
  return (
    <Group gap={6} role="group" aria-label="State">
      {campaignStates
        .filter((state) => counts.has(state) || state === shown)
        .map((state) => (
          <Chip
            key={state}
            size="xs"
            checked={state === shown}
            onChange={(checked) => show(checked ? state : undefined)}
          >
            {`${states[state][1]} (${formatCount(counts.get(state) ?? 0)})`}
          </Chip>
        ))}
    </Group>
  );
}
