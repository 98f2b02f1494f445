import { Anchor, Button, Text } from "@mantine/core";
import { IconEye, IconHistory, IconShieldCheck } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type AuditRow, auditRoutes } from "@trunkline/contract/audit/audit.ts";
import { useMemo } from "react";
import { addressOf } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { refreshUnlessSearched, useScanBackwards } from "../../history/useScanBackwards.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { Column } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { targetOf } from "./auditTarget.ts";
import { describeAction, describeInOneLine } from "./describeAudit.ts";
import { useAuditQuery } from "./useAuditQuery.ts";

const loadAuditDetail = () => import("./AuditDetail.tsx");
const AuditDetail = later(async () => (await loadAuditDetail()).AuditDetail, { frame: overThePage });
const loadCheckChain = () => import("./CheckChain.tsx");
const CheckChain = later(async () => (await loadCheckChain()).CheckChain, { frame: overThePage });
const soon = [loadAuditDetail, loadCheckChain];

const refreshMs = 10_000;

const columns: Column<AuditRow>[] = (
  [
    {
      id: "at",
      header: "Time",
      cell: (row) => <Time at={row.at} />,
      value: (row) => row.at,
      width: 170,
      always: true,
    },
    {
      id: "actor",
      header: "Who",
      cell: ({ actor }) => <span title={actor}>{actor}</span>,
      value: (row) => row.actor,
      width: 170,
    },
    {
      id: "action",
      header: "Action",
      cell: ({ action }) => <span title={action}>{describeAction(action)}</span>,
      value: ({ action }) => describeAction(action),
      width: 160,
    },
    {
      id: "target",
      header: "Target",
      cell: (row) => <Target row={row} />,
      value: (row) => targetOf(row)?.words ?? null,
      width: 160,
    },
    {
      id: "outcome",
      header: "Outcome",
      cell: ({ outcome }) =>
        outcome === "ok" ? (
          <StatusBadge tone="done">Done</StatusBadge>
        ) : (
          <StatusBadge tone="failed">Denied</StatusBadge>
        ),
      value: (row) => row.outcome,
      width: 106,
    },
    {
      id: "data",
      header: "Details",
      cell: ({ data }) => <span title={describeInOneLine(data)}>{describeInOneLine(data) || "---"}</span>,
      value: ({ data }) => describeInOneLine(data),
      width: 160,
    },
  ] satisfies Column<AuditRow>[]
).map((column) => ({ ...column, sortable: false }));

/** The name of what an entry is about, with a link to its page. */
function Target({ row }: { row: AuditRow }) {
  const found = targetOf(row);
  if (found === null) return "---";
  const title = row.target ?? undefined;
  return found.to === null ? (
    <span title={title}>{found.words}</span>
  ) : (
    <Anchor component={PathLink} to={found.to} inherit title={title}>
      {found.words}
    </Anchor>
  );
}

const heading = {
  title: "Audit log",
  purpose: "All changes and denied requests in this account, with the values before and after.",
};

/** The audit log of the account, newest first. */
export function AuditPage() {
  if (useMay()("user-admin")) return <AuditLog />;
  return (
    <Page {...heading} shape="table">
      <Text c="dimmed">{notAllowed}</Text>
    </Page>
  );
}

function AuditLog() {
  usePreload(soon);
  const [address, change] = useAddress();
  const { query, clear } = useAuditQuery(address, change);
  const pages = useInfiniteQuery({
    ...pagesOf(auditRoutes.list, { query }),
    refetchInterval: refreshUnlessSearched(refreshMs),
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  const searched = useScanBackwards(pages);
  const open = rows?.find(({ auditId }) => auditId === address["entry"]);
  return (
    <Page
      {...heading}
      shape="table"
      actions={
        <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={() => change({ check: "yes" })}>
          Verify log
        </Button>
      }
    >
      <Table
        name="Audit log"
        columns={columns}
        rows={{ ...pages, isPending: pages.isPending || searched.isSearching, data: rows }}
        rowId={(row) => row.auditId}
        rowName={({ action, at }) => `${describeAction(action)} at ${at}`}
        sort={{ by: "at", descending: true }}
        onSort={() => undefined}
        sortedByServer
        filters={<AuditFilters address={address} change={change} />}
        clearFilters={clear}
        note={searched.note}
        rowActions={({ auditId }) => [{ label: "Show", icon: IconEye, run: () => change({ entry: auditId }) }]}
        errorTitle="Error loading audit log"
        {...(rows
          ? {
              count: pages.hasNextPage
                ? `${formatCount(rows.length)}+ entries`
                : plural(rows.length, "entry", "entries"),
            }
          : {})}
        onExport={() => location.assign(addressOf(auditRoutes.export, {}, query))}
        hasMore={pages.hasNextPage}
        onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
        empty={
          <EmptyState icon={IconHistory} title="No entries yet">
            Changes in this account appear here.
          </EmptyState>
        }
      />
      {open ? <AuditDetail entry={open} change={change} close={() => change({ entry: undefined })} /> : null}
      {address["check"] ? <CheckChain close={() => change({ check: undefined })} /> : null}
    </Page>
  );
}
