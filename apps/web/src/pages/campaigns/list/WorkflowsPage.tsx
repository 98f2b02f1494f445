import { Anchor, Button, Chip, Group, Text, TextInput } from "@mantine/core";
import {
  IconBooks,
  IconChartBar,
  IconCopyPlus,
  IconFileExport,
  IconFileImport,
  IconPlus,
  IconRoute,
  IconSearch,
  IconTag,
  IconTrash,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import type { Approval } from "@trunkline/contract/workflows/approval.ts";
import { mostBundled } from "@trunkline/contract/workflows/bundle.ts";
import { lazy, Suspense, useMemo, useState } from "react";
import { notAllowed, useMay } from "../../../api/me.ts";
import { paths } from "../../../paths.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { useGo } from "../../../ui/page/useGo.ts";
import type { Column } from "../../../ui/table/column.ts";
import type { RowAction } from "../../../ui/table/RowActions.tsx";
import { useSort } from "../../../ui/table/sort.ts";
import { Table } from "../../../ui/table/Table.tsx";
import { CopyButton } from "../../../ui/text/CopyButton.tsx";
import { formatCount, plural } from "../../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import { useWaitingApprovals } from "../approval/workflowApprovals.ts";
import { exportBundle } from "./exportBundle.ts";
import { type ListedWorkflow, useListedWorkflows } from "./listedWorkflow.ts";
import {
  lastRunColumn,
  replyRateColumn,
  SideChips,
  StateChips,
  sideIn,
  sideOf,
  stateColumn,
  stateIn,
} from "./stateColumns.tsx";
import { TagChoice, tagsColumn } from "./tagColumn.tsx";
import { useDeleteWorkflows } from "./useDeleteWorkflows.tsx";
import { countTags, hasTag } from "./workflowTags.ts";

const EditTags = lazy(async () => ({ default: (await import("./EditTags.tsx")).EditTags }));
const CloneWorkflow = lazy(async () => ({ default: (await import("./CloneWorkflow.tsx")).CloneWorkflow }));

const counter = (
  id: "sends" | "replies" | "optOuts" | "clicks",
  header: string,
  hidden = true,
): Column<ListedWorkflow> => ({
  id,
  header,
  cell: ({ campaign }) => (campaign === null ? "---" : formatCount(campaign[id])),
  value: ({ campaign }) => campaign?.[id] ?? null,
  right: true,
  width: 88,
  hidden,
  spare: true,
});

const columns: Column<ListedWorkflow>[] = [
  {
    id: "title",
    header: "Workflow Title",
    cell: (row) => (
      <Anchor component={PathLink} to={editorOf(row)} inherit fw={500} truncate>
        {row.title}
      </Anchor>
    ),
    value: (row) => row.title,
    width: 180,
    always: true,
  },
  {
    id: "id",
    header: "Workflow ID",
    cell: (row) => (
      <Group gap={4} wrap="nowrap" w="100%">
        <Text inherit ff="monospace" fz={12} c="dimmed" truncate miw={0}>
          {row.id}
        </Text>
        <CopyButton value={row.id} what={`ID of ${row.title}`} tooltip={row.id} />
      </Group>
    ),
    value: (row) => row.id,
    width: 106,
  },
  {
    id: "type",
    header: "Type",
    cell: (row) => row.type,
    value: (row) => row.type,
    width: 152,
  },
  {
    id: "created",
    header: "Created Date (UTC)",
    cell: (row) => <Time at={row.created} utc />,
    value: (row) => row.created,
    width: 166,
  },
  {
    id: "lastUsed",
    header: "Last Sent (UTC)",
    cell: (row) => <Time at={row.lastUsed} utc />,
    value: (row) => row.lastUsed,
    width: 166,
  },
  stateColumn,
  tagsColumn,
  replyRateColumn,
  counter("sends", "Sent", false),
  lastRunColumn,
  counter("replies", "Replies"),
  counter("optOuts", "Opt-outs"),
  counter("clicks", "Clicks"),
  {
    id: "cost",
    header: "Cost",
    cell: ({ campaign }) => (campaign === null ? "---" : formatDollars(campaign.cost)),
    value: ({ campaign }) => campaign?.cost ?? null,
    right: true,
    width: 96,
    hidden: true,
  },
];

/** The columns, where the titles of workflows that wait for approval lead to the request. */
const withApprovals = (waiting: ReadonlyMap<string, Approval>): Column<ListedWorkflow>[] =>
  columns.map((column) =>
    column.id !== "title"
      ? column
      : {
          ...column,
          cell: (row) => (
            <Group gap={8} wrap="nowrap" miw={0}>
              {column.cell(row)}
              <WaitingLink approval={waiting.get(row.id)} />
            </Group>
          ),
        },
  );

const WaitingLink = ({ approval }: { approval: Approval | undefined }) =>
  approval && (
    <Anchor component={PathLink} to={paths.approval(approval.approvalId)} aria-label={waitingWords} inherit>
      <StatusBadge tone="waits" why={`${approval.author} asks for approval`}>
        Waiting
      </StatusBadge>
    </Anchor>
  );

const waitingWords = "Waiting for approval";

const editorOf = ({ id, route }: ListedWorkflow): string =>
  route === null ? paths.editCampaign(id) : paths.editInbound(id);

/** Workflows (spec 1 §2.1). */
export function WorkflowsPage() {
  const workflows = useListedWorkflows();
  const go = useGo();
  const sorting = useSort({ by: "created", descending: true });
  const dialogs = useDialogs(workflows.data);
  const remove = useDeleteWorkflows();
  const mayEdit = useMay()("workflow-edit");
  const { approvals, shown } = useColumns(workflows.data);
  const { found, clear: clearFilters } = useFound(workflows.data, approvals);
  return (
    <Page
      title="Workflows"
      purpose="Outbound workflows text and call your contacts. Inbound workflows route calls and messages."
      shape="table"
      actions={
        <Group gap={8}>
          <ImportButton disabled={!mayEdit} />
          <CreateButton disabled={!mayEdit} />
        </Group>
      }
    >
      <Table
        name="Workflows"
        columns={shown}
        rows={{ ...workflows, data: found }}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        {...sorting}
        errorTitle="Error loading page."
        filters={<Filters rows={workflows.data} approvals={approvals} />}
        clearFilters={clearFilters}
        {...(found && { count: plural(found.length, "workflow") })}
        bulk={(selected, clear) => (
          <Group gap={8}>
            <DeleteSelected disabled={!mayEdit} run={() => void remove(selected, clear)} />
            <ForSelected
              icon={IconFileExport}
              reason={whyNotExported(selected)}
              run={() => void exportBundle(selected)}
              label="Export as file"
            />
            <ForSelected
              icon={IconTag}
              reason={mayEdit ? undefined : notAllowed}
              run={() => dialogs.tag(selected)}
              label="Tags"
            />
          </Group>
        )}
        actionsWidth={116}
        rowActions={(row) => [...resultsOf(row, go), ...actionsOf(row, mayEdit, dialogs.clone)]}
        empty={<NoWorkflows mayEdit={mayEdit} />}
      />
      {dialogs.open}
    </Page>
  );
}

/** The dialogs of rows. */
function useDialogs(rows: readonly ListedWorkflow[] | undefined) {
  const [cloned, clone] = useState<ListedWorkflow | null>(null);
  const [tagged, tag] = useState<readonly ListedWorkflow[]>([]);
  const known = countTags(rows ?? []).map((one) => one.tag);
  const open = (
    <Suspense>
      {cloned && <CloneWorkflow source={cloned} close={() => clone(null)} />}
      {tagged.length > 0 && <EditTags rows={tagged} known={known} close={() => tag([])} />}
    </Suspense>
  );
  return { clone, tag, open };
}

/** The workflows that the filters of the address leave, and what clears the filters. */
function useFound(rows: ListedWorkflow[] | undefined, approvals: ReadonlyMap<string, Approval> | undefined) {
  const [address, setAddress] = useAddress();
  const { tag, search = "" } = address;
  const isWaiting = approvals !== undefined && address["approval"] === "waiting";
  const state = stateIn(address["state"]);
  const side = sideIn(address["type"]);
  const found = rows?.filter(
    (row) =>
      (state === undefined || row.campaign?.state === state) &&
      (side === undefined || sideOf(row) === side) &&
      (tag === undefined || hasTag(row, tag)) &&
      `${row.title} ${row.id} ${row.type} ${row.tags.join(" ")}`.toLowerCase().includes(search.toLowerCase()) &&
      (!isWaiting || approvals.has(row.id)),
  );
  const isFiltered = search !== "" || isWaiting || state !== undefined || side !== undefined || tag !== undefined;
  const clear = () =>
    setAddress({ search: undefined, approval: undefined, state: undefined, type: undefined, tag: undefined });
  return { found, clear: isFiltered ? clear : undefined };
}

interface ForSelectedProps {
  icon: TablerIcon;
  label: string;
  reason: string | undefined;
  run: () => void;
}

const ForSelected = ({ icon: Icon, label, reason, run }: ForSelectedProps) => (
  <ReasonButton size="compact-sm" variant="default" leftSection={<Icon size={14} />} reason={reason} onClick={run}>
    {label}
  </ReasonButton>
);

/** The search and the filters. */
function Filters({
  rows,
  approvals,
}: {
  rows: readonly ListedWorkflow[] | undefined;
  approvals: ReadonlyMap<string, Approval> | undefined;
}) {
  const [address, setAddress] = useAddress();
  return (
    <>
      <TextInput
        aria-label="Search workflows"
        placeholder="Search by title or ID"
        leftSection={<IconSearch size={16} />}
        value={address["search"] ?? ""}
        onChange={(event) => setAddress({ search: event.currentTarget.value })}
        size="xs"
        w={240}
      />
      {rows && (
        <SideChips rows={rows} shown={sideIn(address["type"])} show={(chosen) => setAddress({ type: chosen })} />
      )}
      {rows && (
        <StateChips rows={rows} shown={stateIn(address["state"])} show={(chosen) => setAddress({ state: chosen })} />
      )}
      {rows && <TagChoice rows={rows} shown={address["tag"]} show={(chosen) => setAddress({ tag: chosen })} />}
      {approvals && (
        <Chip
          size="xs"
          checked={address["approval"] === "waiting"}
          onChange={(checked) => setAddress({ approval: checked ? "waiting" : undefined })}
        >
          {`${waitingWords} (${formatCount(approvals.size)})`}
        </Chip>
      )}
    </>
  );
}

/** The columns, with tags where a workflow has some, and the waiting requests by workflow where publishing needs approval. */
function useColumns(rows: readonly ListedWorkflow[] | undefined) {
  const requests = useWaitingApprovals();
  const isTagged = rows?.some(({ tags }) => tags.length > 0) ?? false;
  return useMemo(() => {
    const approvals = requests && new Map(requests.toReversed().map((approval) => [approval.workflow, approval]));
    const all = approvals ? withApprovals(approvals) : columns;
    return { approvals, shown: isTagged ? all : all.filter(({ id }) => id !== tagsColumn.id) };
  }, [requests, isTagged]);
}

const whyNotExported = (rows: readonly ListedWorkflow[]): string | undefined =>
  rows.length > mostBundled ? `Export at most ${mostBundled} workflows at once.` : undefined;

const NoWorkflows = ({ mayEdit }: { mayEdit: boolean }) => (
  <EmptyState
    icon={IconRoute}
    title="No workflows yet"
    action={
      <Group gap={8} justify="center">
        <Button variant="default" leftSection={<IconBooks size={16} />} component={PathLink} to={paths.library}>
          Start from the library
        </Button>
        <CreateButton disabled={!mayEdit} />
      </Group>
    }
  >
    An outbound workflow texts your contacts, waits for their replies and continues by what they say. An inbound one
    routes the calls and messages to your numbers. Draw your first workflow in a few minutes.
  </EmptyState>
);

const DeleteSelected = ({ disabled, run }: { disabled: boolean; run: () => void }) => (
  <Button
    size="compact-sm"
    color="red"
    variant="light"
    leftSection={<IconTrash size={14} />}
    disabled={disabled}
    title={disabled ? notAllowed : undefined}
    onClick={run}
  >
    Delete Workflow(s)
  </Button>
);

function ImportButton({ disabled }: { disabled: boolean }) {
  const icon = <IconFileImport size={16} />;
  if (disabled) {
    return (
      <ReasonButton variant="default" leftSection={icon} reason={notAllowed}>
        Import
      </ReasonButton>
    );
  }
  return (
    <Button variant="default" leftSection={icon} component={PathLink} to={paths.importCampaigns}>
      Import
    </Button>
  );
}

function CreateButton({ disabled }: { disabled: boolean }) {
  const icon = <IconPlus size={16} />;
  if (disabled) {
    return (
      <Button leftSection={icon} disabled title={notAllowed}>
        Workflow
      </Button>
    );
  }
  return (
    <Button leftSection={icon} renderRoot={(props) => <Link to={paths.createCampaign} {...props} />}>
      Workflow
    </Button>
  );
}

const resultsOf = ({ id, campaign }: ListedWorkflow, go: (path: string) => void): RowAction[] =>
  campaign === null ? [] : [{ label: "Results", icon: IconChartBar, run: () => go(paths.results(id)) }];

const actionsOf = (row: ListedWorkflow, mayEdit: boolean, clone: (row: ListedWorkflow) => void): RowAction[] => [
  { label: "Clone", icon: IconCopyPlus, run: () => clone(row), disabled: mayEdit ? undefined : notAllowed },
  { label: "Export as file", icon: IconFileExport, run: () => void exportBundle([row]) },
];
